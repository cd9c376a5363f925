import { isDeepStrictEqual } from 'node:util'
import { blockForChange } from '#features/holds/table-blocks/service.ts'
import { isFreePlace, seatsAt, tablesAt } from '#features/reservation-management/amendments/places/rules.ts'
import { planAmendment } from '#features/reservation-management/amendments/service.ts'
import type { AmendmentPlan, AmendmentRequest } from '#features/reservation-management/amendments/schema.ts'
import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import { comparePrices } from '#features/reservation-management/amendments/price/service.ts'
import { writeAmendment } from '#features/reservation-management/amendments/writing/service.ts'
import { findLapseRefusal } from '#features/reservation-management/guest-changes/limits/service.ts'
import { hasArrived } from '#features/reservation-management/arrivals/service.ts'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { listShares } from '#features/reservation-management/entry-shares/service.ts'
import { findBooking } from '#features/reservation-management/service.ts'
import { isGuestBlocked } from '#features/reservations/service.ts'
import type { PackageKey } from '#features/reservations/package-contents/schema.ts'
import type { Venue } from '#features/venue/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { addMinutes } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import {
  GUEST,
  basisOf,
  changedForm,
  doneText,
  isAsShown,
  isReseated,
  isUnchanged,
  keptSeat,
  notFreeText,
  paymentOf,
  refusal,
  sharedText,
  standingRefusal,
  tooManyText,
} from './rules.ts'
import {
  type ConfirmedChange,
  type GuestChange,
  type GuestChangeRefusal,
  type PlannedChange,
  type PreviewedChange,
  type WantedChange,
  wantedChange,
} from './schema.ts'
import { findOpenChange, insertChange, isTableForSale, listDonePackages, lockChange } from './store.ts'

export {
  findLastChange,
  isReplaced,
  listExpiredChanges,
  markChange,
  markReplaced,
  readWantedNames,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly venue: Venue }
type Refused = Result<never, GuestChangeRefusal>
const refuse = (why: Parameters<typeof refusal>[0]): Refused => no(refusal(why))
const refuseWith = (why: 'refused' | 'too_many', text: string): Refused => no({ why, text })

/** The author of a guest's own change, in the audit log and for its email. */
const AUTHOR = { ...GUEST, canAmend: true } as const

const read = <Row extends { readonly wanted: unknown }>({ wanted, ...row }: Row) => ({
  ...row,
  wanted: wantedChange.parse(wanted),
})

/** The change of a reservation that waits for its payment; null without one. */
export async function findWaitingChange(
  { db }: { readonly db: Db },
  reservationId: string,
): Promise<GuestChange | null> {
  const row = await findOpenChange(db, reservationId)
  return row ? read(row) : null
}

/** Locks a change of a reservation that the caller has locked. */
export async function lockGuestChange(trx: Db, id: string): Promise<GuestChange | undefined> {
  const row = await lockChange(trx, id)
  return row && read(row)
}

/** Why the guest may not change the reservation now, whatever they want; null where they may. */
async function findStandingRefusal(
  { db, now, venue }: Deps,
  booking: Booking,
): Promise<GuestChangeRefusal | null> {
  if (booking.type !== 'nightlife') return refusal('by_phone')
  const standing = {
    ...booking,
    hasArrived: await hasArrived(db, booking.id),
    noticeHours: venue.changeNoticeHours,
  }
  const refused = standingRefusal(standing, now)
  if (refused) return refused
  const contacts = { guestPhone: booking.guestPhone ?? '', guestEmail: booking.guestEmail }
  return booking.disputedCents > 0 || (await isGuestBlocked(db, contacts)) ? refusal('by_phone') : null
}

/** Why the guest may not change a reservation now; null where they may. */
export async function checkGuestChange(deps: Deps, id: string): Promise<GuestChangeRefusal | null> {
  const booking = await findBooking(deps.db, id)
  return booking ? findStandingRefusal(deps, booking) : refusal('not_found')
}

/**
 * The change and its price, for the guest to confirm. It writes nothing. The table of a change that waits for its payment is
 * free for its guest: that change is dropped first.
 */
export async function previewGuestChange(
  deps: Deps,
  id: string,
  wanted: WantedChange,
): Promise<Result<PreviewedChange, GuestChangeRefusal>> {
  const booking = await findBooking(deps.db, id)
  const facts = booking && (await findFacts(deps.db, id))
  if (!booking || booking.deletedAt || !facts) return refuse('not_found')
  const waiting = await findWaitingChange(deps, id)
  const planned = await planGuestChange(deps, { booking, facts, waiting }, wanted)
  return planned.ok ? ok({ facts, planned: planned.value }) : planned
}

type Current = {
  readonly booking: Booking
  readonly facts: AmendedFacts
  /** The change that waits for its payment, where it is not dropped yet. */
  readonly waiting?: GuestChange | null
}

const packagesOf = ({ lines }: AmendedFacts): readonly PackageKey[] =>
  lines.flatMap(({ packageKey }) => packageKey ?? [])

/** Plans a change by the rules of staff, and refuses what only staff can agree to. */
async function planGuestChange(
  deps: Deps,
  { booking, facts, waiting = null }: Current,
  wanted: WantedChange,
): Promise<Result<PlannedChange, GuestChangeRefusal>> {
  const { db, venue } = deps
  const standing = await findStandingRefusal(deps, booking)
  if (standing) return no(standing)
  const form = changedForm({ booking, packages: packagesOf(facts) }, wanted, venue.moveFeeCents)
  if (isUnchanged(form)) return refuse('unchanged')
  const shares = form.guests === undefined ? [] : await listShares(db, [booking.id])
  const shared = sharedText(form.guests, shares.filter(({ isTakenBack }) => !isTakenBack).length)
  if (shared) return refuseWith('refused', shared)
  const done = form.packages ? await listDonePackages(db, booking.id) : []
  const removed = done.filter(({ key }) => !form.packages?.includes(key))
  const problem = doneText(removed.map(({ label }) => label))
  if (problem) return refuseWith('refused', problem)
  const planned = await planAmendment(deps, booking, form)
  if (!planned.ok) return refuseWith('refused', planned.reason.text)
  const plan = planned.value
  const seat = await findSeatRefusal(deps, booking, { plan, form, waiting })
  if (seat) return no(seat)
  const { difference, onlineCents } = await comparePrices(db, booking, plan.totalCents)
  const isCredited = venue.creditOnMove && form.eventId !== undefined
  // Staff refund by hand money that was paid at the venue.
  if (!isCredited && difference.surplusCents > onlineCents) return refuse('by_phone')
  const payment = paymentOf({ difference, isDueAtVenueAllowed: venue.changeDueAtVenue, isCredited })
  return ok({ form, plan, difference, payment })
}

/** Why the party cannot have the planned table; null where it can. */
async function findSeatRefusal(
  deps: Pick<Deps, 'db' | 'now'>,
  booking: Booking,
  { plan, form, waiting }: Pick<PlannedChange, 'plan' | 'form'> & { readonly waiting: GuestChange | null },
): Promise<GuestChangeRefusal | null> {
  const { guests = booking.guestCount, tableId } = form
  const [place] = plan.places
  const [table] = place ? tablesAt(plan.tables, place) : []
  if (!place || !table || plan.eventId === null) return refusal('by_phone')
  const isMoved = isReseated(booking, plan)
  const seats = seatsAt(plan.tables, place)
  if (guests > seats && (isMoved || guests > booking.guestCount))
    return { why: 'too_many', text: tooManyText(table.tableNumber, seats) }
  if (!isMoved) return null
  const kept = keptSeat(waiting, booking)
  const isKept = kept?.eventId === plan.eventId && kept.tableId === table.id
  if (!isKept && !isFreePlace(plan.tables, place))
    return tableId === undefined ? { why: 'taken', text: notFreeText(table.tableNumber) } : refusal('taken')
  return (await isPlaceForSale(deps, plan)) ? null : refusal('not_for_sale')
}

const isPlaceForSale = async (
  deps: Pick<Deps, 'db' | 'now'>,
  { eventId, places: [place] }: Pick<AmendmentPlan, 'eventId' | 'places'>,
): Promise<boolean> =>
  eventId !== null && place?.tableId != null && (await isTableForSale(deps, eventId, place.tableId))

export type GuestChangeStep =
  | { readonly step: 'made' }
  /** The table is held, and the difference is to be paid. */
  | {
      readonly step: 'pay'
      readonly changeId: string
      readonly amountCents: number
      readonly heldUntil: Date
    }

/**
 * Makes a change of a reservation that the caller has locked, or prepares it for its payment: the wanted table is held by a
 * block, and the reservation stays as it is.
 */
export async function beginGuestChange(
  deps: Deps,
  { booking, facts }: Current,
  { version, wanted, shown, browser }: ConfirmedChange,
): Promise<Result<GuestChangeStep, GuestChangeRefusal>> {
  const { db: trx, now, venue } = deps
  if (booking.version !== version) return refuse('changed_meanwhile')
  const planned = await planGuestChange(deps, { booking, facts }, wanted)
  if (!planned.ok) return planned
  const { form, plan, difference, payment } = planned.value
  if (!isAsShown(shown, planned.value)) return refuse('price_changed')
  if (payment !== 'online') return writeGuestChange(deps, { booking, facts }, { form, shown })
  const isSeatNeeded = isReseated(booking, plan)
  const lapsed = isSeatNeeded ? await findLapseRefusal(deps, booking.id) : null
  if (lapsed) return no(lapsed)
  const tableBlockId = isSeatNeeded ? await holdTable(deps, plan) : null
  if (tableBlockId === undefined) return refuse('taken')
  const heldUntil = addMinutes(now, venue.holdMinutes)
  const { id } = await insertChange(trx, {
    reservationId: booking.id,
    wanted,
    basis: basisOf(facts),
    night: plan.date,
    totalCents: plan.totalCents,
    differenceCents: difference.riseCents,
    feeCents: form.moveFeeCents ?? 0,
    tableBlockId,
    heldUntil,
    holderBrowser: browser ?? null,
  })
  return ok({ step: 'pay', changeId: id, amountCents: difference.riseCents, heldUntil })
}

const HELD_REASON = 'A guest pays to change to this table'

/** Undefined where the table was taken. */
async function holdTable(
  deps: Deps,
  { places: [place], eventId }: AmendmentPlan,
): Promise<string | undefined> {
  if (!place?.tableId || eventId === null) return undefined
  const block = { eventId, tableId: place.tableId, reason: HELD_REASON }
  return (await blockForChange(deps, block)) ?? undefined
}

type Writing = {
  readonly form: AmendmentRequest
  readonly shown: Omit<ConfirmedChange['shown'], 'night'>
}

async function writeGuestChange(
  deps: Deps,
  { booking, facts }: Current,
  { form, shown }: Writing,
): Promise<Result<{ readonly step: 'made' }, GuestChangeRefusal>> {
  const { isCredit, dueCents, surplusCents } = shown
  const decision = surplusCents === 0 ? 'due' : isCredit ? 'credit' : 'refund'
  const written = await writeAmendment(
    { ...deps, author: AUTHOR },
    { locked: booking, facts },
    {
      form: { ...form, shown: { dueCents, surplusCents }, price: { decision, reason: '' } },
      isTakenOver: false,
    },
  )
  if (written.ok) return ok({ step: 'made' })
  // The texts of a taken table and of a question are for staff: they name other guests.
  const { reason } = written
  return reason.why === 'refused' ? refuseWith('refused', reason.text) : refuse('taken')
}

type PaidChange = {
  readonly change: GuestChange
  /** The table was held for the guest until now. A night that sold out meanwhile does not take it from them. */
  readonly isSeatHeld: boolean
}

/**
 * Makes a change whose difference was paid. It is refused where the reservation is not the one that the difference was
 * computed from, the table was lost, or guests of the party sit at the former one. The caller has locked the reservation and
 * released the table that was held.
 */
export async function makePaidGuestChange(
  deps: Deps,
  { booking, facts }: Current,
  { change, isSeatHeld }: PaidChange,
): Promise<Result<{ readonly step: 'made' }, GuestChangeRefusal>> {
  const { db: trx, now } = deps
  if (booking.deletedAt || booking.status !== 'confirmed' || booking.endsAt <= now) return refuse('not_live')
  if (!isDeepStrictEqual(change.basis, basisOf(facts))) return refuse('changed_meanwhile')
  const form = changedForm({ booking, packages: packagesOf(facts) }, change.wanted, change.feeCents)
  const planned = await planAmendment(deps, booking, form)
  if (!planned.ok) return refuseWith('refused', planned.reason.text)
  const plan = planned.value
  if (plan.totalCents !== change.totalCents) return refuse('price_changed')
  // Staff moved the night while the guest paid for it.
  if (change.night !== null && plan.date !== change.night) return refuse('changed_meanwhile')
  if (isReseated(booking, plan)) {
    if (await hasArrived(trx, booking.id)) return refuse('arrived')
    if (!isSeatHeld && !(await isPlaceForSale(deps, plan))) return refuse('not_for_sale')
  }
  const { difference } = await comparePrices(trx, booking, change.totalCents)
  const { dueCents, surplusCents } = difference
  const isCredit = surplusCents > 0 && deps.venue.creditOnMove && form.eventId !== undefined
  return writeGuestChange(deps, { booking, facts }, { form, shown: { dueCents, surplusCents, isCredit } })
}
