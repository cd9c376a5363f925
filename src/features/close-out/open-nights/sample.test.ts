import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../../tests/support/database.ts'
import { TODAY_TEMPLATE } from '../../../../tests/support/templates.ts'
import { loadOpenNights } from './service.ts'

test('the past nights of the sample data leave nothing to close', async () => {
  const { db } = await cloneDatabase(TODAY_TEMPLATE)
  expect(await db.selectFrom('nightClosings').select('night').execute()).not.toEqual([])
  expect((await loadOpenNights({ db, now: new Date() })).unclosed).toEqual([])
})
