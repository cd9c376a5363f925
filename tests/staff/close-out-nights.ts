import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect } from 'vitest'
import { loadCloseOut } from '#features/close-out/service.ts'
import type { CloseForm, Outcome } from '#features/close-out/schema.ts'
import { recordVenuePayment } from '#features/payments/at-venue/service.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { startBookings, type TestBookings } from '../booking/bookings.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { createStaff } from './sign-in.ts'

// 5:30 AM in Texas: the night of Friday, April 2, is over. The seeded nights are months before.
const NIGHT = '2027-04-02'
const MORNING = new Date('2027-04-03T10:30:00Z')
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

type Booked = {
  readonly name?: string
  readonly cents?: number
  readonly type?: 'nightlife' | 'dining'
}

/** A night of its own for every test, since locks and ledger lines are never deleted, on the morning after it. */
export function useCloseOutNights() {
  let database: TestDatabase
  let bookings: TestBookings
  let ids: { ama: string; kofi: string }
  let tables = 0
  const nights = { date: NIGHT }
  beforeAll(async () => {
    database = await cloneDatabase()
    bookings = await startBookings(database, MORNING)
    ids = {
      ama: await createStaff(database, 'ama@venue.example'),
      kofi: await createStaff(database, 'kofi@venue.example', { role: 'owner' }),
    }
  })
  const setNight = (date: string, now?: Date): void => {
    nights.date = date
    bookings.clock.now = now ?? new Date(MORNING.getTime() + Date.parse(date) - Date.parse(NIGHT))
  }
  const dayAfter = (days: number): string =>
    new Date(Date.parse(nights.date) + days * DAY_MS).toISOString().slice(0, 10)
  beforeEach(() => {
    tables = 0
    setNight(dayAfter(7))
  })
  /** Dependencies of a manager or an owner on the morning after the night. */
  const as = (name: 'ama' | 'kofi' = 'ama', role: StaffRole = name === 'ama' ? 'manager' : 'owner') => ({
    ...bookings.deps(),
    actor: { id: ids[name], name: name === 'ama' ? 'Ama' : 'Kofi', role },
  })
  /** Takes cash for a party, at 1:30 AM by default. */
  async function pay(id: string, amount: number, now = new Date(as().now.getTime() - 4 * HOUR_MS)) {
    const form = { key: randomUUID(), amount, method: 'cash' as const, note: '' }
    const done = await recordVenuePayment({ ...as(), now }, id, form)
    expect(done.ok).toBe(true)
  }
  return {
    as,
    pay,
    setNight,
    dayAfter,
    date: () => nights.date,
    database: () => database,
    /** Books a party of six from 9:30 PM to 5 AM, at a table of its own, with its price paid in cash. */
    book: async ({ name = 'Ada Obi', cents = 0, type = 'nightlife' }: Booked = {}): Promise<string> => {
      tables += 1
      const { rows } = await database.pool.query<{ id: string }>(
        `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
           guest_count, status, total_price_cents)
         select id, $1, $2, moment_of_business($2::date, '21:30'),
           moment_of_business($2::date, '21:30') + interval '450 minutes', $3, 'guest@example.com', 6, 'confirmed', $4
         from venue_tables order by table_number offset $5 limit 1 returning id`,
        [type, nights.date, name, cents, tables],
      )
      const id = rows[0]?.id ?? ''
      if (cents > 0) await pay(id, cents)
      return id
    },
    /** Puts Esi Owusu and three guests on a list of an event of the night; the id of the entry. */
    putOnList: async (): Promise<string> => {
      const { rows } = await database.pool.query<{ id: string }>(
        `with night as (
           insert into events (slug, title, description, category, date, start_time, price, price_range)
           values ('list-of-' || $1::date, 'Afrobeats', '', 'Nightlife', $1, '21:00', '$25', 'moderate') returning id
         ), list as (
           insert into guest_lists (event_id, name, max_guests, terms) select id, 'Friends', 50, 'free' from night
           returning id
         ) insert into guest_list_entries (list_id, guest_name, guest_count, source)
           select id, 'Esi Owusu', 4, 'staff' from list returning id`,
        [nights.date],
      )
      return rows[0]?.id ?? ''
    },
    /** A price of a party that was paid online in full. */
    payOnline: async (id: string, cents: number): Promise<void> => {
      await database.pool.query('update reservations set total_price_cents = $2 where id = $1', [id, cents])
      await database.pool.query(
        `insert into checkouts (reservation_id, provider, amount_cents, received_cents, status, paid_at, expires_at)
         values ($1, 'local', $2, $2, 'paid', $3, $3)`,
        [id, cents, as().now],
      )
    },
    /** A charge at the provider for a checkout of ours. */
    payAtProvider: async (it: {
      checkoutId: string
      reservationId: string
      cents: number
    }): Promise<void> => {
      const { sessionId } = await as().payments.createCheckout({
        checkoutId: it.checkoutId,
        reservationId: it.reservationId,
        lines: [{ label: 'Table', amountCents: it.cents }],
        guestEmail: 'guest@example.com',
        successUrl: 'http://localhost/',
        cancelUrl: 'http://localhost/',
        expiresAt: new Date(as().now.getTime() + HOUR_MS),
      })
      await bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
    },
    /** Records that guests of a party came, at 11:30 PM. */
    arrive: async (id: string, guests = 6): Promise<void> => {
      const { now } = as()
      const at = new Date(now.getTime() - 6 * HOUR_MS).toISOString()
      const act = { id: randomUUID(), reservationId: id, kind: 'arrived' as const, guests, at }
      const done = await recordArrivals(as(), { sentAt: now.toISOString(), acts: [act] })
      expect(done).toMatchObject({ ok: true, value: [{ isRecorded: true }] })
    },
    page: () => loadCloseOut(as(), nights.date),
  }
}

/** Outcomes of parties by their ids; money is kept. */
export const decide = (outcomes: Readonly<Record<string, Outcome>>, reason = ''): CloseForm => ({
  decisions: Object.entries(outcomes).map(([reservationId, outcome]) => ({
    reservationId,
    outcome,
    isRefunded: false,
  })),
  reason,
})

export const refusal = (text: unknown) => ({ ok: false, reason: { why: 'refused', text } })
