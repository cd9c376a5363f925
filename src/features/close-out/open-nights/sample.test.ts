import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../../tests/support/database.ts'
import { TODAY_TEMPLATE } from '../../../../tests/support/templates.ts'
import { loadOpenNights } from './service.ts'

test('the past nights of the sample data leave nothing to close', async () => {
  const { db } = await cloneDatabase(TODAY_TEMPLATE)
  const closings = await db.selectFrom('nightClosings').select('recordedAt').execute()
  // A night may have ended since the data was written, so that is when this is asked for.
  const now = closings[0]?.recordedAt ?? expect.fail('no night is closed')
  expect((await loadOpenNights({ db, now })).unclosed).toEqual([])
})
