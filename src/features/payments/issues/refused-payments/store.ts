import type { Cents } from '#lib/money.ts'
import type { Db } from '#platform/db/db.ts'

/** Resolution of an issue that ended with its payment. It is opened again where that payment is taken back. */
const PAID = 'Nothing is due any more'

type Due = { readonly dueCents: Cents; readonly now: Date; readonly by: string | null }

/** Keeps the issue of a refused payment to what is due of its reservation; it ends when nothing is. */
export async function followDue(db: Db, reservationId: string, { dueCents, now, by }: Due): Promise<void> {
  await db
    .updateTable('paymentExceptions')
    .set(
      dueCents > 0
        ? { amountCents: dueCents, resolvedAt: null, resolvedBy: null, resolution: null }
        : { resolvedAt: now, resolvedBy: by, resolution: PAID },
    )
    .where('reservationId', '=', reservationId)
    .where('kind', '=', 'payment_refused')
    .where((eb) =>
      dueCents > 0
        ? eb.or([eb('resolvedAt', 'is', null), eb('resolution', '=', PAID)])
        : eb('resolvedAt', 'is', null),
    )
    .execute()
}
