import type { Db } from '#platform/db.ts'
import type { PaymentException } from './schema.ts'
import { resolveMatters, upsertException } from './store.ts'

const MAX_DETAIL = 1000

/** Puts a matter on the list that staff work through, in the transaction that noticed it. */
export const raiseException = (db: Db, it: PaymentException): Promise<void> =>
  upsertException(db, { ...it, detail: it.detail.slice(0, MAX_DETAIL) })

/** Closes what was open about the money of a cancelled reservation: it stands again. */
export const dropMatters = (
  db: Db,
  reservationId: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> => resolveMatters(db, reservationId, { by, now, resolution: 'The reservation stands again' })
