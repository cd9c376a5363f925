import type { Db } from '#platform/db.ts'
import type { PaymentException } from './schema.ts'
import { reopenExceptions, resolveMatters, upsertException } from './store.ts'

const MAX_DETAIL = 1000

/** Puts a matter on the list that staff work through, in the transaction that noticed it. */
export const raiseException = (db: Db, it: PaymentException): Promise<void> =>
  upsertException(db, { ...it, detail: it.detail.slice(0, MAX_DETAIL) })

/** Resolves the payment issues of a cancelled reservation that stands again, or whose money was decided on. Answers which. */
export const dropMatters = (
  db: Db,
  reservationId: string,
  {
    by,
    now,
    resolution = 'The reservation stands again',
  }: { readonly by: string; readonly now: Date; readonly resolution?: string },
): Promise<string[]> => resolveMatters(db, reservationId, { by, now, resolution })

/** Opens payment issues again that an act resolved which was undone. */
export const reopenMatters = (db: Db, ids: readonly string[]): Promise<void> => reopenExceptions(db, ids)
