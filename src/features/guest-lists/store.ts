import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#platform/db.ts'
import type { DB } from '#platform/db-types.ts'
import type { Concern, ConcernedGuest, NightGuest } from './schema.ts'

type NightRow = Omit<NightGuest, 'dueCents'> & {
  readonly totalCents: number
  readonly allowanceCents: number
  readonly receivedCents: number
}

/** A hold whose time is up is nobody's any more, unless its payment is under way. */
const hasNotLapsed = (now: Date) =>
  sql<boolean>`(r.status = 'pending' and r.held_until <= ${now} and r.payment_status <> 'pending') is not true`

type Reservations = ExpressionBuilder<DB & { r: DB['reservations'] }, 'r'>

const concerns = (concern: Concern) => (eb: Reservations) => {
  if ('eventId' in concern) return eb('r.eventId', '=', concern.eventId)
  const sitsAt = (id: string) => eb.or([eb('r.tableId', '=', id), eb('r.secondTableId', '=', id)])
  const { tableId, withTableId } = concern
  return withTableId === undefined ? sitsAt(tableId) : eb.and([sitsAt(tableId), sitsAt(withTableId)])
}

/** The reservations of a night or a table that still stand and are not over. */
export const listStanding = (db: Db, concern: Concern, now: Date): Promise<ConcernedGuest[]> =>
  db
    .selectFrom('reservations as r')
    .leftJoin('venueTables as t', 't.id', 'r.tableId')
    .where((eb) => concerns(concern)(eb))
    .where('r.status', 'in', ['pending', 'confirmed'])
    .where('r.deletedAt', 'is', null)
    .where('r.endsAt', '>', now)
    .where(hasNotLapsed(now))
    .select(['r.id', 'r.guestName', 'r.guestCount', 't.tableNumber', 'r.businessDate as date'])
    .orderBy('r.startsAt')
    .orderBy('t.tableNumber')
    .execute()

/** Everyone who comes to a night, by table. */
export const listGuestsOf = (db: Db, eventId: string, now: Date): Promise<NightRow[]> =>
  db
    .selectFrom('reservations as r')
    .leftJoin('venueTables as t', 't.id', 'r.tableId')
    .where('r.eventId', '=', eventId)
    .where('r.status', '<>', 'cancelled')
    .where('r.deletedAt', 'is', null)
    .where(hasNotLapsed(now))
    .select(['r.id', 't.tableNumber', 't.location', 'r.guestName', 'r.guestPhone'])
    .select(['r.guestCount', 'r.status', 'r.paymentStatus', 'r.entryCode', 'r.specialRequests'])
    .select(['r.totalPriceCents as totalCents', 'r.allowanceCents', 'r.receivedCents'])
    .select(
      sql<NightGuest['packages']>`coalesce((select jsonb_agg(jsonb_build_object('label', l.label,
          'need', p.needs_content, 'name', coalesce(c.name, ''), 'message', coalesce(c.message, ''),
          'hasPicture', c.picture_key is not null) order by l.label)
        from reservation_lines l join packages p on p.key = l.package_key
        left join package_contents c on c.reservation_id = l.reservation_id and c.package_key = l.package_key
        where l.reservation_id = r.id and l.kind = 'package'), '[]')`.as('packages'),
    )
    .orderBy('t.tableNumber')
    .orderBy('r.guestName')
    .execute()
