import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Person } from '#platform/db/fragments/subject-rows.ts'
import { dueAtVenue } from './rules.ts'
import type { CancelReason, NightReservation, PaymentStatus } from './schema.ts'

export type ReservationFacts = NonNullable<Awaited<ReturnType<typeof selectReservationForUpdate>>>

/** Locks the table and then the reservation until the transaction ends. */
export async function selectReservationForUpdate(db: Db, id: string) {
  // Lock order: table, reservation, as when a hold is placed. Transactions with the same order cannot deadlock.
  await sql`
    select from venue_tables where id = (select table_id from reservations where id = ${id}) for no key update
  `.execute(db)
  return (
    db
      .selectFrom('reservations')
      .where('id', '=', id)
      .select([
        'id',
        'status',
        'cancelReason',
        'paymentStatus',
        'heldUntil',
        'startsAt',
        'endsAt',
        'deletedAt',
        'refundableUntil',
      ])
      .select(['totalPriceCents', 'guestEmail', 'guestCount', 'reservationType', 'version'])
      // Triggers on the ledger maintain these columns for every payment method.
      .select(sql<number>`greatest(0, received_cents - refunded_cents - disputed_cents)`.as('moneyCents'))
      .forUpdate()
      .executeTakeFirst()
  )
}

/** Whether the table of a reservation is in use. The caller has locked both (`selectReservationForUpdate`). */
export async function isTableInUse(db: Db, id: string): Promise<boolean> {
  const table = await db
    .selectFrom('reservations as r')
    .innerJoin('venueTables as t', 't.id', 'r.tableId')
    .where('r.id', '=', id)
    .where('t.isAvailable', '=', true)
    .where('t.deletedAt', 'is', null)
    .select('t.id')
    .executeTakeFirst()
  return table !== undefined
}

/**
 * Keeps tables in use until the transaction ends; false where one is not in use any more. A change that takes them out
 * of use waits, and then finds the party that has them.
 */
export async function keepTablesInUse(db: Db, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const kept = await db
    .selectFrom('venueTables')
    .select('id')
    .where('id', 'in', ids)
    .where('isAvailable', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return kept.length === new Set(ids).size
}

export async function writeConfirmed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ status: 'confirmed', cancelReason: null, paymentStatus: 'paid', heldUntil: null })
    .where('id', '=', id)
    .execute()
}

/** Confirms a hold with a total of zero, without a payment. */
export async function confirmFreeReservation(db: Db, id: string): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ status: 'confirmed', paymentStatus: 'none', heldUntil: null })
    .where('id', '=', id)
    .execute()
}

/** All tables of a party, with its time where its night was moved meanwhile. */
export type Seats = {
  readonly tableId: string | null
  readonly secondTableId: string | null
  readonly extraTableIds: readonly string[]
  readonly businessDate?: string
  readonly startsAt?: Date
  readonly endsAt?: Date
}

export async function writeReseated(db: Db, id: string, { extraTableIds, ...seats }: Seats): Promise<void> {
  await db
    .updateTable('reservations')
    .set({
      ...seats,
      status: 'confirmed',
      cancelReason: null,
      heldUntil: null,
      extraTableIds: [...extraTableIds],
      keptCents: 0,
      keptReason: null,
      isRefundedIfResold: false,
    })
    .where('id', '=', id)
    .execute()
}

/** Cancels a reservation. A trigger on the status frees its table. */
export async function cancelReservation(db: Db, id: string, reason: CancelReason): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ status: 'cancelled', cancelReason: reason })
    .where('id', '=', id)
    .execute()
}

export async function setGuestEmail(db: Db, id: string, guestEmail: string): Promise<void> {
  await db.updateTable('reservations').set({ guestEmail }).where('id', '=', id).execute()
}

type GuestContact = { readonly guestPhone: string | null; readonly specialRequests?: string | null }

export async function setGuestContact(db: Db, id: string, contact: GuestContact): Promise<void> {
  await db.updateTable('reservations').set(contact).where('id', '=', id).execute()
}

/** Special requests of a reservation; empty without any. */
export const findSpecialRequests = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('reservations').where('id', '=', id).select('specialRequests').executeTakeFirst())
    ?.specialRequests ?? ''

/** The reservation that one was merged into; null where it was not. */
export const findMergeOf = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('reservations').where('id', '=', id).select('mergedIntoId').executeTakeFirst())
    ?.mergedIntoId ?? null

/** Sets the payment status. The caller has locked the reservation (`lockReservation`). */
export async function setPaymentStatus(db: Db, id: string, paymentStatus: PaymentStatus): Promise<void> {
  await db.updateTable('reservations').set({ paymentStatus }).where('id', '=', id).execute()
}

const nightRow = (db: Db, id: string) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('events as e', 'e.id', 'r.eventId')
    .innerJoin('venueTables as t', 't.id', 'r.tableId')
    .where('r.id', '=', id)
    .select([
      'r.id',
      'r.entryCode',
      'r.status',
      'r.cancelReason',
      'r.paymentStatus',
      'r.startsAt',
      'r.endsAt',
    ])
    .select([
      'r.guestName',
      'r.guestEmail',
      'r.guestPhone',
      'r.guestCount',
      'r.holderCount',
      'r.specialRequests',
      'r.createdAt',
    ])
    .select(['r.totalPriceCents', 't.tableNumber'])
    .select([
      sql<number[]>`array(select x.table_number from venue_tables x
        where x.id = any(r.extra_table_ids) order by x.table_number)`.as('otherTables'),
      // A large party can sit in two zones.
      sql<string>`(select string_agg(distinct x.location, ' and ') from venue_tables x
        where x.id = r.table_id or x.id = any(r.extra_table_ids))`.as('location'),
      sql<number | null>`(select sum(x.minimum_spend_cents)::int from venue_tables x
        where x.id = r.table_id or x.id = any(r.extra_table_ids))`.as('minimumSpendCents'),
    ])
    .select(['r.deletedAt', 'r.keptCents', 'r.version', 'r.refundableUntil'])
    .select(['r.isRefundedIfResold', 'r.creditCents', 'r.creditUntil'])
    .select(['r.allowanceCents', 'r.receivedCents', 'r.priceRefundedCents'])
    .select(
      sql<string | null>`(select d.reason from venue_special_days d where d.business_date = e.date
        and d.service = service_of_event(e.start_time, e.end_time) and d.opens is null
        and d.closed_events = 'cancelled')`.as('closedBecause'),
    )
    .select(['e.id as eventId', 'e.slug', 'e.title', 'e.date', 'e.startTime', 'e.endTime', 'e.price'])
    .executeTakeFirst()

/** The price lines of a reservation: its table before its packages. */
export const listPriceLines = (db: Db, id: string) =>
  db
    .selectFrom('reservationLines')
    .where('reservationId', '=', id)
    .select(['kind', 'packageKey', 'label', 'amountCents'])
    .orderBy('kind', 'desc')
    .orderBy('packageKey')
    .execute()

/** A nightlife reservation. A soft-deleted one reads as cancelled by staff, which is what it means for the guest. */
export async function findNightReservation(
  db: Db,
  id: string,
): Promise<Omit<NightReservation, 'packages'> | null> {
  const row = await nightRow(db, id)
  if (!row) return null
  const { totalPriceCents, tableNumber, otherTables, location, minimumSpendCents, eventId, ...priced } = row
  const { allowanceCents, receivedCents, priceRefundedCents, ...night } = priced
  const money = { totalCents: totalPriceCents, allowanceCents, receivedCents, priceRefundedCents }
  const { slug, title, date, startTime, endTime, price, deletedAt, ...reservation } = night
  return {
    ...reservation,
    ...(deletedAt && reservation.status !== 'cancelled'
      ? ({ status: 'cancelled', cancelReason: 'staff' } as const)
      : {}),
    totalCents: totalPriceCents,
    allowanceCents,
    paidCents: receivedCents - priceRefundedCents,
    dueCents: dueAtVenue({ ...money, status: row.status }),
    lines: await listPriceLines(db, id),
    event: {
      id: eventId,
      slug,
      title,
      date,
      startTime: startTime.slice(0, 5),
      endTime: endTime?.slice(0, 5) ?? null,
      price,
    },
    table: { number: tableNumber, others: otherTables, zone: location, minimumSpendCents },
  }
}

/** All reservations of a guest, or made with an email address of theirs, including soft-deleted ones. */
export const listReservationsOfPerson = (db: Db, { emails, guestIds }: Person) =>
  db
    .selectFrom('reservations as r')
    .leftJoin('events as e', 'e.id', 'r.eventId')
    .leftJoin('venueTables as t', 't.id', 'r.tableId')
    .where(
      sql<boolean>`(lower(r.guest_email) = any(${[...emails]}::text[]) or r.guest_id = any(${[...guestIds]}::uuid[]))`,
    )
    .where('r.anonymisedAt', 'is', null)
    .select([
      'r.id',
      'r.reservationType',
      'r.businessDate',
      'r.startsAt',
      'r.endsAt',
      'r.status',
      'r.createdAt',
    ])
    .select(['r.guestName', 'r.guestEmail', 'r.guestPhone', 'r.guestCount', 'r.tablePreference'])
    .select(['r.specialRequests', 'r.tags', 'r.totalPriceCents', 'r.paymentStatus', 'r.entryCode'])
    .select(['r.creditCents', 'r.creditUntil'])
    .select(['e.title as eventTitle', 't.tableNumber'])
    .select(
      sql<string[]>`array(select s.guest_name from entry_shares s where s.reservation_id = r.id
        order by s.created_at)`.as('friends'),
    )
    .select(
      sql<number>`(select count(*)::int from wallet_registrations w where w.serial = any (array(
        select r.id union all select s.id from entry_shares s where s.reservation_id = r.id)))`.as(
        'devicesWithPass',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from google_passes g where g.serial = any (array(
        select r.id union all select s.id from entry_shares s where s.reservation_id = r.id)))`.as(
        'passesAtGoogle',
      ),
    )
    .select(
      sql<readonly { package: string; name: string; message: string; picture: boolean }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('package', c.package_key, 'name', c.name, 'message', c.message,
          'picture', c.picture_key is not null) order by c.package_key)
        from package_contents c where c.reservation_id = r.id), '[]')`.as('packageContents'),
    )
    .select(
      sql<{ readonly rating: number; readonly comment: string; readonly at: string } | null>`(
        select jsonb_build_object('rating', f.rating, 'comment', f.comment, 'at', f.given_at)
        from visit_feedback f where f.reservation_id = r.id)`.as('feedback'),
    )
    .select(
      sql<Date | null>`(select c.confirmed_at from guest_confirmations c where c.reservation_id = r.id)`.as(
        'confirmedAt',
      ),
    )
    .orderBy('r.createdAt')
    .execute()

/** Whether staff blocked the guest with one of these contacts from booking online. */
export async function isGuestBlocked(
  db: Db,
  { guestPhone, guestEmail }: { readonly guestPhone: string; readonly guestEmail: string },
): Promise<boolean> {
  const { rows } = await sql<{ isBlocked: boolean }>`
    select is_guest_blocked(${guestPhone}, ${guestEmail}) as "isBlocked"`.execute(db)
  return rows[0]?.isBlocked ?? false
}

/**
 * Matches a batch of existing reservations to their guests and returns their number. Skips rows that another transaction
 * has locked: they come with a later batch. A trigger matches new reservations.
 */
export async function matchGuests(db: Db, limit: number): Promise<number> {
  const { rows } = await sql`
    with unmatched as (
      select id from reservations
      where guest_id is null and anonymised_at is null
        and (phone_key(guest_phone) is not null or email_key(guest_email) is not null)
      order by id limit ${limit} for no key update skip locked
    )
    update reservations r set guest_id = guest_of_booking(r.guest_name, r.guest_phone, r.guest_email)
    from unmatched where r.id = unmatched.id returning r.id`.execute(db)
  return rows.length
}
