import * as z from 'zod/mini'
import { RESERVATION_STATUSES } from '#features/reservation-management/list/schema.ts'
import { prose } from '#lib/forms/fields.ts'

/** The most reservations of one request: a browser sends a longer selection in several. */
export const BATCH_SIZE = 100
/** The most reservations that can be selected at once. */
export const MAX_SELECTED = 1000

const ids = (most: number) =>
  z
    .array(z.uuid())
    .check(z.minLength(1, 'Select at least one reservation.'), z.maxLength(most, `Select at most ${most}.`))

export const selectionForm = z.strictObject({ ids: ids(MAX_SELECTED) })

const status = z.enum(RESERVATION_STATUSES)
export const planForm = z.strictObject({ ids: ids(MAX_SELECTED), status })
export const bulkStatusForm = z.strictObject({
  ids: ids(BATCH_SIZE),
  status,
  /** How many are selected in all batches: the first of them can be undone until the last of them is done. */
  selected: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_SELECTED))),
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
  /** Names the message: the batches of one selection belong together, and one that is sent twice goes out once. */
  key: z.uuid(),
  ids: ids(BATCH_SIZE),
  subject: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a subject.'),
      z.maxLength(MAX_SUBJECT, `Please keep the subject under ${MAX_SUBJECT} characters.`),
      z.regex(/^[^\p{Cc}]*$/u, 'Please write the subject in one line.'),
    ),
  text: prose({ what: 'the message', max: MAX_MESSAGE, missing: 'Please write a message.' }),
})
export type MessageForm = z.output<typeof messageForm>

/** What became of one reservation of a selection, in words where it was refused. */
export type BulkOutcome = {
  readonly id: string
  readonly guestName: string
  readonly outcome: 'done' | 'unchanged' | 'refused'
  readonly text: string
  /** What undoes it; null where nothing was changed, or it cannot be undone. */
  readonly actId: string | null
}

export type BulkReport = { readonly outcomes: readonly BulkOutcome[] }

/** What a change of status would do to a selection. */
export type StatusPlan = {
  readonly changed: number
  readonly unchanged: number
  readonly emails: number
  readonly refused: readonly BulkOutcome[]
}

/** How many guests of a selection can be written to, and how many reservations have no address. */
export type MessagePlan = { readonly recipients: number; readonly unreachable: number }
