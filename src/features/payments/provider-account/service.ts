import type { CalendarDate } from '#lib/venue-time.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { type PaymentGateway, PaymentRefused, PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { compareAccount } from './rules.ts'
import type { AccountFigures } from './schema.ts'
import {
  findFirstCheckout,
  findLatestReading,
  findOldestUnfinished,
  findReading,
  insertPayoutItems,
  insertTransactions,
  listLedgerSide,
  listProviderSide,
  markItemized,
  saveReading,
  upsertPayout,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type ReadDeps = Deps & {
  readonly payments: Pick<
    PaymentGateway,
    'kind' | 'listTransactions' | 'listPayouts' | 'listPayoutTransactions'
  >
}

export const READ_PROVIDER_ACCOUNT = 'read_provider_account'

/** Reads the account soon, besides its schedule. */
export const enqueueAccountReading = (db: Db): Promise<void> =>
  addJob(db, { name: READ_PROVIDER_ACCOUNT, payload: {}, key: READ_PROVIDER_ACCOUNT })

const DAY_HOURS = 24
/** Days that are read again each time: a movement may be listed later than one that was made after it. */
const AGAIN_HOURS = DAY_HOURS
/** Days that are read at a time. The provider lists latest first, so that a part of a longer span would leave a gap. */
const SPAN_HOURS = 7 * DAY_HOURS
/** A payout that arrived can still be returned by the bank within five business days. */
const PAYOUT_HOURS = 15 * DAY_HOURS
const MAX_FAILURE = 500

/**
 * Takes over the movements of the account and its payouts since the last time. Movements are stored once, by the provider's id.
 * A failure of the provider is returned, and stored with the time of the first one: nothing else depends on it.
 */
export async function readProviderAccount(deps: ReadDeps): Promise<{ readonly failure: string | null }> {
  const { db, now, payments } = deps
  const provider = payments.kind
  const before = await findReading(db, provider)
  try {
    const first = before?.readUntil ?? (await findFirstCheckout(db, provider)) ?? now
    const since = first < now ? first : now
    await readTransactions(deps, since)
    await readPayouts(deps, since)
    await saveReading(db, { provider, readUntil: now, readAt: now, failingSince: null, failure: null })
    return { failure: null }
  } catch (error) {
    if (!(error instanceof PaymentUnavailable || error instanceof PaymentRefused)) throw error
    const failure = error.message.slice(0, MAX_FAILURE)
    await saveReading(db, { provider, failingSince: before?.failingSince ?? now, failure })
    return { failure }
  }
}

async function readTransactions({ db, now, payments }: ReadDeps, since: Date): Promise<void> {
  let from = addHours(since, -AGAIN_HOURS)
  for (;;) {
    const until = addHours(from, SPAN_HOURS)
    const isLast = until >= now
    // oxlint-disable-next-line no-await-in-loop -- the earlier span first
    await insertTransactions(db, payments.kind, await payments.listTransactions(from, isLast ? null : until))
    if (isLast) return
    // oxlint-disable-next-line no-await-in-loop -- a span that was read is not read again after a failure
    await saveReading(db, { provider: payments.kind, readUntil: until })
    from = until
  }
}

async function readPayouts(deps: ReadDeps, since: Date): Promise<void> {
  const { db, now, payments } = deps
  const oldest = await findOldestUnfinished(db, payments.kind)
  const from = addHours(oldest && oldest < since ? oldest : since, -PAYOUT_HOURS)
  for (const payout of await payments.listPayouts(from)) {
    // oxlint-disable-next-line no-await-in-loop -- one payout after the other
    if (!(await upsertPayout(db, payments.kind, payout))) continue
    // oxlint-disable-next-line no-await-in-loop -- as above
    const items = await payments.listPayoutTransactions(payout.payoutId)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await inTransaction(db, async (trx) => {
      await insertTransactions(trx, payments.kind, items)
      await insertPayoutItems(trx, payout.payoutId, items)
      await markItemized(trx, payout.payoutId, now)
    })
  }
}

/** The online money of a night by the ledger and by the account, as it was read last. Asks nothing of the provider. */
export async function readAccountFigures(
  { db }: Pick<Deps, 'db'>,
  night: CalendarDate,
): Promise<AccountFigures> {
  // One after the other: the caller may be in a transaction, which is one connection.
  const reading = await findLatestReading(db)
  const ledger = await listLedgerSide(db, night, reading?.readUntil ?? null)
  const provider = await listProviderSide(db, night)
  return compareAccount({
    ledger,
    provider,
    reading: {
      readAt: reading?.readAt?.toISOString() ?? null,
      failingSince: reading?.failingSince?.toISOString() ?? null,
    },
  })
}
