import { coverEachCents, coverForStaff, coverPricesIn, isFree } from '#features/events/rules.ts'
import { coveredGuests, isPaidKind, itemsGuests } from '#features/payments/cover/rules.ts'
import type { CoverItem, CoverTaken } from '#features/payments/cover/schema.ts'
import { type Cents, formatUsdShort } from '#lib/money.ts'
import { addDays, businessDate, type CalendarDate } from '#lib/venue-time.ts'
import { MAX_COVER_GUESTS } from '#features/payments/cover/schema.ts'
import {
  countArrived,
  firstArrivals,
  type Occupancy,
  roomWarning,
  standingEvents,
} from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import type { CoverAct, CoverGuests, CoverOwed, CoverPrices, CoverTakenAct, PartyCover } from './schema.ts'

/** Facts of cover of a reservation; null on a free night and without an event. */
export const coverOfReservation = (
  { eventPrice, holderCount }: { readonly eventPrice: string | null; readonly holderCount: number },
  taken: readonly CoverTaken[],
): PartyCover | null =>
  eventPrice === null || isFree(eventPrice)
    ? null
    : { price: eventPrice, freeGuests: holderCount, list: null, taken }

const isInTime = (list: PartyCover['list'], at: Date): boolean =>
  list !== null && (list.until === null || at < new Date(list.until))

/** Guests with the terms of the list by the hour of their arrival, at most as many as are asked about. */
function guestsInTime({ list }: PartyCover, { guests, at, arrivals }: CoverGuests): number {
  const here = arrivals.reduce((sum, it) => sum + it.guests, 0)
  const early = arrivals
    .filter((it) => isInTime(list, new Date(it.at)))
    .reduce((sum, it) => sum + it.guests, 0)
  const toCome = isInTime(list, at) ? Math.max(0, guests - here) : 0
  return Math.min(guests, early + toCome)
}

/** All guests of a party, for what they owe: as many as were booked, or more who came. */
export function wholeParty(
  { guestCount, events }: { readonly guestCount: number; readonly events: readonly ArrivalEvent[] },
  at: Date,
): CoverGuests {
  const standing = standingEvents(events)
  return { guests: Math.max(guestCount, countArrived(standing)), at, arrivals: firstArrivals(standing) }
}

const walkInsAmong = ({ arrivals }: CoverGuests): number =>
  arrivals.reduce((sum, { guests, wereWalkIns }) => sum + (wereWalkIns ? guests : 0), 0)

/** Guests whose cover was recorded, with the party or before they belonged to it. */
const guestsCovered = ({ taken }: PartyCover, asked: CoverGuests): number =>
  coveredGuests(taken) + walkInsAmong(asked)

/**
 * Cover of a party's guests that is not recorded yet: of those with the terms of a list, and of those who pay the price of the
 * night. Empty on a free night, and where nothing is left to record. What was recorded for more guests of one kind than there
 * are counts for the other. The cover of guests who were walk-ins before was recorded when they came in.
 */
export function coverOwed(cover: PartyCover, asked: CoverGuests): CoverOwed[] {
  const { price, freeGuests, list, taken } = cover
  if (isFree(price)) return []
  const terms =
    list === null || list.reducedCents === null
      ? ({ kind: 'guest_list', eachCents: 0 } as const)
      : ({ kind: 'reduced', eachCents: list.reducedCents } as const)
  const inTime = guestsInTime(cover, asked)
  const full = Math.max(0, asked.guests - freeGuests - inTime)
  const byTerms = coveredGuests(taken, terms.kind)
  const others = coveredGuests(taken) - byTerms + walkInsAmong(asked)
  const owed: CoverOwed[] = [
    { ...terms, guests: inTime - byTerms - Math.max(0, others - full) },
    {
      kind: 'full',
      eachCents: coverEachCents(price),
      guests: full - others - Math.max(0, byTerms - inTime),
    },
  ]
  return owed.filter(({ guests }) => guests > 0)
}

/** Cover that staff have to collect: guests who are free by their list owe nothing. */
export const coverToCollect = (cover: PartyCover, asked: CoverGuests): CoverOwed[] =>
  coverOwed(cover, asked).filter(({ kind }) => kind !== 'guest_list')

/** Cover of the guests who are free by the terms of their list and not recorded yet; none where they pay. */
export const coverFreeByList = (cover: PartyCover, asked: CoverGuests): CoverItem[] =>
  coverOwed(cover, asked).flatMap(({ kind, guests }) =>
    kind === 'guest_list' ? [{ kind, guests, eachCents: 0 }] : [],
  )

/**
 * Cover to collect, as staff read it: `$125 (5 of 6 pay $25)`, after a part was paid `$50 (2 of 6 still pay $25)`. Null where
 * nothing is to be collected.
 */
export function coverOwedText(cover: PartyCover | null, asked: CoverGuests): string | null {
  const owed = cover ? coverToCollect(cover, asked) : []
  if (!cover || owed.length === 0) return null
  const { guests } = asked
  const covered = guestsCovered(cover, asked)
  if (covered === 0 && cover.list === null) return coverForStaff(cover.price, guests, cover.freeGuests)
  const left = owed.reduce((sum, it) => sum + it.guests, 0)
  if (owed.some(({ eachCents }) => eachCents === null))
    return `${cover.price} a person, for ${left} of ${guests}`
  const cents = owed.reduce((sum, it) => sum + it.guests * (it.eachCents ?? 0), 0)
  const still = covered > 0 ? 'still ' : ''
  const [first, ...more] = owed.map((it) => ({
    count: it.guests,
    pays: `${it.guests === 1 ? 'pays' : 'pay'} ${formatUsdShort(it.eachCents ?? 0)}`,
  }))
  const parts = [
    `${first?.count} of ${guests} ${still}${first?.pays}`,
    ...more.map(({ count, pays }) => `${count} ${pays}`),
  ]
  return `${formatUsdShort(cents)} (${parts.join(', ')})`
}

/** `Taken twice? Cover recorded for 6 of 4`, as by two devices. Null where it is recorded for no more guests than there are. */
export function coverExcessText(cover: PartyCover | null, asked: CoverGuests): string | null {
  const covered = cover ? guestsCovered(cover, asked) : 0
  return covered > asked.guests ? `Taken twice? Cover recorded for ${covered} of ${asked.guests}` : null
}

/** Cover due as the page of a reservation states it; null on a free night. */
export function coverDueText(cover: PartyCover | null, asked: CoverGuests): string | null {
  if (!cover) return null
  if (guestsCovered(cover, asked) === 0) return coverForStaff(cover.price, asked.guests, cover.freeGuests)
  return coverOwedText(cover, asked) ?? coverExcessText(cover, asked) ?? 'Nothing more'
}

/**
 * Prices that staff choose from. The reduced price is that of the party's guest list, else the lower one of two prices of the
 * night, else the venue's where it is below the full one.
 */
export function coverPrices(
  price: string,
  { listCents, venueCents }: { readonly listCents: Cents | null; readonly venueCents: Cents },
): CoverPrices {
  const { high: fullCents, low } = coverPricesIn(price)
  const isBelow = venueCents > 0 && (fullCents === null || venueCents < fullCents)
  return { fullCents, reducedCents: listCents ?? low ?? (isBelow ? venueCents : null) }
}

/** More guests than this in one tap are asked about: a slip of the thumb. */
const MANY_GUESTS = 20

/** Question before the cover of many guests is recorded; null where it needs none. */
export function questionBeforeCover(
  guests: number,
  cents: Cents,
  /** The venue, where the guests enter by this act. */
  room: Occupancy | null,
): string | null {
  const warning = room && roomWarning(guests, room)
  if (guests > MANY_GUESTS)
    return `${warning ? `${warning} ` : ''}${guests} guests at once${cents === 0 ? '' : `, ${formatUsdShort(cents)}`}. Is that right?`
  return warning && `${warning} Let ${guests === 1 ? 'this guest' : 'them'} in all the same?`
}

/** Refusal text of an act; null where it can be recorded. Cover that was taken is a fact, whatever its price. */
export function coverProblem({ items, method, reservationId, entryId }: CoverTakenAct): string | null {
  if (reservationId !== undefined && entryId !== undefined)
    return 'Name the reservation or the entry of a guest list, not both.'
  if (new Set(items.map(({ kind }) => kind)).size < items.length)
    return 'Each kind of cover can stand once in an act. Add its guests up.'
  if (itemsGuests(items) > MAX_COVER_GUESTS)
    return `Record cover for at most ${MAX_COVER_GUESTS} guests at a time.`
  const paid = items.filter(({ kind }) => isPaidKind(kind))
  if (paid.some(({ eachCents }) => eachCents < LEAST_EACH_CENTS))
    return 'Full and reduced cover cost at least $0.50 a guest. Record a comp for guests who pay nothing.'
  if (paid.length > 0 && method === null) return 'Say whether the cover was paid in cash or by card.'
  return null
}

const LEAST_EACH_CENTS = 50
const DAYS_BACK = 7

/**
 * The night that cover counts for: that of the device's list, because a clock can be a day off. The day on which it was
 * taken where the list cannot have been of that night.
 */
export function nightOfCover(listed: CalendarDate, happenedAt: Date, now: Date): CalendarDate {
  const today = businessDate(now)
  return listed <= today && listed >= addDays(today, -DAYS_BACK) ? listed : businessDate(happenedAt)
}

/** An act as the record that it becomes, for a screen that shows it before the server has answered. */
export const takenOf = (act: CoverAct, name: string): CoverTaken => ({
  id: act.id,
  undoesId: act.kind === 'cover_undone' ? act.undoesId : null,
  items: act.kind === 'cover' ? act.items : [],
  happenedAt: act.at,
  actorName: name,
})

/** The items of an act, without the kinds of which there is no guest. */
export const itemsOf = (
  counts: Readonly<Record<CoverItem['kind'], number>>,
  { fullCents, reducedCents }: CoverPrices,
): CoverItem[] => {
  const items: CoverItem[] = [
    { kind: 'full', guests: counts.full, eachCents: fullCents ?? 0 },
    { kind: 'reduced', guests: counts.reduced, eachCents: reducedCents ?? 0 },
    { kind: 'guest_list', guests: counts.guest_list, eachCents: 0 },
    { kind: 'comp', guests: counts.comp, eachCents: fullCents ?? 0 },
  ]
  return items.filter(({ guests }) => guests > 0)
}
