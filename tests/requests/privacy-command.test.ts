import { randomBytes } from 'node:crypto'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { submitInquiry } from '#features/requests/submissions/service.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import { cloneDatabase } from '../support/database.ts'

const execute = promisify(execFile)

test('the command prints what is stored about a person, erases it, and refuses what is no address', async () => {
  const { db, url } = await cloneDatabase()
  await migrateJobs(url)
  const privacy = async (...args: readonly string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: url }
    const { stdout } = await execute('node_modules/node/bin/node', ['src/cli/privacy.ts', ...args], { env })
    return stdout
  }
  const inquiry = {
    name: 'Ada Obi',
    phone: '972 555 0100',
    email: 'Ada@Example.com',
    eventType: 'birthday',
    guestCount: null,
    selectedDate: null,
    budget: null,
    eventDetails: 'Ada turns 30.',
  } as const
  await submitInquiry({ db, now: new Date(), tokens: createSignedTokens(randomBytes(32)) }, inquiry, 'one')
  expect(JSON.parse(await privacy('export', 'ada@example.com'))).toMatchObject({
    inquiries: [{ eventDetails: 'Ada turns 30.' }],
  })
  expect(await privacy('erase', 'ada@example.com')).toBe('Erased:\n  1 inquiries\n')
  expect(await privacy('erase', 'ada@example.com')).toBe('Erased:\n  nothing\n')
  await expect(privacy('erase', 'ada')).rejects.toThrow('npm run privacy -- export CONTACT')
})
