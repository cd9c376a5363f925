/** How long the screens of staff offer to undo what was done. */
export const UNDO_MS = 10_000
