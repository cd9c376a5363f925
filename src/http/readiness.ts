import { sayHello } from '#features/venue/service.ts'
import { assertWritable, type Db, readInTime } from '#platform/db/db.ts'

/** Rejects unless the database answers and accepts writes: /readyz and the metrics go by it. */
export async function checkReady({ db }: { readonly db: Db }): Promise<void> {
  await readInTime(db, sayHello({ db }))
  await readInTime(db, assertWritable(db))
}
