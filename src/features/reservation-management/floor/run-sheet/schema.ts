import * as z from 'zod/mini'
import type { AttendanceState } from '#features/reservation-management/arrivals/schema.ts'
import { PACKAGE_KEYS, type PackageKey } from '#features/reservations/package-contents/schema.ts'
import { type CalendarDate, isCalendarDate, WALL_TIME, type WallTime } from '#lib/venue-time.ts'

export type TaskSource = PackageKey | 'request'
const SOURCES = [...PACKAGE_KEYS, 'request'] as const satisfies readonly TaskSource[]

/** A task of the night. Times are ISO text, because it is sent as JSON. */
export type RunSheetTask = {
  /** `<reservation>:<source>`, or the id of a task added by hand. */
  readonly id: string
  readonly reservationId: string | null
  readonly source: TaskSource | null
  readonly dueAt: string
  readonly dueTime: WallTime
  readonly title: string
  readonly details: string
  readonly guestName: string | null
  /** Whether its party is here; null before its date, and for a task added by hand. */
  readonly attendance: AttendanceState | null
  /** End of its party's time; null for a task added by hand. */
  readonly partyEndsAt: string | null
  readonly tableNumbers: readonly number[]
  /** Name that the guest sent for the package, such as whose birthday it is. */
  readonly packageName: string
  readonly hasPicture: boolean
  /** Content of the package that the guest has not sent yet: `the name`. */
  readonly missing: string | null
  readonly assignee: string
  readonly doneAt: string | null
  readonly doneBy: string | null
}

export type RunSheet = {
  readonly date: CalendarDate
  readonly today: CalendarDate
  readonly tasks: readonly RunSheetTask[]
  /** Names to assign a task to. */
  readonly staffNames: readonly string[]
}

const time = z.string().check(z.regex(WALL_TIME, 'Enter a time such as 23:30.'))
const date = z.string().check(z.refine(isCalendarDate, 'Please choose a date.'))
const name = z.string().check(z.trim(), z.maxLength(80, 'Please keep the name under 80 characters.'))

/** A task added by hand. The id is the device's, so that a task that is sent twice is added once. */
export const newTaskForm = z.strictObject({
  id: z.uuid(),
  date,
  time,
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter what is to be done.'),
      z.maxLength(120, 'Please keep the task under 120 characters.'),
    ),
  details: z.string().check(z.trim(), z.maxLength(500, 'Please keep the details under 500 characters.')),
  assignee: name,
})
export type NewTaskForm = z.output<typeof newTaskForm>

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('done'), isDone: z.boolean() }),
  // A part that is left out stays. Without a time the task keeps following its package or its reservation.
  z
    .strictObject({ kind: z.literal('planned'), time: z.optional(time), assignee: z.optional(name) })
    .check(
      z.refine(
        (it) => it.time !== undefined || it.assignee !== undefined,
        'Name the time or the person of the task.',
      ),
    ),
  z.strictObject({ kind: z.literal('removed'), isRemoved: z.boolean() }),
])
/** A change of a task: ticked off or not, planned anew, or taken off the sheet. */
export const taskForm = z.strictObject({
  task: z.union([
    z.strictObject({ reservationId: z.uuid(), source: z.enum(SOURCES) }),
    z.strictObject({ id: z.uuid() }),
  ]),
  change,
})
export type TaskForm = z.output<typeof taskForm>
export type TaskChange = TaskForm['change']
