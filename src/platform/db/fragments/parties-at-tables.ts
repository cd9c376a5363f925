import { type RawBuilder, sql } from 'kysely'
import { isHeld, isHoldExpired } from './occupied-tables.ts'
import { partyTableIds } from './party-tables.ts'

/**
 * The tables `t` with the parties `r` that have them and have not left, for `from`; a further condition may follow. It begins with
 * the occupancies that are not over, which are few of a table.
 */
export const partiesAtTables = (now: Date): RawBuilder<unknown> => sql`venue_tables t
  join table_occupancies o on o.table_id = t.id and o.is_active and o.during && tstzrange(${now}, null)
  join reservations r on r.id = o.reservation_id and t.id = any(${partyTableIds('r')})
  where t.deleted_at is null and r.status in ('pending', 'confirmed', 'completed') and r.left_at is null
    and r.deleted_at is null and r.ends_at > ${now} and not ${isHoldExpired(now)}`

/** Whether such a party has to be moved, because its table is not in use. A held one may still lapse. */
export const isPartyToMove = (): RawBuilder<boolean> => sql<boolean>`(not t.is_available and not ${isHeld()})`
