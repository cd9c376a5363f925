import type { Db } from '#platform/db.ts'
import type { PaymentException } from './schema.ts'
import { upsertException } from './store.ts'

const MAX_DETAIL = 1000

/** Puts a matter on the list that staff work through, in the transaction that noticed it. */
export const raiseException = (db: Db, it: PaymentException): Promise<void> =>
  upsertException(db, { ...it, detail: it.detail.slice(0, MAX_DETAIL) })
