import { coverForStaff } from '#features/events/rules.ts'
import { slotsOn } from '#features/dining/rules.ts'
import { readServiceDayFacts } from '#features/dining/service.ts'
import { occupancyOf } from '#features/dining/table-assignments/rules.ts'
import { comparePrices } from '#features/reservation-management/amendments/price/service.ts'
import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import {
  insideProblem,
  LOWER_PRICE,
  standingProblem,
  takenText,
} from '#features/reservation-management/amendments/rules.ts'
import { tablesAt } from '#features/reservation-management/amendments/places/rules.ts'
import type {
  AmendmentForm,
  AmendmentPlan,
  AmendmentPreview,
  PlanRefusal,
  PricePreview,
} from '#features/reservation-management/amendments/schema.ts'
import { planAmendment } from '#features/reservation-management/amendments/service.ts'
import { countInside } from '#features/reservation-management/arrivals/service.ts'
import {
  findNightChoice,
  listNightChoices,
} from '#features/reservation-management/staff-bookings/options/service.ts'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import { findEveningContact } from '#features/reservation-management/amendments/evening-contact/service.ts'
import { listSharesLeftOut } from '#features/reservation-management/entry-shares/service.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { findOccupantOf, findBooking } from '#features/reservation-management/service.ts'
import { pacingOf } from '#features/reservation-management/staff-bookings/rules.ts'
import type { NightChoice } from '#features/reservation-management/staff-bookings/schema.ts'
import { emailFor, may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { tableChangeText } from '#features/reservations/evening/rules.ts'
import { listTablesKept } from '#features/reservations/evening/service.ts'
import type { PackageKey } from '#features/reservations/package-contents/schema.ts'
import type { Venue } from '#features/venue/schema.ts'
import { formatPhone } from '#lib/phone.ts'
import type { Result } from '#lib/result.ts'
import { wallClock } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly actor: Actor; readonly venue: Venue }

/**
 * All that the dialog shows for the values as typed: choices, tables, price and what would be refused. It locks nothing
 * and writes nothing; the change itself decides again. Null where the reservation does not exist.
 */
export async function previewAmendment(
  deps: Deps,
  id: string,
  form: AmendmentForm,
): Promise<AmendmentPreview | null> {
  const { db, now, actor, venue } = deps
  const booking = await findBooking(deps.db, id)
  const facts = booking && (await findFacts(db, id))
  if (!booking || booking.deletedAt || !facts) return null
  const canAmend = may(actor.role, 'reservations.amend')
  const plan = await planAmendment(deps, booking, form)
  const seated = plan.ok ? seatedBy(plan.value) : []
  const tables = plan.ok ? plan.value.tables : (plan.reason.tables ?? [])
  const { price, problem } = await previewPrice(deps, booking, plan)
  const isMoved = plan.ok && plan.value.date !== booking.date
  const inside = isMoved ? insideProblem(await countInside(db, booking)) : null
  const nights = await nightsFor(deps, booking)
  const standing = standingProblem(booking, form, now) ?? inside
  return {
    id,
    type: booking.type,
    status: booking.status,
    version: booking.version,
    guestName: booking.guestName,
    fields: fieldsOf(deps, booking, facts),
    storedEmail: emailFor(actor.role, booking.guestEmail),
    canAmend,
    isPaying: booking.paymentStatus === 'pending',
    nights,
    slots: booking.type === 'dining' ? await slotsFor(deps, booking, form) : [],
    coversPerSlot: venue.dining.coversPerSlot,
    tables,
    packages: booking.type === 'nightlife' ? packagesFor(venue, facts) : [],
    seatedAt: plan.ok ? seated : facts.tableNumbers,
    until: plan.ok ? wallClock(plan.value.span.endsAt).time : null,
    stay: plan.ok ? plan.value.stay : null,
    price,
    cover: coverOf(nights, booking, form),
    isOver: (plan.ok ? plan.value.span : booking).endsAt <= now,
    problem: standing ?? (await seatProblem(deps, booking, plan)) ?? problem,
    agreement: plan.ok ? plan.value.agreement : null,
    evening: await findEveningContact(deps, id),
    tableChange: isMoved || !plan.ok ? null : await findTableChange(deps, id, seated),
    friendsLeftOut: await friendsLeftOutOf(deps, booking, form),
  }
}

const seatedBy = ({ places: [place], tables }: AmendmentPlan): readonly number[] =>
  place ? tablesAt(tables, place).map(({ tableNumber }) => tableNumber) : []

const findTableChange = async (deps: Deps, id: string, after: readonly number[]): Promise<string | null> =>
  tableChangeText({ kept: await listTablesKept(deps, id, 'guest'), after }, 'staff')

/** The cover at the door, where another night or party makes it another one. */
function coverOf(
  nights: readonly NightChoice[],
  { eventId, guestCount, holderCount }: Booking,
  form: AmendmentForm,
): AmendmentPreview['cover'] {
  const coverAt = (id: string | null, guests: number): string => {
    const price = nights.find((night) => night.id === id)?.price
    return (price === undefined ? null : coverForStaff(price, guests, holderCount)) ?? 'None'
  }
  const before = coverAt(eventId, guestCount)
  const after = coverAt(form.eventId ?? eventId, form.guests ?? guestCount)
  return before === after ? null : { before, after }
}

async function friendsLeftOutOf({ db }: Deps, { id, guestCount }: Booking, form: AmendmentForm) {
  if (form.guests === undefined || form.guests >= guestCount) return []
  return (await listSharesLeftOut(db, id, form.guests)).map(({ guestName }) => guestName)
}

const isPackage = (key: PackageKey | null): key is PackageKey => key !== null

const fieldsOf = ({ actor }: Deps, it: Booking, { lines }: AmendedFacts): AmendmentPreview['fields'] => ({
  name: it.guestName,
  guests: String(it.guestCount),
  phone: it.guestPhone === null ? '' : formatPhone(it.guestPhone),
  email: may(actor.role, 'guests.contact') ? it.guestEmail : '',
  date: it.date,
  time: wallClock(it.startsAt).time,
  eventId: it.eventId ?? '',
  tableId: it.tableId ?? 'none',
  packages: lines.map(({ packageKey }) => packageKey).filter(isPackage),
})

/** The nights that are not over, and the reservation's own. */
async function nightsFor(deps: Deps, { eventId }: Booking): Promise<NightChoice[]> {
  if (!eventId) return []
  const nights = await listNightChoices(deps)
  if (nights.some(({ id }) => id === eventId)) return nights
  const own = await findNightChoice(deps.db, eventId)
  return own ? [own, ...nights] : nights
}

/** Pacing of the wanted date, without the party itself. */
async function slotsFor({ db, now, venue }: Deps, booking: Booking, form: AmendmentForm) {
  const { date = booking.date, guests = booking.guestCount } = form
  const times = slotsOn(venue, date)
  const [first, last] = [times[0], times.at(-1)]
  if (!first || !last) return []
  const facts = await readServiceDayFacts(db, {
    date,
    from: occupancyOf(venue, { date, guests }, first).startsAt,
    until: occupancyOf(venue, { date, guests }, last).endsAt,
    except: booking.id,
  })
  return pacingOf(venue, facts, { date, guests, now })
}

/** The packages on offer at their prices, and the booked ones at the price that was agreed. */
const packagesFor = (venue: Venue, { lines }: AmendedFacts): AmendmentPreview['packages'] => {
  const booked = lines.flatMap(({ packageKey: key, label: name, amountCents: priceCents }) =>
    key ? [{ key, name, priceCents }] : [],
  )
  const others = venue.packages.filter(({ key }) => !booked.some((it) => it.key === key))
  return [...booked, ...others.map(({ key, name, priceCents }) => ({ key, name, priceCents }))]
}

type Planned = Result<AmendmentPlan, PlanRefusal>

/** Why the party would not get its table; null where it would. */
async function seatProblem({ db }: Deps, { id }: Booking, plan: Planned): Promise<string | null> {
  if (!plan.ok) return plan.reason.text
  const [first] = plan.value.places
  if (!first?.tableId) return null
  if (tablesAt(plan.value.tables, first).every(({ isFree }) => isFree)) return null
  const occupant = await findOccupantOf(db, id, { ...plan.value.span, ...first })
  return takenText(occupant).replace('was taken meanwhile', 'is taken').replace(' Nothing was changed.', '')
}

async function previewPrice(
  { db, actor }: Deps,
  booking: Booking,
  plan: Planned,
): Promise<{ readonly price: PricePreview; readonly problem: string | null }> {
  const totalCents = plan.ok ? plan.value.totalCents : booking.totalCents
  const { difference, pendingCents, onlineCents } = await comparePrices(db, booking, totalCents)
  const { dueBeforeCents, dueCents, riseCents, surplusCents, creditUsedCents } = difference
  const seesMoney = may(actor.role, 'payments.read')
  const isLower = totalCents < booking.totalCents
  return {
    price: {
      totalBeforeCents: seesMoney ? booking.totalCents : null,
      totalCents: seesMoney ? totalCents : null,
      receivedCents: seesMoney ? booking.receivedCents - booking.refundedCents - pendingCents : null,
      creditBeforeCents: seesMoney ? booking.creditCents : null,
      creditCents: seesMoney ? booking.creditCents - creditUsedCents : null,
      dueBeforeCents,
      dueCents,
      riseCents,
      surplusCents: seesMoney ? surplusCents : 0,
      onlineCents: seesMoney ? onlineCents : 0,
    },
    problem: isLower && !may(actor.role, 'reservations.amend') ? LOWER_PRICE : null,
  }
}
