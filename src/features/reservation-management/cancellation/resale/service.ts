import { SYSTEM_ACTOR } from '#features/audit-log/schema.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { requestFullRefund } from '#features/payments/refunds/service.ts'
import { lockBooking } from '#features/reservation-management/service.ts'
import { auditRecordOf } from '#features/reservation-management/rules.ts'
import { isDatabaseUnavailable } from '#platform/db/db-errors.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { tryEach } from '#platform/jobs/try-each.ts'
import { listResold, writeResold } from './store.ts'

type Deps = { readonly db: Db }

const NOTE = 'The table was sold again.'

/**
 * Refunds the kept amount of each late cancellation whose tables were all sold again, at most what they brought, with an email
 * to the guest. Returns the number of refunds. Each is refunded once, and one that fails keeps no other from it.
 */
export async function refundResoldTables({ db }: Deps): Promise<number> {
  let refunds = 0
  const refund = async (id: string): Promise<void> => {
    if (await inTransaction(db, (tx) => refundResold(tx, id))) refunds += 1
  }
  const resold = await listResold(db, null)
  await tryEach(
    resold.map(
      ({ id }) =>
        () =>
          refund(id),
    ),
    isDatabaseUnavailable,
  )
  return refunds
}

async function refundResold(trx: Db, id: string): Promise<boolean> {
  const before = await lockBooking(trx, id)
  // Staff may have changed the reservation, or the sale may have been cancelled, before the lock.
  const [resold] = before ? await listResold(trx, id) : []
  if (!before || !resold) return false
  await writeResold(trx, resold)
  const after = (await lockBooking(trx, id)) ?? before
  await requestFullRefund(trx, id, { reason: 'guest', note: NOTE })
  // A reservation may stand again, be cancelled again, and its tables be sold again.
  await enqueueEmail(trx, id, { kind: 'table_resold', dedupeKey: String(before.version) })
  await recordActivity(trx, {
    actor: SYSTEM_ACTOR,
    action: 'refunded, because its table was sold again,',
    entity: 'reservation',
    entityId: id,
    before: auditRecordOf(before),
    after: auditRecordOf(after),
  })
  return true
}
