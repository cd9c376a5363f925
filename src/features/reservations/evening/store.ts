import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { partyTableIds } from '#platform/db/fragments/party-tables.ts'
import type { EveningPart, KnownBy, SharedContact } from './schema.ts'

const IS_KEPT = sql`(o.dinner_id = r.id or r.dinner_id = o.id)`
const HAS_SAME_ADDRESS = sql`email_key(o.guest_email) = email_key(r.guest_email)`
const HAS_SAME_PHONE = sql`phone_key(o.guest_phone) = phone_key(r.guest_phone)`
const guestOf = (row: 'o' | 'r') =>
  sql`(select coalesce(g.merged_into, g.id) from guests g where g.id = ${sql.ref(`${row}.guest_id`)})`
// The kept table proves the table and not the person: staff merge reservations and hand them over to other guests.
const KEEPS_OWN_TABLE = sql`(${IS_KEPT} and (${HAS_SAME_ADDRESS} or ${HAS_SAME_PHONE}))`
// Walk-ins leave no address and no phone. Staff know them by the name on both reservations.
const isUnreachable = (row: 'o' | 'r') =>
  sql`num_nonnulls(email_key(${sql.ref(`${row}.guest_email`)}), phone_key(${sql.ref(`${row}.guest_phone`)})) = 0`
const KEEPS_TABLE_BY_NAME = sql`(${IS_KEPT} and lower(o.guest_name) = lower(r.guest_name)
  and (${isUnreachable('o')} or ${isUnreachable('r')}))`
const IS_KNOWN = {
  holder: sql`(${KEEPS_OWN_TABLE}
    or (o.holder_browser = r.holder_browser and ${HAS_SAME_ADDRESS} and ${HAS_SAME_PHONE}))`,
  address: HAS_SAME_ADDRESS,
  guest: sql`(${KEEPS_OWN_TABLE} or ${KEEPS_TABLE_BY_NAME} or ${guestOf('o')} = ${guestOf('r')})`,
} as const satisfies Record<KnownBy, unknown>

type PairedPart = EveningPart & { readonly own: string }

/** Both parts of each pair, in the order of time. */
const selectParts = (pairs: RawBuilder<unknown>) => sql<PairedPart>`
  with pair as materialized (${pairs})
  select pair.own, x.id, x.reservation_type as type, x.status, x.starts_at as "startsAt", e.title as "eventTitle",
    array(select t.table_number from venue_tables t
      where t.id = any(${partyTableIds('x')}) and (x.reservation_type = 'nightlife' or t.id = any(${partyTableIds('y')}))
      order by t.table_number) as "tableNumbers",
    x.reservation_type = 'dining' and x.status = 'pending' and ${partyTableIds('x')} = '{}' and x.is_large_party as "isRequest"
  from pair join reservations x on x.id in (pair.own, pair.other)
  join reservations y on y.id in (pair.own, pair.other) and y.id <> x.id
  left join events e on e.id = x.event_id
  order by x.starts_at, x.id`

const isOther = (
  knownBy: KnownBy,
) => sql`o.business_date = r.business_date and o.reservation_type <> r.reservation_type
  and reservation_is_expected(o.status, o.held_until, o.deleted_at) and ${IS_KNOWN[knownBy]}`
const FIRST = sql`order by ${IS_KEPT} desc nulls last, o.starts_at, o.id limit 1`

/**
 * A reservation, in any state, and the other one of its guests' evening, which still stands; none where no other one is known. A
 * night that keeps the table of the dinner comes before any other.
 */
export async function listEveningParts(db: Db, id: string, knownBy: KnownBy): Promise<EveningPart[]> {
  const { rows } = await selectParts(sql`
    select r.id as own, o.id as other from reservations r join reservations o on ${isOther(knownBy)}
    where r.id = ${id} ${FIRST}`).execute(db)
  return rows
}

/**
 * The same for many reservations, as staff know them. Those of one guest are found by the guest, so that a selection of a whole
 * night is not compared with every reservation of its date.
 */
export async function listEveningsOf(db: Db, ids: readonly string[]): Promise<PairedPart[]> {
  const { rows } = await selectParts(sql`
    select r.id as own, o.id as other from reservations r cross join lateral (
      select o.id from reservations o
      where o.id in (select r.dinner_id union all select n.id from reservations n where n.dinner_id = r.id
          union all select b.id from guests g join reservations b on b.guest_id = g.id
            where g.id = ${guestOf('r')} or g.merged_into = ${guestOf('r')})
        and ${isOther('guest')}
      ${FIRST}
    ) o where r.id = any(${[...ids]}::uuid[])`).execute(db)
  return rows
}

/** The nights among these that keep the table of a dinner of the same guest. */
export async function listKeptByGuest(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r join reservations o on o.id = r.dinner_id
    where r.id = any(${[...ids]}::uuid[]) and ${IS_KNOWN.guest}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The night that a dinner was paired with before it moved to another date: the one that keeps its former table, or one of the same
 * address on the date of its last change. Guests are told that it stays.
 */
export async function findNightLeft(db: Db, dinnerId: string): Promise<EveningPart | null> {
  const { rows } = await sql<{ id: string }>`
    select o.id from reservations r
    left join lateral (
      select a.before ->> 'date' as date from activity a
      where a.entity = 'reservation' and a.entity_id = r.id::text and a.action = 'changed'
      order by a.created_at desc, a.id desc limit 1
    ) last on true
    join reservations o on o.reservation_type = 'nightlife' and o.business_date <> r.business_date
      and (o.dinner_id = r.id or o.business_date::text = last.date)
      and reservation_is_expected(o.status, o.held_until, o.deleted_at) and ${HAS_SAME_ADDRESS}
    where r.id = ${dinnerId} and r.reservation_type = 'dining' ${FIRST}`.execute(db)
  const [night] = rows
  if (!night) return null
  const parts = await selectParts(sql`select ${night.id}::uuid as own, ${dinnerId}::uuid as other`).execute(
    db,
  )
  return parts.rows.find(({ id }) => id === night.id) ?? null
}

type Asked = { readonly db: Db }

/** Whether a reservation is neither cancelled nor deleted, nor a hold. */
export async function isStanding({ db }: Asked, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('reservations as r')
    .where('r.id', '=', id)
    .where(sql<boolean>`reservation_is_expected(r.status, r.held_until, r.deleted_at)`)
    .select('r.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the person who holds the one reservation may see the other one. */
export async function isSameHolder({ db }: Asked, id: string, otherId: string): Promise<boolean> {
  const row = await db
    .selectFrom('reservations as r')
    .innerJoin('reservations as o', (join) => join.on('o.id', '=', otherId))
    .where('r.id', '=', id)
    .where(sql<boolean>`${IS_KNOWN.holder}`)
    .select('r.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Which contact data two reservations have in common. No address is not the same as no address. */
export async function findSharedContact(
  { db }: Asked,
  id: string,
  otherId: string,
): Promise<SharedContact | undefined> {
  const { rows } = await sql<SharedContact>`
    select coalesce(${HAS_SAME_ADDRESS}, false) as "email", coalesce(${HAS_SAME_PHONE}, false) as "phone"
    from reservations r join reservations o on o.id = ${otherId} where r.id = ${id}`.execute(db)
  return rows[0]
}
