import type { JsonRecord } from '#lib/changes.ts'

/** The writes of a merge or a split in two reservations, so that it can be undone. */
export type Reversal = {
  readonly kind: 'merged' | 'split'
  /** The reservation that ended in a merge, or that began in a split. */
  readonly otherId: string
  /** The columns of the reservation that remains before the act; of the other one in a merge. */
  readonly before: { readonly stays: JsonRecord; readonly other: JsonRecord | null }
  /** The columns of both after it: a reservation that was changed since is left alone. */
  readonly after: { readonly stays: JsonRecord; readonly other: JsonRecord }
  /** Rows of the other reservation that moved in a merge. */
  readonly rows: MovedRows
  /** Names the transfer lines of the ledger. */
  readonly transferKey: string
}

export type MovedRows = {
  readonly lineIds: readonly string[]
  readonly shareIds: readonly string[]
  readonly taskIds: readonly string[]
  /** Tasks of the reservation that remains, which those of the other one replaced. */
  readonly replacedTasks: readonly JsonRecord[]
  /** Reservations that were merged into the other one before. */
  readonly mergedIds: readonly string[]
  /** Nights whose guests keep the table of the other one, a dinner. */
  readonly nightIds: readonly string[]
}
