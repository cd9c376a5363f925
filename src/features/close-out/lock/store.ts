import { type Insertable, sql } from 'kysely'
import type { NightReport } from '#features/close-out/figures/schema.ts'
import type { LineKind, MoneyMethod } from '#features/payments/ledger/schema.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'

export async function findLock(db: Db, night: CalendarDate) {
  const row = await db
    .selectFrom('nightLocks')
    .where('night', '=', night)
    .select(['lockedAt', 'actorName', 'cashExpectedCents', 'cashCountedCents', 'note', 'lineIds'])
    .select(sql<NightReport>`figures`.as('figures'))
    .executeTakeFirst()
  // An earlier version locked nights without the account.
  return row ? { ...row, figures: { ...row.figures, account: row.figures.account ?? null } } : null
}

type NewLock = Omit<Insertable<DB['nightLocks']>, 'figures' | 'lineIds'> & { readonly figures: NightReport }

/** Inserts the lock with the ids of the ledger lines that its figures contain: those that this transaction sees. */
export async function insertLock(trx: Db, { figures, ...row }: NewLock): Promise<void> {
  const { rows } = await sql<{ ids: string[] }>`
    select coalesce(array_agg(id), '{}') as ids from ledger_lines where ${isOfNight(row.night)}`.execute(trx)
  await trx
    .insertInto('nightLocks')
    .values({ ...row, figures: JSON.stringify(figures), lineIds: rows[0]?.ids ?? [] })
    .execute()
}

/** Ledger lines for the night, and cash that moved that day for other nights: it is in the drawer that was counted. */
const isOfNight = (night: string) =>
  sql<boolean>`(night = ${night} or (moved_on = ${night} and method = 'cash'))`

type LaterRow = {
  readonly id: string
  readonly kind: LineKind | 'cover' | 'cover_reversed'
  readonly method: MoneyMethod | null
  readonly amountCents: number
  readonly allowanceCents: number
  readonly movedAt: Date
  readonly actorName: string | null
  readonly guestName: string | null
  readonly reason: string | null
  readonly isForNight: boolean
  readonly isInDrawer: boolean
}

/** Ledger lines of a night that are not among those of its lock, oldest first. */
export async function listLaterLines(
  db: Db,
  night: CalendarDate,
  lineIds: readonly string[],
): Promise<LaterRow[]> {
  const { rows } = await sql<LaterRow>`
    select id, kind, method, amount_cents as "amountCents", allowance_cents as "allowanceCents", moved_at as "movedAt",
      actor_name as "actorName",
      (select guest_name from reservations r where r.id = ledger_lines.reservation_id) as "guestName", reason, night = ${night} as "isForNight",
      (moved_on = ${night} and method is not distinct from 'cash') as "isInDrawer"
    from ledger_lines where ${isOfNight(night)} and id <> all(${[...lineIds]}::uuid[])
    order by created_at, id`.execute(db)
  return rows
}

/** Addresses that receive the figures, as they were typed. */
export const readEmails = async (db: Db): Promise<string> =>
  (await db.selectFrom('venue').select('closeOutEmails').executeTakeFirstOrThrow()).closeOutEmails
