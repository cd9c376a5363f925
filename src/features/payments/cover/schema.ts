import type { CoverKind } from '#features/payments/ledger/schema.ts'
import type { Cents } from '#lib/money.ts'

/** Kinds for which guests pay. */
export const PAID_COVER_KINDS = ['full', 'reduced'] as const satisfies readonly CoverKind[]

/** Most guests whose cover one act records: the limit of the column. */
export const MAX_COVER_GUESTS = 500

/** Guests of one kind, and the price for each. Of a comp it is the price that was waived. */
export type CoverItem = { readonly kind: CoverKind; readonly guests: number; readonly eachCents: Cents }

/** Cover that one act recorded, or its reversal. Times are ISO text, because it is sent as JSON. */
export type CoverTaken = {
  readonly id: string
  /** The act that this one takes back. */
  readonly undoesId: string | null
  readonly items: readonly CoverItem[]
  readonly happenedAt: string
  readonly actorName: string
}
