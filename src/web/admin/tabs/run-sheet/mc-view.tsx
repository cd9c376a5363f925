import type { RunSheetTask } from '#features/reservation-management/floor/run-sheet/schema.ts'
import { isForAbsent, isLate, openTasks } from '#features/reservation-management/floor/run-sheet/rules.ts'
import { formatClock } from '#lib/venue-time.ts'
import { StateNote } from '#ui/state.tsx'
import { useTapGuard } from '#ui/admin/use-tap-guard.ts'
import { guestText, placeText, spokenTask } from './task-copy.ts'
import { Absence, Picture } from './task-row.tsx'

type Props = {
  readonly tasks: readonly RunSheetTask[]
  readonly now: Date
  readonly canTick: boolean
  readonly onTick: (task: RunSheetTask) => void
}

/** The open tasks in large type, the next one first; those of absent parties small at the end. */
export function McView({ tasks, now, canTick, onTick }: Props) {
  const open = openTasks(tasks)
  // The next task moves up to where the one before it was ticked off.
  const guard = useTapGuard(open.map(({ id }) => id).join(' '))
  if (open.length === 0)
    return <StateNote title="Everything is done" text="New tasks appear here by themselves." />
  return (
    <ol aria-label="Tasks to come" className="flex flex-col gap-4">
      {open.map((task, index) => (
        <McTask
          key={task.id}
          {...{ task, now, canTick }}
          isNext={index === 0 && !isForAbsent(task)}
          onTick={(it) => guard(() => onTick(it))}
        />
      ))}
    </ol>
  )
}

type TaskProps = Omit<Props, 'tasks'> & { readonly task: RunSheetTask; readonly isNext: boolean }

function McTask({ task, now, canTick, onTick, isNext }: TaskProps) {
  const guest = guestText(task)
  const isMuted = isForAbsent(task)
  const hasPassed = isLate(task, now)
  const look = isNext ? 'border-brass bg-cocoa' : isMuted ? 'border-bark text-dune' : 'border-bark'
  const color = hasPassed ? 'text-rose' : isMuted ? '' : 'text-brass'
  return (
    <li className={`flex flex-wrap items-start gap-4 rounded-card border ${isMuted ? 'p-3' : 'p-5'} ${look}`}>
      <div className={`min-w-0 flex-1 basis-72 wrap-anywhere ${isNext ? 'text-4xl' : 'text-2xl'}`}>
        <p className={`font-display ${isNext ? 'text-6xl' : isMuted ? 'text-2xl' : 'text-4xl'} ${color}`}>
          {formatClock(task.dueTime)}
          {hasPassed ? <span className="text-3xl"> late</span> : null}
        </p>
        <p className="mt-2 font-semibold">{task.title}</p>
        <p className={`font-semibold ${isMuted ? '' : 'text-brass'}`}>{placeText(task)}</p>
        <p>{guest}</p>
        <p className="empty:hidden">
          <Absence task={task} now={now} />
        </p>
        <p className="mt-2 whitespace-pre-line">{task.details}</p>
        {task.missing && !isMuted ? <p className="text-rose">{`Missing: ${task.missing}`}</p> : null}
        {task.assignee ? <p className={isMuted ? '' : 'text-sand'}>{task.assignee}</p> : null}
      </div>
      <Picture task={task} className={isNext ? 'size-56' : isMuted ? 'size-20 opacity-60' : 'size-32'} />
      {canTick ? (
        <button
          type="button"
          aria-label={`Done: ${spokenTask(task, now)}`}
          onClick={() => onTick(task)}
          className={`w-full rounded-card px-6 font-bold sm:w-48 ${isMuted ? 'min-h-12 border border-clay text-xl text-sand' : 'min-h-20 bg-brass text-3xl text-night'}`}
        >
          Done
        </button>
      ) : null}
    </li>
  )
}
