import { setTimeout as sleep } from 'node:timers/promises'
import { pingDatabase } from '#features/venue/service.ts'
import type { ContentChanges } from '#platform/db/content-changes.ts'
import type { Db } from '#platform/db/db.ts'
import type { Log } from '#platform/observability/log.ts'
import type { App } from '../../http/app.ts'

const PREPARING_MS = 5000

/** Database connections to open first: a server that replaces another gets all its traffic at once. */
const FIRST_CONNECTIONS = 6

type Preparing = {
  readonly app: App
  readonly db: Db
  readonly log: Log
  readonly assetsPublished: Promise<void> | undefined
}

/**
 * Warms the page cache and the connections, and waits for the assets that other servers need for the pages of this one,
 * before the server listens; for a limited time if database or storage are slow.
 */
export async function prepare(
  { app, db, log, assetsPublished }: Preparing,
  { listening }: ContentChanges,
): Promise<void> {
  const made = listening
    .then(() => app.prerenderFirstPages())
    .then(() => Promise.all(Array.from({ length: FIRST_CONNECTIONS }, () => pingDatabase({ db }))))
    .catch((error: unknown) =>
      log.warn({ event: 'pages.warm_up_failed', err: error }, 'the first pages were not rendered in advance'),
    )
  await Promise.race([Promise.all([made, assetsPublished]), sleep(PREPARING_MS, undefined, { ref: false })])
}
