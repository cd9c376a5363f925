import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db.ts'
import type { ExceptionKind, PaymentException } from './schema.ts'

/** A matter that is known already keeps its place and gets the newest words. */
export async function upsertException(db: Db, it: PaymentException): Promise<void> {
  await db
    .insertInto('paymentExceptions')
    .values(it)
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ detail: it.detail }))
    .execute()
}

/** The subjects of issues about money that is to be given back at the venue begin so. */
const GIVE_BACK = 'give_back:'

type GiveBack = { readonly reservationId: string; readonly amountCents: number; readonly detail: string }

/** Opens the issue of a reservation whose money is to be given back at the venue, or brings the open one up to date. */
export async function openGiveBack(db: Db, { reservationId, amountCents, detail }: GiveBack): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('paymentExceptions')
    .set({ amountCents, detail })
    .where('reservationId', '=', reservationId)
    .where('subject', 'like', `${GIVE_BACK}%`)
    .where('resolvedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await upsertException(db, {
    kind: 'paid_and_cancelled',
    subject: `${GIVE_BACK}${randomUUID()}`,
    reservationId,
    checkoutId: null,
    amountCents,
    detail,
  })
}

/** What is left to be given back at the venue of an open issue. */
export async function readGiveBackCents(db: Db, reservationId: string): Promise<number> {
  const row = await db
    .selectFrom('paymentExceptions as x')
    .innerJoin('reservations as r', 'r.id', 'x.reservationId')
    .where('x.reservationId', '=', reservationId)
    .where('x.subject', 'like', `${GIVE_BACK}%`)
    .where('x.resolvedAt', 'is', null)
    .select(
      sql<number>`greatest(0, r.received_cents - r.refunded_cents - r.disputed_cents - r.kept_cents)`.as(
        'cents',
      ),
    )
    .executeTakeFirst()
  return row?.cents ?? 0
}

type Resolving = {
  readonly by: string
  readonly now: Date
  readonly resolution: string
  /** Only where nothing is left of the money, or only what is kept. */
  readonly onlySettled?: boolean
}

export async function resolveMatters(
  db: Db,
  reservationId: string,
  { by, now, resolution, onlySettled = false }: Resolving,
): Promise<string[]> {
  const resolved = await db
    .updateTable('paymentExceptions')
    .set({ resolvedAt: now, resolvedBy: by, resolution })
    .where('reservationId', '=', reservationId)
    .where('kind', '=', 'paid_and_cancelled')
    .where('resolvedAt', 'is', null)
    .where(
      sql<boolean>`(not ${onlySettled} or exists (select from reservations r where r.id = ${reservationId}
        and r.received_cents - r.refunded_cents - r.disputed_cents <= r.kept_cents))`,
    )
    .returning('id')
    .execute()
  return resolved.map(({ id }) => id)
}

export async function reopenExceptions(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('paymentExceptions')
    .set({ resolvedAt: null, resolvedBy: null, resolution: null })
    .where('id', 'in', [...ids])
    .execute()
}

export async function countOpenExceptions(db: Db): Promise<{ kind: ExceptionKind; count: number }[]> {
  return db
    .selectFrom('paymentExceptions')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('resolvedAt', 'is', null)
    .groupBy('kind')
    .execute()
}
