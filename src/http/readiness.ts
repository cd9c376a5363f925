import { pingDatabase } from '#features/venue/service.ts'
import { assertWritable, type Db, withTimeout } from '#platform/db/db.ts'

/** Rejects unless the database responds and accepts writes. Used by /readyz and the metrics. */
export async function checkReady({ db }: { readonly db: Db }): Promise<void> {
  await withTimeout(db, pingDatabase({ db }))
  await withTimeout(db, assertWritable(db))
}
