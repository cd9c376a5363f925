import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Reversal } from '#features/reservation-management/changes/reversals/schema.ts'
import type { Amendment, ChangeKind, ChangeState, PendingChange } from './schema.ts'

type NewChange = {
  readonly reservationId: string
  /** Null for a change by the guest. */
  readonly staffUserId: string | null
  readonly kind: ChangeKind
  readonly before: ChangeState
  readonly resolvedIssues: readonly string[]
  readonly status: ChangeState['status']
  readonly refundReason: string | null
  readonly undoUntil: Date
  readonly amendment?: Amendment
  readonly reversal?: Reversal
  /** Set at once for an amendment: older processes, which know none, leave a finished change alone. */
  readonly finishedAt?: Date
}

export async function insertChange(
  db: Db,
  { before, resolvedIssues, amendment, reversal, ...act }: NewChange,
): Promise<string> {
  const { id } = await db
    .insertInto('reservationActs')
    .values({
      ...act,
      before: JSON.stringify({ ...before, resolvedIssues }),
      ...(amendment ? { amendment: JSON.stringify(amendment) } : {}),
      ...(reversal ? { reversal: JSON.stringify(reversal) } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Stored = Omit<ChangeState, 'heldUntil' | 'leftAt' | 'startsAt' | 'endsAt' | 'refundableUntil'> & {
  readonly refundableUntil?: string | null
  readonly heldUntil: string | null
  readonly leftAt: string | null
  readonly startsAt?: string
  readonly endsAt?: string
  readonly resolvedIssues: readonly string[]
}

const moment = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** The changes of a reservation that are neither undone nor finished, oldest first. */
export async function listPendingChanges(db: Db, reservationId: string): Promise<PendingChange[]> {
  const { rows } = await sql<Omit<PendingChange, 'before' | 'resolvedIssues'> & { before: Stored }>`
    select id, kind, before, status, refund_reason as "refundReason", undo_until as "undoUntil",
      created_at as "createdAt", amendment, reversal
    from reservation_acts
    where reservation_id = ${reservationId} and undone_at is null
      and case kind when 'amended' then settled_at else finished_at end is null
    order by created_at, id`.execute(db)
  return rows.map(
    ({
      before: { resolvedIssues, heldUntil, leftAt, startsAt, endsAt, refundableUntil, ...state },
      ...act
    }) => ({
      ...act,
      before: {
        ...state,
        heldUntil: moment(heldUntil),
        leftAt: moment(leftAt),
        ...(startsAt ? { startsAt: new Date(startsAt) } : {}),
        ...(endsAt ? { endsAt: new Date(endsAt) } : {}),
        ...(refundableUntil === undefined ? {} : { refundableUntil: moment(refundableUntil) }),
      },
      resolvedIssues,
    }),
  )
}

/** Whether a reservation was changed after a change. The guest's own changes are settled at once, and not among the pending ones. */
export async function wasChangedAfter(
  db: Db,
  reservationId: string,
  { id, createdAt }: Pick<PendingChange, 'id' | 'createdAt'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('reservationActs')
    .where('reservationId', '=', reservationId)
    .where('id', '<>', id)
    .where('undoneAt', 'is', null)
    .where('createdAt', '>', createdAt)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Marks a change as undone: it leads to no refund and no email. Earlier changes are finished by the job as usual. */
export async function markUndone(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('reservationActs')
    .set({ undoneAt: now, reversal: null })
    .where('id', '=', id)
    .execute()
}

export async function markFinished(db: Db, reservationId: string, now: Date): Promise<void> {
  await db
    .updateTable('reservationActs')
    .set({ finishedAt: now })
    .where('reservationId', '=', reservationId)
    .where('undoneAt', 'is', null)
    .where('finishedAt', 'is', null)
    .execute()
}

/** Whether an email of this kind about the reservation was enqueued since a moment, by whatever feature. */
export async function wasEmailed(
  db: Db,
  {
    reservationId,
    kind,
    since,
  }: { readonly reservationId: string; readonly kind: string; readonly since: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('emailQueue')
    .where('subjectId', '=', reservationId)
    .where('kind', '=', kind)
    .where('createdAt', '>=', since)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Marks the amendments of a reservation as settled: their refunds are requested, and their email is enqueued. */
export async function markSettled(db: Db, reservationId: string, now: Date): Promise<void> {
  await db
    .updateTable('reservationActs')
    .set({ settledAt: now, reversal: null })
    .where('reservationId', '=', reservationId)
    .where('kind', '=', 'amended')
    .where('undoneAt', 'is', null)
    .where('settledAt', 'is', null)
    .execute()
}

/** The amendment of a change and those settled with it, oldest first; empty once they are deleted. */
export async function listSettledWith(db: Db, id: string): Promise<Amendment[]> {
  const { rows } = await sql<{ amendment: Amendment }>`
    select a.amendment from reservation_acts one join reservation_acts a
      on a.reservation_id = one.reservation_id and a.settled_at = one.settled_at
    where one.id = ${id} and a.kind = 'amended' order by a.created_at, a.id`.execute(db)
  return rows.map(({ amendment }) => amendment)
}

/**
 * Deletes old changes. Unfinished rows stay, however old: a refund and an email may depend on them. An amendment stays a
 * week longer, because its email reads the former facts, and a mail server may be away for days.
 */
export async function deleteOldChanges(db: Db, before: Date): Promise<void> {
  await sql`
    delete from reservation_acts
    where created_at < ${before} and (undone_at is not null or (kind <> 'amended' and finished_at is not null)
      or settled_at < ${before}::timestamptz - interval '7 days')`.execute(db)
}
