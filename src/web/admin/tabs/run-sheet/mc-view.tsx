import type { RunSheetTask } from '#features/reservation-management/floor/run-sheet/schema.ts'
import { openTasks } from '#features/reservation-management/floor/run-sheet/rules.ts'
import { formatClock } from '#lib/venue-time.ts'
import { StateNote } from '#ui/state.tsx'
import { useTapGuard } from '#ui/admin/use-tap-guard.ts'
import { guestText, placeText, spokenTask } from './task-copy.ts'
import { Picture } from './task-row.tsx'

type Props = {
  readonly tasks: readonly RunSheetTask[]
  readonly now: Date
  readonly canTick: boolean
  readonly onTick: (task: RunSheetTask) => void
}

/** The open tasks in type that is read from two meters, the next one first. One tap ticks a task off. */
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
          isNext={index === 0}
          onTick={(it) => guard(() => onTick(it))}
        />
      ))}
    </ol>
  )
}

type TaskProps = Omit<Props, 'tasks'> & { readonly task: RunSheetTask; readonly isNext: boolean }

function McTask({ task, now, canTick, onTick, isNext }: TaskProps) {
  const isLate = new Date(task.dueAt) < now
  const guest = guestText(task)
  return (
    <li
      className={`flex flex-wrap items-start gap-4 rounded-card border p-5 ${isNext ? 'border-brass bg-cocoa' : 'border-bark'}`}
    >
      <div className={`min-w-0 flex-1 basis-72 wrap-anywhere ${isNext ? 'text-4xl' : 'text-2xl'}`}>
        <p
          className={`font-display ${isNext ? 'text-6xl' : 'text-4xl'} ${isLate ? 'text-rose' : 'text-brass'}`}
        >
          {formatClock(task.dueTime)}
          {isLate ? <span className="text-3xl"> late</span> : null}
        </p>
        <p className="mt-2 font-semibold">{task.title}</p>
        <p className="font-semibold text-brass">{placeText(task)}</p>
        <p>{guest}</p>
        <p className="mt-2 whitespace-pre-line">{task.details}</p>
        {task.missing ? <p className="text-rose">{`Missing: ${task.missing}`}</p> : null}
        {task.assignee ? <p className="text-sand">{task.assignee}</p> : null}
      </div>
      <Picture task={task} className={isNext ? 'size-56' : 'size-32'} />
      {canTick ? (
        <button
          type="button"
          aria-label={`Done: ${spokenTask(task)}`}
          onClick={() => onTick(task)}
          className="min-h-20 w-full rounded-card bg-brass px-6 text-3xl font-bold text-night sm:w-48"
        >
          Done
        </button>
      ) : null}
    </li>
  )
}
