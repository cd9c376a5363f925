import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { cloneDatabase } from './support/database.ts'

test('the types of the database are those of its schema', async () => {
  const { url } = await cloneDatabase()
  const { status, stdout, stderr } = spawnSync(
    'node_modules/.bin/kysely-codegen',
    ['--verify', '--url', url],
    {
      encoding: 'utf8',
    },
  )
  expect(status, `${stdout}${stderr}\nRun: npm run db:types`).toBe(0)
})
