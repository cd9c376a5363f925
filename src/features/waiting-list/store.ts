import { sql } from 'kysely'
import type { Zone } from '#features/venue/schema.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { hasContact, type Person, type SubjectRows } from '#platform/db/fragments/subject-rows.ts'
import type { WaitingEntry, WaitingStatus } from './schema.ts'

const entries = (db: Db) =>
  db
    .selectFrom('waitingEntries as w')
    .leftJoin('events as e', 'e.id', 'w.eventId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('reservations')
          .whereRef('waitingEntryId', '=', 'w.id')
          .where('deletedAt', 'is', null)
          .selectAll()
          .orderBy('id', 'desc')
          .limit(1)
          .as('r'),
      (join) => join.onTrue(),
    )
    .leftJoin('venueTables as t', 't.id', 'r.tableId')
    .where('w.anonymisedAt', 'is', null)
    .select([
      'w.id',
      'w.seq',
      'w.status',
      'w.guestName',
      'w.guestEmail',
      'w.guestPhone',
      'w.guestCount',
      'w.zone',
    ])
    .select(['w.createdAt', 'w.businessDate', 'w.movedFrom', 'w.dinnerAt'])
    .select(['w.offerReason', 'w.offerUndoUntil', 'w.removalAt'])
    .select(['w.joinerBrowser', 'w.joinerAddress', 'w.joinerNetwork'])
    .select([
      'e.id as eventId',
      'e.slug',
      'e.title',
      'e.date',
      'e.startTime',
      'e.endTime',
      'e.startsAt',
      'e.price',
    ])
    .select(sql<Date>`line_ends_at(e.over_at, w.dinner_at, w.business_date)`.as('endsAt'))
    .select(
      sql<boolean>`case when e.id is null then coalesce(
          (select d.opens is not null from venue_special_days d
            where d.business_date = w.business_date and d.service = 'restaurant'),
          exists (select from venue_hours h
            where h.service = 'restaurant' and h.weekday = extract(dow from w.business_date)))
        else e.deleted_at is null and not is_line_cancelled(e.id, e.date) end`.as('takesPlace'),
    )
    .select(['r.id as reservationId', 'r.heldUntil', 'r.paymentStatus', 'r.totalPriceCents'])
    .select(['t.id as tableId', 't.tableNumber', 't.location', 't.minimumSpendCents'])
    .$narrowType<{ status: WaitingStatus; zone: Zone | null }>()

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

function toEntry(row: Row): WaitingEntry {
  const { eventId, slug, title, date, startTime, endTime, startsAt, price } = row
  return {
    id: row.id,
    seq: row.seq,
    status: row.status,
    guestName: row.guestName,
    guestEmail: row.guestEmail,
    guestPhone: row.guestPhone,
    guestCount: row.guestCount,
    zone: row.zone,
    joinerBrowser: row.joinerBrowser,
    joinerAddress: row.joinerAddress,
    joinerNetwork: row.joinerNetwork,
    createdAt: row.createdAt,
    businessDate: row.businessDate,
    movedFrom: row.movedFrom,
    dinnerAt: row.dinnerAt,
    night:
      eventId && slug && title && date && startTime && startsAt
        ? {
            id: eventId,
            slug,
            title,
            date,
            startTime: startTime.slice(0, 5),
            endTime: endTime?.slice(0, 5) ?? null,
            startsAt,
            price: price ?? '',
          }
        : null,
    endsAt: row.endsAt,
    offerUndoUntil: row.offerUndoUntil,
    removalAt: row.removalAt,
    takesPlace: row.takesPlace,
    offer:
      row.reservationId === null
        ? null
        : {
            reservationId: row.reservationId,
            heldUntil: row.heldUntil,
            isPaying: row.paymentStatus === 'pending',
            tableId: row.tableId,
            tableNumber: row.tableNumber,
            zone: row.location,
            totalCents: row.totalPriceCents ?? 0,
            minimumSpendCents: eventId ? row.minimumSpendCents : null,
          },
  }
}

/** An entry with its night and its latest offer; null for an anonymised one. */
export async function findEntry(db: Db, id: string): Promise<WaitingEntry | null> {
  const row = await entries(db).where('w.id', '=', id).executeTakeFirst()
  return row ? toEntry(row) : null
}

/** The entry whose open offer a hold is; null where the hold is none. */
export async function findEntryOfHold(db: Db, reservationId: string): Promise<string | null> {
  const row = await db
    .selectFrom('waitingEntries as w')
    .innerJoin('reservations as r', 'r.waitingEntryId', 'w.id')
    .where('r.id', '=', reservationId)
    .where('r.status', '=', 'pending')
    .where('w.status', '=', 'offered')
    .select('w.id')
    .executeTakeFirst()
  return row?.id ?? null
}

export type ListedEntry = WaitingEntry & { readonly offerReason: string | null }

/** Entries of a business date, each line in the order of joining. */
export async function listEntriesOf(db: Db, date: CalendarDate): Promise<ListedEntry[]> {
  const rows = await entries(db)
    .where('w.businessDate', '=', date)
    .orderBy(sql`coalesce(e.starts_at, w.dinner_at)`)
    .orderBy('w.eventId')
    .orderBy('w.seq')
    .execute()
  return rows.map((row) => ({ ...toEntry(row), offerReason: row.offerReason }))
}

type StatusChange = { readonly from: WaitingStatus; readonly to: WaitingStatus }

/** Changes a status if it is still the expected one; false where an offer or the guest was first. */
export async function changeStatus(db: Db, id: string, { from, to }: StatusChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('waitingEntries')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type StaffOffer = { readonly offerReason: string | null; readonly offerUndoUntil: Date | null }

/** Writes the reason of an offer out of turn, null where it was in turn, and the end of Undo. */
export async function writeStaffOffer(db: Db, id: string, offer: StaffOffer): Promise<void> {
  await db.updateTable('waitingEntries').set(offer).where('id', '=', id).execute()
}

/** Entries whose offer lapsed since a moment and whose guests got no email about it. */
export async function listUnnotifiedLapses(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('waitingEntries as w')
    .where('w.status', '=', 'lapsed')
    .where('w.updatedAt', '>', since)
    .where(
      sql<boolean>`not exists (
        select from email_queue q where q.waiting_entry_id = w.id and q.kind = 'waiting_lapsed')`,
    )
    .select('w.id')
    .orderBy('w.seq')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

/** Entries under a contact of a person, for a privacy request. Hashes tell the guest nothing. */
export async function listEntriesOfPerson(db: Db, person: Person) {
  const rows = await entries(db)
    .where(hasContact(person, { email: 'w.guestEmail', phone: 'w.guestPhone' }))
    .orderBy('w.seq')
    .execute()
  return rows.map((row) => {
    const {
      joinerBrowser: _browser,
      joinerAddress: _address,
      joinerNetwork: _network,
      ...entry
    } = toEntry(row)
    return entry
  })
}

/** Anonymises entries of nights and dinners that are over, and those that ended. */
export async function anonymiseEntries(
  db: Db,
  which: SubjectRows,
  {
    placeholder,
    now,
  }: { readonly placeholder: { name: string; email: string; phone: string }; readonly now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update waiting_entries w set guest_name = ${placeholder.name}, guest_email = ${placeholder.email},
      guest_phone = ${placeholder.phone}, offer_reason = null, joiner_browser = null,
      joiner_address = null, joiner_network = null, anonymised_at = ${now}
    from waiting_entries own left join events e on e.id = own.event_id
    where own.id = w.id and w.anonymised_at is null
      and (coalesce(e.over_at, w.dinner_at) < ${now} or w.status not in ('waiting', 'offered'))
      and ${
        'guestIds' in which
          ? hasContact(which, { email: 'w.guestEmail', phone: 'w.guestPhone' })
          : sql`coalesce(e.over_at, w.dinner_at) < ${which.before}`
      }
    returning w.id`.execute(db)
  return rows.map(({ id }) => id)
}
