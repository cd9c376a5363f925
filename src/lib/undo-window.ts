import { addSeconds } from './venue-time.ts'

/** Time during which the staff area offers Undo. */
export const UNDO_MS = 10_000

/** Network allowance: a click on Undo in the last second may arrive after the ten seconds. */
const NETWORK_MS = 2000

/**
 * End of the undo window of a change by staff. The guest's email and the refund follow after it. A change in a bulk
 * selection waits `graceMs` longer, because Undo is offered only after the last change of the selection.
 */
export const undoUntil = (now: Date, graceMs = 0): Date =>
  addSeconds(now, (UNDO_MS + NETWORK_MS + graceMs) / 1000)

/** Changes by staff up to this moment can no longer be undone. */
export const lastFinalChange = (now: Date): Date => addSeconds(now, -(UNDO_MS + NETWORK_MS) / 1000)

/** Refusal of an undo that comes too late. */
export const UNDO_OVER =
  'This can no longer be undone: the time for it is over, or something was changed since.'
