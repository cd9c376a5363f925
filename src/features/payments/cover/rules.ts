import type { Cents } from '#lib/money.ts'
import { type CoverItem, type CoverTaken, PAID_COVER_KINDS } from './schema.ts'
import { COVER_KINDS, type CoverKind } from '#features/payments/ledger/schema.ts'

export const COVER_LABELS: Readonly<Record<CoverKind, string>> = {
  full: 'Full',
  reduced: 'Reduced',
  guest_list: 'Guest list',
  comp: 'Comp',
}

export const isPaidKind = (kind: CoverKind): boolean => PAID_COVER_KINDS.some((paid) => paid === kind)

/** Money of an item: a comp and a guest who is free by a guest list bring none. */
export const itemCents = ({ kind, guests, eachCents }: CoverItem): Cents =>
  isPaidKind(kind) ? guests * eachCents : 0

export const itemsCents = (items: readonly CoverItem[]): Cents =>
  items.reduce((sum, item) => sum + itemCents(item), 0)

export const itemsGuests = (items: readonly CoverItem[]): number =>
  items.reduce((sum, { guests }) => sum + guests, 0)

/** Acts that count: neither reversed nor reversals themselves. */
function standingCover(taken: readonly CoverTaken[]): CoverTaken[] {
  const undone = new Set(taken.map(({ undoesId }) => undoesId))
  return taken.filter(({ id, undoesId }) => undoesId === null && !undone.has(id))
}

/** Guests whose cover was recorded, of one kind or of all. It depends on the set of acts only, not on their order. */
export const coveredGuests = (taken: readonly CoverTaken[], only?: CoverKind): number =>
  standingCover(taken).reduce(
    (sum, { items }) => sum + itemsGuests(items.filter(({ kind }) => only === undefined || kind === only)),
    0,
  )

/** Guests of each kind whose cover was recorded: `3 full, 1 comp`; null without any. */
export function coverTakenText(taken: readonly CoverTaken[]): string | null {
  const parts = COVER_KINDS.map((kind) => [coveredGuests(taken, kind), COVER_LABELS[kind]] as const)
    .filter(([guests]) => guests > 0)
    .map(([guests, label]) => `${guests} ${label.toLowerCase()}`)
  return parts.length === 0 ? null : parts.join(', ')
}

/** Guests who paid. */
export const payingGuests = (items: readonly CoverItem[]): number =>
  itemsGuests(items.filter(({ kind }) => isPaidKind(kind)))
