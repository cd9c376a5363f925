import { sql } from 'kysely'
import type { VenueMethod } from '#features/payments/ledger/schema.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { itemCents } from './rules.ts'
import type { CoverItem, CoverTaken } from './schema.ts'

export type NewCover = {
  /** Id of the act, chosen by the device: an act that is sent again writes nothing. */
  readonly actId: string
  /** The party: a reservation or an entry of a guest list. Both are null for walk-ins. */
  readonly reservationId: string | null
  readonly entryId: string | null
  readonly night: CalendarDate
  readonly movedAt: Date
  readonly actorId: string
  readonly actorName: string
  readonly method: VenueMethod | null
  readonly items: readonly CoverItem[]
}

/** Appends a line for each kind. False where the act was written before. */
export async function insertCover(db: Db, { actId, items, method, ...common }: NewCover): Promise<boolean> {
  const rows = items.map((item) => {
    const amountCents = itemCents(item)
    return {
      ...common,
      actId,
      amountCents,
      sourceKey: `cover:${actId}:${item.kind}`,
      kind: 'cover' as const,
      method: amountCents === 0 ? null : method,
      coverKind: item.kind,
      coverGuests: item.guests,
      coverEachCents: item.eachCents,
    }
  })
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ledgerLines')
    .values(rows)
    .onConflict((conflict) => conflict.column('sourceKey').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === BigInt(rows.length)
}

type Reversal = {
  readonly actId: string
  readonly undoesId: string
  readonly movedAt: Date
  readonly actorId: string
  readonly actorName: string
}

/** Appends the lines that take an act back. None where it was taken back before, by whichever device. */
export async function insertCoverReversal(
  db: Db,
  { actId, undoesId, movedAt, actorId, actorName }: Reversal,
): Promise<void> {
  await sql`
    insert into ledger_lines (source_key, kind, method, amount_cents, reservation_id, entry_id, reverses_id, night,
      moved_at, actor_id, actor_name, act_id, cover_kind, cover_guests, cover_each_cents)
    select 'reverses:' || id, 'cover_reversed', method, -amount_cents, reservation_id, entry_id, id, night,
      ${movedAt}, ${actorId}, ${actorName}, ${actId}, cover_kind, -cover_guests, cover_each_cents
    from ledger_lines where act_id = ${undoesId} and kind = 'cover'
    on conflict do nothing`.execute(db)
}

/** Night and guests of a recorded act of cover. */
export async function findCover(
  db: Db,
  actId: string,
): Promise<
  { readonly night: CalendarDate; readonly guests: number; readonly isOfWalkIns: boolean } | undefined
> {
  const { rows } = await sql<{ night: CalendarDate; guests: number; isOfWalkIns: boolean }>`
    select night, sum(cover_guests)::int as guests,
      bool_and(reservation_id is null and entry_id is null) as "isOfWalkIns"
    from ledger_lines where act_id = ${actId} and kind = 'cover' group by night`.execute(db)
  return rows[0]
}

/** Acts of cover with the id of their party: reservations and entries of guest lists, in the order of recording. */
export async function listCoverTaken(
  db: Db,
  partyIds: readonly string[],
): Promise<(CoverTaken & { readonly partyId: string })[]> {
  if (partyIds.length === 0) return []
  const { rows } = await sql<Omit<CoverTaken, 'happenedAt'> & { partyId: string; at: Date }>`
    select l.act_id as id, r.act_id as "undoesId", coalesce(l.reservation_id, l.entry_id) as "partyId",
      min(l.moved_at) as at, min(l.actor_name) as "actorName",
      json_agg(json_build_object('kind', l.cover_kind, 'guests', abs(l.cover_guests), 'eachCents', l.cover_each_cents)
        order by l.cover_kind) as items
    from ledger_lines l left join ledger_lines r on r.id = l.reverses_id
    where l.cover_kind is not null
      and (l.reservation_id = any(${[...partyIds]}) or l.entry_id = any(${[...partyIds]}))
    group by l.act_id, r.act_id, l.reservation_id, l.entry_id
    order by min(l.created_at), l.act_id`.execute(db)
  return rows.map(({ at, ...taken }) => ({ ...taken, happenedAt: at.toISOString() }))
}
