import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { DB } from '#platform/db/db-types.ts'
import { isPartyToMove, partiesAtTables } from '#platform/db/fragments/parties-at-tables.ts'
import { partyTableNumbers } from '#platform/db/fragments/party-tables.ts'
import { isHeld, isHoldExpired } from '#platform/db/fragments/occupied-tables.ts'
import type {
  ChangeOfPlan,
  AffectedGuest,
  EventTimes,
  NightGuest,
  OverlappingDinner,
  TableParty,
} from './schema.ts'

type NightRow = Omit<NightGuest, 'dueCents'> & {
  readonly totalCents: number
  readonly allowanceCents: number
  readonly receivedCents: number
  readonly priceRefundedCents: number
}

type Reservations = ExpressionBuilder<DB & { r: DB['reservations'] }, 'r'>

const isAffectedBy = (changeOfPlan: ChangeOfPlan) => (eb: Reservations) => {
  if ('eventId' in changeOfPlan) return eb('r.eventId', '=', changeOfPlan.eventId)
  const sitsAt = (id: string) =>
    eb.or([
      eb('r.tableId', '=', id),
      eb('r.secondTableId', '=', id),
      sql<boolean>`${id} = any(r.extra_table_ids)`,
    ])
  const { tableId, withTableId } = changeOfPlan
  return withTableId === undefined ? sitsAt(tableId) : eb.and([sitsAt(tableId), sitsAt(withTableId)])
}

/** Active reservations of an event or table that have not ended, including parties that are seated now. */
export const listActive = (db: Db, changeOfPlan: ChangeOfPlan, now: Date): Promise<AffectedGuest[]> =>
  db
    .selectFrom('reservations as r')
    .leftJoin('venueTables as t', 't.id', 'r.tableId')
    .where((eb) => isAffectedBy(changeOfPlan)(eb))
    .where('r.status', 'in', ['pending', 'confirmed', 'completed'])
    .where('r.leftAt', 'is', null)
    .where('r.deletedAt', 'is', null)
    .where('r.endsAt', '>', now)
    .where(sql<boolean>`not ${isHoldExpired(now)}`)
    .select(['r.id', 'r.guestName', 'r.guestCount', 't.tableNumber'])
    .select(['r.businessDate as date', 'r.startsAt'])
    .orderBy('r.startsAt')
    .orderBy('t.tableNumber')
    .execute()

/** The same by table, in the order of their times: those of the given tables, or those that have to be moved from theirs. */
export async function listPartiesAt(
  db: Db,
  tables: { readonly ids: readonly string[] } | 'not_in_use',
  now: Date,
): Promise<TableParty[]> {
  const isWanted =
    tables === 'not_in_use' ? isPartyToMove() : sql<boolean>`t.id = any(${[...tables.ids]}::uuid[])`
  const { rows } = await sql<Omit<TableParty, 'startsAt'> & { readonly startsAt: Date }>`
    select distinct r.starts_at as "startsAt", r.guest_name as "guestName", r.id, t.id as "tableId",
      r.guest_count as "guestCount", r.business_date as date, ${isHeld()} as "isHeld"
    from ${partiesAtTables(now)} and ${isWanted}
    order by r.starts_at, r.guest_name, r.id`.execute(db)
  return rows.map(({ startsAt, ...row }) => ({ ...row, startsAt: startsAt.toISOString() }))
}

/**
 * Dining reservations that occupy a sellable table during an event; the table goes on sale for the event when they end.
 * Empty if a special day closes the service the event belongs to.
 */
export async function listOverlappingDinners(
  { db, now }: { readonly db: Db; readonly now: Date },
  { date, startTime, endTime }: EventTimes,
): Promise<OverlappingDinner[]> {
  const { rows } = await sql<Omit<OverlappingDinner, 'endsAt'> & { readonly endsAt: number }>`
    with span as (
      select greatest(moment_of_business(${date}, ${startTime}), ${now}) as starts,
        moment_of_business(${date}, coalesce(${endTime}::time, '05:00')) as ends
      where closure_of_event(${date}, ${startTime}, ${endTime}) is null
    )
    select r.id, r.guest_name as "guestName", r.guest_count as "guestCount",
      (extract(epoch from r.ends_at) * 1000)::bigint as "endsAt",
      json_agg(json_build_object('tableNumber', t.table_number, 'priceCents', t.reservation_price_cents)
        order by t.table_number) as tables
    from span join table_occupancies o on o.is_active and span.starts < span.ends and o.during && tstzrange(
        least(span.starts, span.ends), span.ends, '[)')
      join reservations r on r.id = o.reservation_id and r.reservation_type = 'dining'
      join venue_tables t on t.id = o.table_id and t.is_available and t.deleted_at is null
    group by r.id order by min(t.table_number)`.execute(db)
  return rows.map((row) => ({ ...row, endsAt: new Date(row.endsAt) }))
}

/** Guests of an event, ordered by the first of their table numbers. */
export const listGuestsOf = (db: Db, eventId: string, now: Date): Promise<NightRow[]> =>
  db
    .selectFrom('reservations as r')
    .leftJoin('venueTables as t', 't.id', 'r.tableId')
    .where('r.eventId', '=', eventId)
    .where('r.status', '<>', 'cancelled')
    .where('r.deletedAt', 'is', null)
    .where(sql<boolean>`not ${isHoldExpired(now)}`)
    .select(['r.id', 't.location', 'r.guestName', 'r.guestPhone', partyTableNumbers('r').as('tableNumbers')])
    .select(['r.guestCount', 'r.status', 'r.paymentStatus', 'r.entryCode', 'r.specialRequests'])
    .select(['r.totalPriceCents as totalCents', 'r.allowanceCents', 'r.receivedCents'])
    .select('r.priceRefundedCents')
    .select(
      sql<NightGuest['packages']>`coalesce((select jsonb_agg(jsonb_build_object('label', l.label,
          'need', p.needs_content, 'name', coalesce(c.name, ''), 'message', coalesce(c.message, ''),
          'hasPicture', c.picture_key is not null) order by l.label)
        from reservation_lines l join packages p on p.key = l.package_key
        left join package_contents c on c.reservation_id = l.reservation_id and c.package_key = l.package_key
        where l.reservation_id = r.id and l.kind = 'package'), '[]')`.as('packages'),
    )
    .orderBy(sql`(${partyTableNumbers('r')})[1]`)
    .orderBy('r.guestName')
    .execute()
