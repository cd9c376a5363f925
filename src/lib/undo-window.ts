/** Time during which the staff area offers Undo. */
export const UNDO_MS = 10_000
