import { coverForStaff } from '#features/events/rules.ts'
import { dueAtVenue, tablesOf } from '#features/reservations/rules.ts'
import { formatUsd } from '#lib/money.ts'
import { type CalendarDate, wallClock } from '#lib/venue-time.ts'
import type { MergeChoice, MergeParty, MergePreview, PartyFacts } from './schema.ts'

/** The most guests and tables that a reservation takes: limits of its columns. */
const MOST_GUESTS = 50
const MOST_TABLES = 9

/** Refusal text for a reservation that can be neither merged nor split now; null where it can. */
export function partyProblem(it: MergeParty, now: Date): string | null {
  const name = it.guestName
  if (it.status === 'cancelled') return `The reservation of ${name} is cancelled.`
  if (it.status === 'completed' || it.leftAt !== null || it.endsAt <= now)
    return `The reservation of ${name} is over.`
  if (it.isNightClosed) return 'The night is closed. Its reservations stay as they are.'
  if (it.isPaying || it.paymentStatus === 'pending')
    return `${name} is paying online at this moment. Wait until that is done.`
  if (it.heldUntil !== null) return `The table of ${name} is only held. Confirm the reservation first.`
  if (it.hasArrived || it.hasPaidCover)
    return `Guests of ${name} have checked in. Move them on the floor instead: their arrivals and cover stay with this reservation.`
  if (it.isNoShow) return `${name} is marked as a no-show. Take that back first.`
  if (it.isMoneyUnderWay)
    return `A refund, a dispute or a payment issue of ${name} is open. Settle it first, under Payments.`
  if (it.disputedCents > 0)
    return `A bank took ${formatUsd(it.disputedCents)} of ${name} back after a dispute. A reservation with a lost dispute stays as it is, so that the loss stays with its guest. Move the party on the floor instead.`
  if (it.hasPendingChange)
    return `The reservation of ${name} was changed a moment ago, and that can still be undone. Try again in a few seconds.`
  return null
}

/** Refunds that staff made on purpose: after a merge the price that they belong to would be due again. */
export const goodwillCents = ({
  refundedCents,
  priceRefundedCents,
}: Pick<MergeParty, 'refundedCents' | 'priceRefundedCents'>): number => refundedCents - priceRefundedCents

/** Money of a guest that pays for nothing: its refund failed, and it was given back in a way that the ledger does not know. */
export const owedCents = (it: Parameters<typeof goodwillCents>[0]): number => Math.max(0, -goodwillCents(it))

/** Refusal text for two reservations that cannot become one; null where they can. */
export function mergeProblem(stays: MergeParty, goes: MergeParty, now: Date): string | null {
  if (stays.id === goes.id) return 'Choose another reservation.'
  if (stays.type !== goes.type) return 'A dinner and a night cannot be merged.'
  if (stays.date !== goes.date || stays.eventId !== goes.eventId)
    return `The two reservations are for different ${stays.type === 'dining' ? 'days' : 'nights'}.`
  const problem = partyProblem(stays, now) ?? partyProblem(goes, now)
  if (problem) return problem
  if (stays.guestCount + goes.guestCount > MOST_GUESTS)
    return `A reservation takes at most ${MOST_GUESTS} guests.`
  if (tablesTogether(stays, goes).length > MOST_TABLES) return `A party takes at most ${MOST_TABLES} tables.`
  const twice = goes.lines.find(
    ({ packageKey }) => packageKey !== null && stays.lines.some((it) => it.packageKey === packageKey),
  )
  if (twice)
    return `Both have the package ${twice.label}, and a reservation has it once. Take it off one of them first.`
  if (goodwillCents(goes) > 0)
    return `${formatUsd(goodwillCents(goes))} was refunded to ${goes.guestName}, and would be due again. Keep that reservation instead.`
  const dueCents = dueAtVenue(stays) + dueAtVenue(goes)
  return goodwillCents(stays) > 0 && mergedFacts(stays, goes).dueCents < dueCents
    ? `More than the price of ${stays.guestName} was paid and refunded. Merged, it would pay for ${goes.guestName}, too. Move the party on the floor instead.`
    : null
}

/** The tables of both. Two dinners of one evening may have the same table after each other. */
const tablesTogether = (stays: MergeParty, goes: MergeParty): string[] => [
  ...new Set([...tablesOf(stays), ...tablesOf(goes)]),
]

/** The columns of a reservation after another one joined it. */
export const mergedColumns = (stays: MergeParty, goes: MergeParty) => ({
  guestCount: stays.guestCount + goes.guestCount,
  holderCount: stays.holderCount + goes.holderCount,
  totalPriceCents: stays.totalCents + goes.totalCents,
  keptCents: stays.keptCents + goes.keptCents,
  keptReason: [stays.keptReason, goes.keptReason].filter(Boolean).join(' / ').slice(0, MAX_REASON) || null,
  creditCents: stays.creditCents + goes.creditCents,
  creditUntil: latest([stays.creditUntil, goes.creditUntil]),
  staffNote: joined([stays.staffNote, goes.staffNote], MAX_NOTE),
  specialRequests: joined([stays.specialRequests ?? '', goes.specialRequests ?? ''], MAX_REQUESTS) || null,
  refundableUntil: earliest([stays.refundableUntil, goes.refundableUntil]),
  tableIds: tablesTogether(stays, goes),
})

/** The deadline of a refund that passed first. */
const earliest = (moments: readonly (Date | null)[]): Date | null =>
  moments.flatMap((it) => it ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null

/** The last day of the credit that is valid longer. */
const latest = (dates: readonly (CalendarDate | null)[]): CalendarDate | null =>
  dates
    .flatMap((it) => it ?? [])
    .toSorted()
    .at(-1) ?? null

const MAX_REASON = 500
const MAX_NOTE = 4000
const MAX_REQUESTS = 2000

/** Texts of both, without repeating one. */
const joined = (texts: readonly string[], max: number): string =>
  [...new Set(texts.filter((it) => it !== ''))].join('\n').slice(0, max)

const choiceOf = (it: MergeParty): MergeChoice => ({
  id: it.id,
  guestName: it.guestName,
  guestCount: it.guestCount,
  time: wallClock(it.startsAt).time,
  tableNumbers: it.tableNumbers,
})

export const partyFacts = (it: MergeParty): PartyFacts => ({
  ...choiceOf(it),
  version: it.version,
  hasEmail: it.guestEmail !== '',
  startsAt: it.startsAt.toISOString(),
  packages: it.lines.flatMap(({ kind, label }) => (kind === 'package' ? [label] : [])),
  totalCents: it.totalCents,
  receivedCents: it.receivedCents - it.refundedCents - it.disputedCents,
  dueCents: dueAtVenue(it),
  cover: coverOf(it),
})

/** Cover of the whole party: none of it is recorded before a merge. */
const coverOf = ({
  eventPrice,
  guestCount,
  holderCount,
}: Pick<MergeParty, 'eventPrice' | 'guestCount' | 'holderCount'>): string | null =>
  eventPrice === null ? null : coverForStaff(eventPrice, guestCount, holderCount)

/** The party of both reservations. */
export function mergedFacts(stays: MergeParty, goes: MergeParty): MergePreview['after'] {
  const [one, other] = [partyFacts(stays), partyFacts(goes)]
  const { guestCount, holderCount } = mergedColumns(stays, goes)
  const moved = goes.receivedCents - goes.refundedCents - goes.disputedCents
  return {
    guestName: one.guestName,
    time: one.time,
    guestCount,
    tableNumbers: [...new Set([...one.tableNumbers, ...other.tableNumbers])].toSorted((a, b) => a - b),
    packages: [...one.packages, ...other.packages],
    totalCents: one.totalCents + other.totalCents,
    receivedCents: one.receivedCents + other.receivedCents,
    dueCents: dueAtVenue({
      status: stays.status,
      totalCents: stays.totalCents + goes.totalCents,
      allowanceCents: stays.allowanceCents + goes.allowanceCents,
      receivedCents: stays.receivedCents + moved,
      priceRefundedCents: stays.priceRefundedCents + owedCents(goes),
    }),
    cover: coverOf({ eventPrice: stays.eventPrice, guestCount, holderCount }),
  }
}
