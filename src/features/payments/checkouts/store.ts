import type { Db } from '#platform/db/db.ts'
import type { CheckoutLine } from '#platform/payments-gateways/types.ts'

const PAYABLE_STATUSES = ['opening', 'open', 'processing'] as const

export type CheckoutRow = NonNullable<Awaited<ReturnType<typeof findCheckout>>>

const checkouts = (db: Db) =>
  db
    .selectFrom('checkouts')
    .select(['id', 'reservationId', 'sessionId', 'url', 'amountCents', 'status', 'expiresAt'])

export const findCheckout = (db: Db, id: string) => checkouts(db).where('id', '=', id).executeTakeFirst()

export const findBySession = (db: Db, sessionId: string): Promise<CheckoutRow | undefined> =>
  checkouts(db).where('sessionId', '=', sessionId).executeTakeFirst()

/** The checkout that can still be paid. A partial unique index allows at most one for each reservation. */
export const findPayableCheckout = (db: Db, reservationId: string): Promise<CheckoutRow | undefined> =>
  checkouts(db)
    .where('reservationId', '=', reservationId)
    .where('status', 'in', [...PAYABLE_STATUSES])
    .executeTakeFirst()

/** Locks a checkout until the transaction ends. The caller has locked its reservation before. */
export const lockCheckout = (db: Db, id: string): Promise<CheckoutRow | undefined> =>
  checkouts(db).where('id', '=', id).forUpdate().executeTakeFirst()

type NewCheckout = {
  readonly reservationId: string
  readonly provider: 'stripe' | 'local'
  readonly amountCents: number
  readonly expiresAt: Date
}

export const insertCheckout = (db: Db, it: NewCheckout): Promise<CheckoutRow> =>
  db
    .insertInto('checkouts')
    .values({ ...it, status: 'opening' })
    .returning(['id', 'reservationId', 'sessionId', 'url', 'amountCents', 'status', 'expiresAt'])
    .executeTakeFirstOrThrow()

type Change = {
  readonly status?: CheckoutRow['status']
  readonly sessionId?: string
  readonly url?: string | null
  readonly paymentIntentId?: string | null
  readonly receivedCents?: number
  readonly paidAt?: Date
}

export async function updateCheckout(db: Db, id: string, change: Change): Promise<void> {
  await db.updateTable('checkouts').set(change).where('id', '=', id).execute()
}

/**
 * The price lines of a reservation, the guest's email and the end of the hold, as the provider's session needs them.
 */
export async function readBill(
  db: Db,
  reservationId: string,
): Promise<{ lines: CheckoutLine[]; guestEmail: string; heldUntil: Date | null }> {
  const { guestEmail, heldUntil } = await db
    .selectFrom('reservations')
    .select(['guestEmail', 'heldUntil'])
    .where('id', '=', reservationId)
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('reservationLines')
    .select(['label', 'amountCents'])
    .where('reservationId', '=', reservationId)
    .orderBy('kind', 'desc')
    .orderBy('packageKey')
    .execute()
  return { lines, guestEmail, heldUntil }
}

/**
 * Checkouts without a final state that were created before a moment; the reconcile job asks the provider about them.
 */
export const listUnsettledCheckouts = (db: Db, before: Date): Promise<CheckoutRow[]> =>
  checkouts(db)
    .where('status', 'in', [...PAYABLE_STATUSES, 'lost'])
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(200)
    .execute()
