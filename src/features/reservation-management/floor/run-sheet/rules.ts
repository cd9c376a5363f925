import { attendanceAt } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalEvent, AttendanceState } from '#features/reservation-management/arrivals/schema.ts'
import { contentSummary, missingContent } from '#features/reservations/package-contents/rules.ts'
import type { ContentNeed } from '#features/reservations/package-contents/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { businessDate, type CalendarDate, momentOf, type WallTime, wallClock } from '#lib/venue-time.ts'
import type { RunSheetTask, TaskSource } from './schema.ts'

/** Columns that staff changed of a task; null ones follow from the reservation. */
export type StoredTask = {
  readonly dueTime: string | null
  readonly assignee: string
  readonly doneAt: Date | null
  readonly doneBy: string | null
}

/** A package or a request of a reservation of the night. */
export type TaskFacts = Omit<StoredTask, 'assignee'> & {
  readonly assignee: string | null
  readonly reservationId: string
  readonly source: TaskSource
  readonly guestName: string
  readonly guestCount: number
  readonly status: ReservationStatus
  readonly tableNumbers: readonly number[]
  readonly startsAt: Date
  readonly endsAt: Date
  readonly leftAt: Date | null
  readonly packageTime: string | null
  readonly packageTitle: string
  readonly request: string
  readonly need: ContentNeed
  readonly name: string
  readonly message: string
  readonly hasPicture: boolean
}

type HandMade = StoredTask & { readonly id: string; readonly title: string; readonly details: string }

/** `23:30` of what PostgreSQL writes as `23:30:00`. */
const wallTime = (text: string): WallTime => text.slice(0, 5)

const stored = ({ doneAt, doneBy }: Pick<StoredTask, 'doneAt' | 'doneBy'>) => ({
  doneAt: doneAt?.toISOString() ?? null,
  doneBy,
})

type Night = {
  readonly date: CalendarDate
  readonly now: Date
  /** Arrivals of the party. */
  readonly events: readonly ArrivalEvent[]
}

/** The task of a package or a request. A request has no time of its own: it is due when its party is expected. */
export function taskOf({ date, now, events }: Night, it: TaskFacts): RunSheetTask {
  const dueTime = wallTime(it.dueTime ?? it.packageTime ?? wallClock(it.startsAt).time)
  const isRequest = it.source === 'request'
  return {
    id: `${it.reservationId}:${it.source}`,
    reservationId: it.reservationId,
    source: it.source,
    dueAt: momentOf(date, dueTime).toISOString(),
    dueTime,
    title: isRequest ? 'Request' : it.packageTitle,
    details: isRequest ? it.request : (contentSummary({ ...it, name: '', hasPicture: false }) ?? ''),
    guestName: it.guestName,
    attendance: date > businessDate(now) ? null : attendanceAt({ ...it, events }, now).state,
    partyEndsAt: it.endsAt.toISOString(),
    tableNumbers: it.tableNumbers,
    packageName: it.name,
    hasPicture: it.hasPicture,
    missing: isRequest ? null : missingContent(it),
    assignee: it.assignee ?? '',
    ...stored(it),
  }
}

export function handMadeTask(date: CalendarDate, it: HandMade): RunSheetTask {
  const dueTime = wallTime(it.dueTime ?? '00:00')
  return {
    id: it.id,
    reservationId: null,
    source: null,
    dueAt: momentOf(date, dueTime).toISOString(),
    dueTime,
    title: it.title,
    details: it.details,
    guestName: null,
    attendance: null,
    partyEndsAt: null,
    tableNumbers: [],
    packageName: '',
    hasPicture: false,
    missing: null,
    assignee: it.assignee,
    ...stored(it),
  }
}

/** Tasks by time; those at the same time by table and name. */
export const byDue = (a: RunSheetTask, b: RunSheetTask): number =>
  a.dueAt.localeCompare(b.dueAt) ||
  (a.tableNumbers[0] ?? 0) - (b.tableNumbers[0] ?? 0) ||
  a.title.localeCompare(b.title, 'en-US') ||
  a.id.localeCompare(b.id)

const ABSENT: readonly (AttendanceState | null)[] = ['no_show', 'left', 'cancelled']

/** Whether the party of a task did not come or is gone, so that nothing can be done for it. */
export const isForAbsent = ({ attendance }: Pick<RunSheetTask, 'attendance'>): boolean =>
  ABSENT.includes(attendance)

/** Whether a task should have been done by now. */
export const isLate = (task: RunSheetTask, now: Date): boolean =>
  task.doneAt === null && new Date(task.dueAt) < now && !isForAbsent(task)

/** The open tasks, the next one first, and those of absent parties after all others. */
export const openTasks = (tasks: readonly RunSheetTask[]): RunSheetTask[] =>
  tasks
    .filter(({ doneAt }) => doneAt === null)
    .toSorted((a, b) => Number(isForAbsent(a)) - Number(isForAbsent(b)) || byDue(a, b))
