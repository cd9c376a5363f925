import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../../tests/support/database.ts'
import { TODAY_TEMPLATE } from '../../../../tests/support/templates.ts'
import { loadOpenNights } from './service.ts'

test('the past nights of the sample data leave nothing to close', async () => {
  const { db } = await cloneDatabase(TODAY_TEMPLATE)
  // A night may have ended since the data was written, so that is when this is asked for.
  const { recordedAt: now } = await db
    .selectFrom('nightClosings')
    .select('recordedAt')
    .executeTakeFirstOrThrow()
  expect((await loadOpenNights({ db, now })).unclosed).toEqual([])
})
