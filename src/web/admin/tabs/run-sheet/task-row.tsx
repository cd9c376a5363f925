import { Link } from 'react-router'
import type { RunSheetTask } from '#features/reservation-management/floor/run-sheet/schema.ts'
import { isForAbsent, isLate } from '#features/reservation-management/floor/run-sheet/rules.ts'
import { formatClock } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTapGuard } from '#ui/admin/use-tap-guard.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { STATE_LOOKS } from '../tonight/party-row.tsx'
import { absenceText, guestText, placeText, spokenTask, stateText } from './task-copy.ts'

type Props = {
  readonly task: RunSheetTask
  readonly now: Date
  readonly canEdit: boolean
  readonly canTick: boolean
  readonly onTick: (task: RunSheetTask) => void
  readonly onPlan: (task: RunSheetTask) => void
}

/** A task with its tick, time, guest and content. That of a party which is absent is muted. */
export const TaskRow = ({ task, now, canEdit, canTick, onTick, onPlan }: Props) => {
  const { doneAt, dueTime, title, details, missing, reservationId } = task
  const isDone = doneAt !== null
  const isMuted = !isDone && isForAbsent(task)
  const hasPassed = isLate(task, now)
  const canOpen = useCan('reservations.read')
  const guest = guestText(task)
  const place = placeText(task)
  return (
    <li
      className={`flex break-inside-avoid items-start gap-3 border-b border-bark py-3 lg:items-center lg:py-1.5 print:items-start print:py-3 ${isMuted ? 'text-dune' : ''}`}
    >
      <Tick {...{ task, now, canTick, onTick }} className="size-12 pointer-fine:lg:size-10 print:size-12" />
      <div className="min-w-0 flex-1 lg:grid lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1.6fr)_minmax(0,0.8fr)] lg:items-baseline lg:gap-x-4 print:block">
        <p
          className={`flex flex-wrap items-baseline gap-x-3 lg:flex-nowrap ${isDone ? 'text-dune line-through' : ''}`}
        >
          <span
            className={`font-display text-xl tabular-nums ${hasPassed ? 'text-rose print:text-black' : ''}`}
          >
            {formatClock(dueTime)}
          </span>
          <span className="font-semibold wrap-anywhere lg:min-w-0 lg:flex-1">{title}</span>
          {place ? (
            <span className={`font-semibold whitespace-nowrap ${isMuted ? '' : 'text-brass'}`}>{place}</span>
          ) : null}
        </p>
        <p className="wrap-anywhere empty:max-lg:hidden">
          {guest && reservationId && canOpen ? (
            <Link to={`/admin/reservations/${reservationId}`} className="underline print:no-underline">
              {guest}
            </Link>
          ) : (
            guest
          )}
          {absenceText(task, now) ? ' · ' : null}
          <Absence task={task} now={now} />
        </p>
        <div className={`empty:max-lg:hidden ${isMuted ? '' : 'text-sand'}`}>
          {details ? <p className="wrap-anywhere whitespace-pre-line">{details}</p> : null}
          {missing && !isMuted ? (
            <p className="text-rose">{`The guest has not sent ${missing} yet.`}</p>
          ) : null}
        </div>
        <p className={`text-sm ${isMuted ? '' : 'text-sand'}`}>
          {hasPassed ? <strong className="no-print text-rose">Late. </strong> : null}
          {stateText(task)}
        </p>
      </div>
      <Picture task={task} className={isMuted ? 'size-20 opacity-60' : 'size-20'} />
      {canEdit ? (
        <Button
          look="quiet"
          className="no-print min-h-12 px-3"
          aria-label={`Plan: ${spokenTask(task, now)}`}
          onClick={() => onPlan(task)}
        >
          Plan
        </Button>
      ) : null}
    </li>
  )
}

/** Why the party of a task is not called out; nothing while it is here. */
export const Absence = ({ task, now }: Pick<Props, 'task' | 'now'>) => {
  const text = absenceText(task, now)
  return text === '' || task.attendance === null ? null : (
    <strong className={`whitespace-nowrap ${STATE_LOOKS[task.attendance]}`}>{text}</strong>
  )
}

type TickProps = Pick<Props, 'task' | 'now' | 'canTick' | 'onTick'> & { readonly className: string }

/** Ticks a task off, or takes the tick back. */
const Tick = ({ task, now, canTick, onTick, className }: TickProps) => {
  const guard = useTapGuard(String(task.doneAt !== null))
  return (
    <button
      type="button"
      aria-pressed={task.doneAt !== null}
      aria-label={`Done: ${spokenTask(task, now)}`}
      disabled={!canTick}
      onClick={() => guard(() => onTick(task))}
      className={`inline-flex shrink-0 items-center justify-center rounded-lg border-2 border-brass text-night aria-pressed:bg-brass print:text-black print:aria-pressed:bg-transparent ${className}`}
    >
      {task.doneAt === null ? null : <Icon name="check" />}
    </button>
  )
}

type PictureProps = { readonly task: RunSheetTask; readonly className: string }

/** The picture that the guest sent; it opens in full size. */
export const Picture = ({ task, className }: PictureProps) => {
  const { hasPicture, reservationId, source, guestName } = task
  if (!hasPicture || reservationId === null || source === null) return null
  const src = `/admin/api/reservations/${reservationId}/packages/${source}/picture`
  return (
    <a href={src} target="_blank" rel="noreferrer" className="shrink-0">
      <img
        src={src}
        alt={`Picture from ${guestName ?? 'the guest'}`}
        loading="lazy"
        className={`rounded-lg object-cover ${className}`}
      />
    </a>
  )
}
