import cluster from 'node:cluster'
import { countOpenPaymentIssues } from '#features/payments/issues/service.ts'
import { readMoneyFigures } from '#features/payments/ledger/service.ts'
import { watchBackups } from '#platform/backup/metrics.ts'
import { readBackupState } from '#platform/backup/records.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/db/db.ts'
import { readQueue } from '#platform/jobs/jobs.ts'
import { watchHealth } from '#platform/observability/health-metrics.ts'
import { watchMoney, watchPool, watchQueue } from '#platform/observability/metrics.ts'
import { serveMetrics, startMetrics } from '#platform/observability/metrics-server.ts'
import { checkReady } from '../../http/readiness.ts'

/** Exposes the metrics of this process. In a cluster the primary serves the metrics of all workers. */
export async function exposeMetrics(
  place: NonNullable<Config['metrics']>,
  { db, pool }: Database,
  dataDir: string,
): Promise<() => Promise<void>> {
  startMetrics()
  watchPool(pool)
  watchQueue(() => readQueue(db))
  watchBackups(() => readBackupState(db))
  watchMoney(() => readMoneyFigures({ db, now: new Date() }))
  watchHealth({
    checkReady: () => checkReady({ db }),
    countPaymentIssues: () => countOpenPaymentIssues({ db }),
    dataDir,
  })
  if (cluster.isWorker) return async () => undefined
  const server = await serveMetrics(place)
  return () => server.close()
}
