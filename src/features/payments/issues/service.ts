import type { Db } from '#platform/db/db.ts'
import { EXCEPTION_KINDS } from './schema.ts'
import { countOpenExceptions } from './store.ts'

export {
  dropMatters,
  dropSettledMatters,
  raiseException,
  raiseGiveBack,
  readPromisedAtVenue,
  reopenMatters,
} from './store.ts'

/** Counts the unresolved payment issues of each kind, zero included. */
export async function countOpenPaymentIssues({ db }: { readonly db: Db }): Promise<Record<string, number>> {
  const open = new Map((await countOpenExceptions(db)).map(({ kind, count }) => [kind, count]))
  return Object.fromEntries(EXCEPTION_KINDS.map((kind) => [kind, open.get(kind) ?? 0]))
}
