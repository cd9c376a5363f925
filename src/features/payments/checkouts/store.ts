import type { Db } from '#platform/db/db.ts'
import type { CheckoutLine } from '#platform/payments-gateways/types.ts'

const PAYABLE_STATUSES = ['opening', 'open', 'processing'] as const

const COLUMNS = [
  'id',
  'reservationId',
  'guestChangeId',
  'sessionId',
  'url',
  'amountCents',
  'receivedCents',
  'status',
  'expiresAt',
] as const

export type CheckoutRow = NonNullable<Awaited<ReturnType<typeof findCheckout>>>

const checkouts = (db: Db) => db.selectFrom('checkouts').select(COLUMNS)

export const findCheckout = (db: Db, id: string) => checkouts(db).where('id', '=', id).executeTakeFirst()

export const findBySession = (db: Db, sessionId: string): Promise<CheckoutRow | undefined> =>
  checkouts(db).where('sessionId', '=', sessionId).executeTakeFirst()

/**
 * The checkout of a hold that can still be paid, not that of a change by the guest. A partial unique index allows at most
 * one for each reservation.
 */
export const findPayableCheckout = (db: Db, reservationId: string): Promise<CheckoutRow | undefined> =>
  checkouts(db)
    .where('reservationId', '=', reservationId)
    .where('guestChangeId', 'is', null)
    .where('status', 'in', [...PAYABLE_STATUSES])
    .executeTakeFirst()

/** The checkout of the difference of a change by the guest: the last one, where the bank refused the payment of another. */
export const findCheckoutOfChange = (db: Db, guestChangeId: string): Promise<CheckoutRow | undefined> =>
  checkouts(db).where('guestChangeId', '=', guestChangeId).orderBy('createdAt', 'desc').executeTakeFirst()

export const isPayable = ({ status }: Pick<CheckoutRow, 'status'>): boolean =>
  PAYABLE_STATUSES.some((it) => it === status)

/** Locks a checkout until the transaction ends. The caller has locked its reservation before. */
export const lockCheckout = (db: Db, id: string): Promise<CheckoutRow | undefined> =>
  checkouts(db).where('id', '=', id).forUpdate().executeTakeFirst()

type NewCheckout = {
  readonly reservationId: string
  /** Set where the checkout pays the difference of a change by the guest. */
  readonly guestChangeId?: string
  readonly provider: 'stripe' | 'local'
  readonly amountCents: number
  readonly expiresAt: Date
}

export const insertCheckout = (db: Db, it: NewCheckout): Promise<CheckoutRow> =>
  db
    .insertInto('checkouts')
    .values({ ...it, status: 'opening' })
    .returning(COLUMNS)
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

type Bill = { lines: CheckoutLine[]; guestEmail: string; heldUntil: Date | null }

/** The price lines of a checkout, the guest's email and the end of the hold, as the provider's session needs them. */
export async function readBill(db: Db, checkout: CheckoutRow): Promise<Bill> {
  const { reservationId, guestChangeId, amountCents } = checkout
  const { guestEmail, heldUntil } = await db
    .selectFrom('reservations')
    .select(['guestEmail', 'heldUntil'])
    .where('id', '=', reservationId)
    .executeTakeFirstOrThrow()
  if (guestChangeId !== null) {
    const change = await db
      .selectFrom('guestChanges')
      .select('heldUntil')
      .where('id', '=', guestChangeId)
      .executeTakeFirst()
    const lines = [{ label: 'Difference for your changed reservation', amountCents }]
    return { lines, guestEmail, heldUntil: change?.heldUntil ?? null }
  }
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
