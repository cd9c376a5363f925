import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addDays, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { type SeedReservation, sampleReservations } from './history.ts'

const BIRTHDAY_CENTS = 5000
const TURN_TIME = sql`interval '105 minutes'`
const BATCH_SIZE = 200

/** Inserts four weeks of past reservations and the first upcoming ones, so that no staff screen starts empty. */
export async function fillReservations(db: Db, today: CalendarDate): Promise<void> {
  const tables = await db
    .selectFrom('venueTables')
    .select(['id', 'tableNumber', 'maxGuests', 'reservationPriceCents as priceCents'])
    .orderBy('tableNumber')
    .execute()
  const nights = await db
    .selectFrom('events')
    .select(['id', 'date', 'startsAt', 'endsAt', 'soldOut', 'tablesForSale'])
    .where('date', '<=', addDays(today, 14))
    .orderBy('startsAt')
    .execute()
  const reservations = sampleReservations(today, tables, nights).map((it) => ({ id: randomUUID(), ...it }))
  const rows = reservations.map((it) => rowOf(it, today))
  for (let i = 0; i < rows.length; i += BATCH_SIZE) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
    await db
      .insertInto('reservations')
      .values(rows.slice(i, i + BATCH_SIZE))
      .execute()
  }
  const lines = reservations.flatMap(linesOf)
  await db.insertInto('reservationLines').values(lines).execute()
  const payments = reservations.filter(isPaid).map((it) => paymentOf(it, today))
  await db.insertInto('ledgerLines').values(payments).execute()
  const past = [...new Set(reservations.map(({ date }) => date))].filter((date) => date < today)
  await db.insertInto('nightClosings').values(past.map(closingOf)).execute()
}

/** Past nights are closed, as the nightly job would have done: a new owner has no night to close that never was. */
const closingOf = (night: CalendarDate) => ({
  night,
  closedAt: sql<Date>`moment_of_business(${addDays(night, 1)}::date, '06:00'::time)`,
  actorName: 'System',
})

type SeededReservation = SeedReservation & { id: string }

const totalOf = (it: SeededReservation): number =>
  linesOf(it).reduce((sum, line) => sum + line.amountCents, 0)

function linesOf(it: SeededReservation) {
  if (it.type === 'dining') return []
  const table = {
    reservationId: it.id,
    kind: 'table' as const,
    packageKey: null,
    label: `Table ${it.table.tableNumber}`,
    amountCents: it.table.priceCents,
  }
  const birthday = {
    reservationId: it.id,
    kind: 'package' as const,
    packageKey: 'birthday_shoutout' as const,
    label: 'Birthday Shoutout Package',
    amountCents: BIRTHDAY_CENTS,
  }
  return it.withBirthday ? [table, birthday] : [table]
}

const isPaid = (it: SeededReservation): boolean => it.type === 'nightlife' && it.status !== 'cancelled'

/** Noon of a day shortly before the business date, and never after today. */
function bookedAt({ date, guestCount }: SeededReservation, today: CalendarDate) {
  const day = addDays(date < today ? date : today, -((guestCount % 6) + 1))
  return sql<Date>`moment_of_business(${day}::date, '12:00'::time)`
}

/** Ledger line for a payment taken at the venue on the day of booking. */
const paymentOf = (it: SeededReservation, today: CalendarDate) => ({
  sourceKey: `venue:${it.id}`,
  kind: 'payment' as const,
  method: it.guestCount % 3 === 0 ? ('cash' as const) : ('card' as const),
  amountCents: totalOf(it),
  reservationId: it.id,
  night: it.date,
  movedAt: bookedAt(it, today),
})

function rowOf(it: SeededReservation, today: CalendarDate) {
  const dinner = sql<Date>`moment_of_business(${it.date}::date, ${it.dinnerAt}::time)`
  return {
    id: it.id,
    eventId: it.eventId,
    tableId: it.table.id,
    reservationType: it.type,
    businessDate: it.date,
    startsAt: it.night?.startsAt ?? dinner,
    endsAt: it.night?.endsAt ?? sql<Date>`${dinner} + ${TURN_TIME}`,
    guestName: it.guestName,
    guestEmail: it.guestEmail,
    guestPhone: it.guestPhone,
    guestCount: it.guestCount,
    specialRequests: it.specialRequests,
    status: it.status,
    cancelReason: it.status === 'cancelled' ? ('guest' as const) : null,
    paymentStatus: 'none' as const,
    totalPriceCents: it.type === 'nightlife' ? totalOf(it) : 0,
    // Reservations paid at the venue come by phone: website bookings are paid online.
    source: isPaid(it) ? ('phone' as const) : ('website' as const),
    createdAt: bookedAt(it, today),
  }
}
