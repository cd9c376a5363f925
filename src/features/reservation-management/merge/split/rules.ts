import type { Cents } from '#lib/money.ts'
import { formatUsd } from '#lib/money.ts'
import type { SplitSource } from './schema.ts'

/** The part that leaves a reservation, as typed. */
export type Share = {
  readonly guests: number
  readonly tableIds: readonly string[]
  readonly lineIds: readonly string[]
  readonly paidCents: Cents
}

type Source = Pick<
  SplitSource,
  'type' | 'guestCount' | 'tables' | 'lines' | 'totalCents' | 'allowanceCents' | 'movableCents'
>

/** The price of the lines that go along. */
export const shareTotal = ({ lines }: Pick<Source, 'lines'>, { lineIds }: Pick<Share, 'lineIds'>): Cents =>
  lines.reduce((sum, { id, amountCents }) => (lineIds.includes(id) ? sum + amountCents : sum), 0)

/**
 * The part of the payments that goes along: as much of the price that goes along as was paid of the whole price. No more
 * stays than the price that stays, as far as the share takes it.
 */
export function proposedPaid(source: Source, share: Pick<Share, 'lineIds'>): Cents {
  const { totalCents, movableCents } = source
  const price = shareTotal(source, share)
  if (totalCents <= 0) return 0
  return Math.min(movableCents, price, Math.round((movableCents * price) / totalCents))
}

/** Refusal text for a share that a reservation cannot give away; null where it can. */
export function shareProblem(source: Source, share: Share): string | null {
  const { guestCount, tables, lines, totalCents, allowanceCents, movableCents } = source
  if (share.guests >= guestCount)
    return `The party is ${guestCount}. At least one guest stays with this reservation.`
  if (share.tableIds.some((id) => !tables.some((it) => it.id === id))) return 'Choose tables of this party.'
  if (share.lineIds.some((id) => !lines.some((it) => it.id === id)))
    return 'Choose prices of this reservation.'
  if (source.type === 'nightlife' && share.tableIds.length === 0) return 'Choose the table that goes along.'
  if (tables.length > 0 && share.tableIds.length === tables.length)
    return 'At least one table stays with this reservation.'
  const price = shareTotal(source, share)
  if (price > totalCents) return 'These prices are more than the price of the reservation.'
  if (allowanceCents > totalCents - price)
    return `${formatUsd(allowanceCents)} of the price was comped or discounted, and that stays here. Leave as much of the price here, too.`
  if (share.paidCents > movableCents) return `Only ${formatUsd(movableCents)} was paid and can go along.`
  return share.paidCents > price
    ? `The price that goes along is ${formatUsd(price)}. No more of the payments can go along.`
    : null
}

/**
 * The guests of both parts who enter free. Each part has a holder. The other holders of a merged party stay, as far as its guests do:
 * both parts together pay no more cover than before.
 */
export function splitHolders(
  { guestCount, holderCount }: { readonly guestCount: number; readonly holderCount: number },
  { guests }: Pick<Share, 'guests'>,
): { readonly stays: number; readonly goes: number } {
  const stays = Math.min(Math.max(1, holderCount - 1), guestCount - guests)
  return { stays, goes: Math.max(1, holderCount - stays) }
}

/** Price, payments and amount due of both reservations after a split. */
export function sharesAfter(source: Source & Pick<SplitSource, 'receivedCents'>, share: Share) {
  const { totalCents, receivedCents, allowanceCents } = source
  const price = shareTotal(source, share)
  const due = (total: Cents, paid: Cents): Cents => Math.max(0, total - paid)
  const stays = totalCents - price
  return {
    stays: {
      guests: source.guestCount - share.guests,
      totalCents: stays,
      receivedCents: receivedCents - share.paidCents,
      dueCents: due(stays - allowanceCents, receivedCents - share.paidCents),
    },
    goes: {
      guests: share.guests,
      totalCents: price,
      receivedCents: share.paidCents,
      dueCents: due(price, share.paidCents),
    },
  }
}
