import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { EntryShare, SharedEntry } from './schema.ts'

const isTakenBack = sql<boolean>`s.ended_at is not null`

/** Whether the friend came in with the code on the night that the party is for now. */
const hasArrived = sql<boolean>`exists (select from standing_arrival_events e where e.share_id = s.id
  and e.night = (select p.business_date from reservations p where p.id = s.reservation_id))`

/** Friends of parties, in the order in which they were added, those whose code was taken back included. */
export async function listShares(
  db: Db,
  reservationIds: readonly string[],
): Promise<(EntryShare & { readonly reservationId: string; readonly hasArrived: boolean })[]> {
  if (reservationIds.length === 0) return []
  return db
    .selectFrom('entryShares as s')
    .where('s.reservationId', '=', (eb) => eb.fn.any(eb.val([...reservationIds])))
    .select(['s.id', 's.reservationId', 's.guestName', 's.entryCode'])
    .select([isTakenBack.as('isTakenBack'), hasArrived.as('hasArrived')])
    .orderBy('s.createdAt')
    .orderBy('s.id')
    .execute()
}

/** Names of the friends whose codes a settled change of the party took back, oldest first. */
export async function listTakenBackWith(db: Db, actId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('entryShares as s')
    .innerJoin('reservationActs as a', (join) =>
      join.onRef('a.reservationId', '=', 's.reservationId').onRef('a.settledAt', '=', 's.endedAt'),
    )
    .where('a.id', '=', actId)
    .select('s.guestName')
    .orderBy('s.createdAt')
    .orderBy('s.id')
    .execute()
  return rows.map(({ guestName }) => guestName)
}

/** The friend with an id or an entry code, and the party. */
export async function findShare(
  db: Db,
  by: { readonly id: string } | { readonly entryCode: string },
): Promise<SharedEntry | undefined> {
  const rows = db
    .selectFrom('entryShares as s')
    .innerJoin('reservations as r', 'r.id', 's.reservationId')
    .leftJoin('events as e', 'e.id', 'r.eventId')
    .select(['s.id', 's.reservationId', 's.guestName', 's.entryCode', 'r.businessDate as date', 'r.status'])
    .select([
      'r.startsAt',
      'r.endsAt',
      'r.guestName as hostName',
      'e.title as eventTitle',
      'e.price as eventPrice',
      'e.endTime as eventEndTime',
    ])
    .select(sql<number>`r.version + s.sequence_offset`.as('sequence'))
    .select(['r.reservationType as type', 'r.guestCount', 'r.isLargeParty'])
    .select(sql<boolean>`r.table_id is not null`.as('hasTable'))
    .select(sql<boolean>`r.deleted_at is not null or r.anonymised_at is not null`.as('isDeleted'))
    .select([isTakenBack.as('isTakenBack'), hasArrived.as('hasArrived')])
  return ('id' in by ? rows.where('s.id', '=', by.id) : rows.where('s.entryCode', '=', by.entryCode))
    .limit(1)
    .executeTakeFirst()
}

export async function insertShare(db: Db, reservationId: string, guestName: string): Promise<string> {
  const { id } = await db
    .insertInto('entryShares')
    .values({ reservationId, guestName })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Moves the friends of a party to another one, codes and all. */
export async function moveShares(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db
    .updateTable('entryShares')
    .set({ reservationId: to, updatedAt: sql`now()` })
    .where('reservationId', '=', from)
    .execute()
}

export async function endShare(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('entryShares')
    .set({ endedAt: at, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute()
}
