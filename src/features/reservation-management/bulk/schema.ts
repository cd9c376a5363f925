import * as z from 'zod/mini'
import { RESERVATION_STATUSES } from '#features/reservation-management/list/schema.ts'
import { prose } from '#lib/forms/fields.ts'
import { shapeOf } from '#lib/forms/shapes.ts'
import { MAX_SELECTED } from '#lib/selection-limit.ts'

/** Limit of reservations in one request; the client splits a longer selection into batches. */
export const BATCH_SIZE = 100

const ids = (most: number) =>
  z
    .array(z.uuid())
    .check(z.minLength(1, 'Select at least one reservation.'), z.maxLength(most, `Select at most ${most}.`))

export const selectionForm = z.strictObject({ ids: ids(MAX_SELECTED) })

/** Keys of the same message as it was written before. The guests who got it so are left out. */
const after = z.optional(z.array(z.uuid()).check(z.maxLength(50, 'Please close this and begin anew.')))
export const messagePlanForm = z.extend(selectionForm, { after })
export type MessagePlanForm = z.output<typeof messagePlanForm>

const status = z.enum(RESERVATION_STATUSES)
export const planForm = z.strictObject({ ids: ids(MAX_SELECTED), status })
export const bulkStatusForm = z.strictObject({
  ids: ids(BATCH_SIZE),
  status,
  /**
   * Number of reservations in all batches, with the other ones of their evenings; it extends the undo window until the last batch
   * is done.
   */
  selected: z.optional(z.int().check(z.minimum(1), z.maximum(2 * MAX_SELECTED))),
})
export type BulkStatusForm = z.output<typeof bulkStatusForm>

export const bulkUndoForm = z.strictObject({
  acts: z
    .array(z.strictObject({ id: z.uuid(), actId: z.uuid() }))
    .check(z.minLength(1, 'There is nothing to undo.'), z.maxLength(BATCH_SIZE)),
})
export type BulkUndoForm = z.output<typeof bulkUndoForm>

export const MAX_SUBJECT = 150
export const MAX_MESSAGE = 4000

export const messageForm = z.strictObject({
  /** Idempotency key of the message, shared by all its batches: a retried batch sends no email twice. */
  key: z.uuid(),
  after,
  ids: ids(BATCH_SIZE),
  subject: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a subject.'),
      z.maxLength(MAX_SUBJECT, `Please keep the subject under ${MAX_SUBJECT} characters.`),
      z.regex(/^[^\p{Cc}]*$/u, 'Please write the subject in one line.'),
    ),
  text: shapeOf(prose({ what: 'the message', max: MAX_MESSAGE, missing: 'Please write a message.' })),
})
export type MessageForm = z.output<typeof messageForm>

/** Result for one reservation of a selection; `text` is the refusal. */
export type BulkOutcome = {
  readonly id: string
  readonly guestName: string
  readonly outcome: 'done' | 'unchanged' | 'refused'
  readonly text: string
  /** Id of the change for Undo; null without a change. */
  readonly actId: string | null
}

export type BulkReport = {
  readonly outcomes: readonly BulkOutcome[]
  /** Ids of those that a fault left as they were; empty without one. */
  readonly left: readonly string[]
}

/** The other reservation of a selected one's evening, which is not selected itself. */
export type BulkOther = {
  readonly id: string
  /** `Ama Mensah: dinner at 7:00 PM at table 4` */
  readonly text: string
  /** Reason for which it cannot be cancelled with the selection; null where it can be. */
  readonly refusal: string | null
  readonly isEmailed: boolean
}

/** Preview of a status change for a selection. */
export type StatusPlan = {
  readonly changed: number
  readonly unchanged: number
  readonly emails: number
  readonly refused: readonly BulkOutcome[]
  /** Those that stay unless they are cancelled, too; empty for any other status. */
  readonly others: readonly BulkOther[]
}

/** Number of reservations in a selection by whether an email reaches them. */
export type MessagePlan = {
  readonly recipients: number
  /** Those without an email address. */
  readonly unreachable: number
  /** Those that got the message as it was written before. */
  readonly reached: number
}
