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
  /** Why it was recorded anew; only of a correction. */
  readonly reason?: string
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
  /** Only of a correction: cover is taken back at the entrance within seconds. */
  readonly reason?: string
}

/** Appends the lines that take an act back. False where it was taken back before, by whichever device. */
export async function insertCoverReversal(
  db: Db,
  { actId, undoesId, movedAt, actorId, actorName, reason = '' }: Reversal,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into ledger_lines (source_key, kind, method, amount_cents, reservation_id, entry_id, reverses_id, night,
      moved_at, actor_id, actor_name, act_id, cover_kind, cover_guests, cover_each_cents, reason)
    select 'reverses:' || id, 'cover_reversed', method, -amount_cents, reservation_id, entry_id, id, night,
      ${movedAt}, ${actorId}, ${actorName}, ${actId}, cover_kind, -cover_guests, cover_each_cents, nullif(${reason}, '')
    from ledger_lines where act_id = ${undoesId} and kind = 'cover'
    on conflict do nothing`.execute(db)
  return numAffectedRows > 0n
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

type NightCoverRow = {
  readonly id: string
  readonly at: Date
  readonly actorName: string | null
  readonly reservationId: string | null
  readonly entryId: string | null
  readonly guestName: string | null
  readonly method: VenueMethod | null
  readonly amountCents: number
  readonly items: readonly CoverItem[]
  readonly reason: string | null
  /** The act that took it back. */
  readonly takenBackBy: string | null
}

/** Acts of cover of a night, the latest first. The name is that of the party; walk-ins have none. */
export async function listNightCover(db: Db, night: CalendarDate): Promise<NightCoverRow[]> {
  const { rows } = await sql<NightCoverRow>`
    select l.act_id as id, min(l.moved_at) as at, min(l.actor_name) as "actorName",
      l.reservation_id as "reservationId", l.entry_id as "entryId", coalesce(r.guest_name, n.guest_name) as "guestName",
      min(l.method) as method, sum(l.amount_cents)::int as "amountCents",
      json_agg(json_build_object('kind', l.cover_kind, 'guests', l.cover_guests, 'eachCents', l.cover_each_cents)
        order by array_position(array['full', 'reduced', 'guest_list', 'comp'], l.cover_kind)) as items,
      min(l.reason) as reason, (array_agg(back.act_id) filter (where back.id is not null))[1] as "takenBackBy"
    from ledger_lines l left join ledger_lines back on back.reverses_id = l.id
    left join reservations r on r.id = l.reservation_id left join guest_list_entries n on n.id = l.entry_id
    where l.night = ${night} and l.kind = 'cover' and l.cover_kind is not null
    group by l.act_id, l.reservation_id, l.entry_id, r.guest_name, n.guest_name
    order by min(l.moved_at) desc, l.act_id`.execute(db)
  return rows
}

/**
 * Acts of cover of these reservations and entries of guest lists on the night that they are for now, in the order of recording.
 * Cover of a night from which a party was moved pays for no other one, so it is left out.
 */
export async function listCoverTaken(
  db: Db,
  partyIds: readonly string[],
): Promise<(CoverTaken & { readonly partyId: string })[]> {
  if (partyIds.length === 0) return []
  const { rows } = await sql<Omit<CoverTaken, 'happenedAt'> & { partyId: string; at: Date }>`
    select l.act_id as id, undone.act_id as "undoesId", coalesce(l.reservation_id, l.entry_id) as "partyId",
      min(l.moved_at) as at, min(l.actor_name) as "actorName",
      json_agg(json_build_object('kind', l.cover_kind, 'guests', abs(l.cover_guests), 'eachCents', l.cover_each_cents)
        order by l.cover_kind) as items
    from ledger_lines l left join ledger_lines undone on undone.id = l.reverses_id
      left join reservations r on r.id = l.reservation_id
      left join guest_list_entries n on n.id = l.entry_id
      left join guest_lists g on g.id = n.list_id left join events e on e.id = g.event_id
    where l.cover_kind is not null and l.night = coalesce(r.business_date, e.date)
      and (l.reservation_id = any(${[...partyIds]}) or l.entry_id = any(${[...partyIds]}))
    group by l.act_id, undone.act_id, l.reservation_id, l.entry_id
    order by min(l.created_at), l.act_id`.execute(db)
  return rows.map(({ at, ...taken }) => ({ ...taken, happenedAt: at.toISOString() }))
}
