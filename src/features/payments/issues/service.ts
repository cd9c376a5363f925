import type { Db } from '#platform/db/db.ts'
import { ISSUE_KINDS } from './schema.ts'
import { countOpenIssues } from './store.ts'

export {
  hasWrongAmount,
  isVenueRefundOpen,
  listFailedOfCancelled,
  resolveIssues,
  resolveIssuesOf,
  resolveSettledIssuesOf,
  raiseIssue,
  raiseVenueRefund,
  reopenPaymentIssues,
} from './store.ts'

/** Counts the unresolved payment issues of each kind, zero included. */
export async function countOpenPaymentIssues({ db }: { readonly db: Db }): Promise<Record<string, number>> {
  const open = new Map((await countOpenIssues(db)).map(({ kind, count }) => [kind, count]))
  return Object.fromEntries(ISSUE_KINDS.map((kind) => [kind, open.get(kind) ?? 0]))
}
