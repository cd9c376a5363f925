import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/db/db.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts'
import { createSignedTokens, loadSigningKey, type SignedTokens } from '#platform/security/signed-tokens.ts'
import { issueFormToken } from '../../src/forms/form-token.ts'
import { startApp } from '../support/server.ts'
import { eventually } from '../support/eventually.ts'
import { GOOD, PAGES } from '../web/forms.ts'
import { checksums, fillDataDirectory, run, temporaryDirectory, withDatabase } from './operator.ts'

const GUESTS_AT_ONCE = 3
/** The tables that a submitted form writes. */
const BUSY = ['inquiries', 'email_queue', 'rate_limits']

type Sent = {
  readonly name: string
  readonly status: number
  readonly sentAt: number
  readonly answeredAt: number
}

/** The inquiries of a database with the number of emails of each, which are written in the same transaction. */
async function inquiriesIn(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; emails: number }>(
    `select i.name, count(m.id)::int as emails from inquiries i left join email_queue m on m.inquiry_id = i.id
     where i.name like 'Guest %' group by i.id`,
  )
  return new Map(rows.map(({ name, emails }) => [name, emails]))
}

const calmSums = async (client: pg.Client): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await checksums(client)).filter(([name]) => !BUSY.includes(name)))

async function readTokens(dataDir: string): Promise<SignedTokens> {
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  const database = openDatabase({ ...server.connection, ssl: false })
  try {
    return createSignedTokens(await loadSigningKey(database.db))
  } finally {
    await database.close()
    await server.stop()
  }
}

test('a backup of a serving server restores one moment', async () => {
  const directory = await temporaryDirectory()
  const dataDir = join(directory, 'data')
  const file = join(directory, 'while-serving.tar.gz')
  const app = await startApp({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'error', TRUST_PROXY: 'true' } })
  const tokens = await readTokens(dataDir)

  const sent: Sent[] = []
  const pages: number[] = []
  let count = 0
  const send = async (): Promise<void> => {
    count += 1
    const name = `Guest ${count}`
    const formToken = issueFormToken({ tokens, now: new Date(Date.now() - 60_000) }, 'plan-event')
    const fields = { ...GOOD['plan-event'], ...PAGES['plan-event'].last, formToken, topic: '', name }
    const sentAt = performance.now()
    const { status } = await app.get(PAGES['plan-event'].path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Forwarded-For': `10.8.${Math.floor(count / 250)}.${(count % 250) + 1}`,
      },
      body: new URLSearchParams({ ...fields, email: `guest-${count}@example.com` }).toString(),
    })
    sent.push({ name, status, sentAt, answeredAt: performance.now() })
    pages.push((await app.get(`/events?q=${count}`)).status)
  }
  const over = new AbortController()
  const serve = async (): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as one guest does
    while (!over.signal.aborted) await send()
  }

  await Promise.all(Array.from({ length: GUESTS_AT_ONCE }, send))
  const serving = Array.from({ length: GUESTS_AT_ONCE }, serve)
  const begunAt = performance.now()
  const made = await run('src/cli/backup.ts', [file], { DATA_DIR: dataDir })
  const endedAt = performance.now()
  over.abort()
  await Promise.all(serving)
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining(`Backed up to ${file}`) })
  const during = sent.filter((it) => it.sentAt > begunAt && it.answeredAt < endedAt)
  expect(during.length).toBeGreaterThan(GUESTS_AT_ONCE)
  expect(sent.filter(({ status }) => status !== 303)).toEqual([])
  expect(pages.filter((status) => status !== 200)).toEqual([])
  const [all, calm] = await withDatabase(dataDir, async (client) => [
    await inquiriesIn(client),
    await calmSums(client),
  ])
  expect(all.size).toBe(sent.length)
  expect(await app.stop()).toBe(0)

  const drilled = await run('src/cli/restore.ts', ['--drill', file], {})
  expect(drilled).toMatchObject({ code: 0, said: expect.stringContaining('The backup is good') })
  const to = join(directory, 'restored')
  expect(await run('src/cli/restore.ts', [file, '--to', to], {})).toMatchObject({ code: 0 })
  const [found, restoredCalm] = await withDatabase(to, async (client) => [
    await inquiriesIn(client),
    await calmSums(client),
  ])
  expect(restoredCalm).toEqual(calm)
  // No inquiry acknowledged before the backup began is missing, and each has both emails.
  const answeredBefore = sent.filter((it) => it.answeredAt < begunAt)
  expect(answeredBefore.filter(({ name }) => !found.has(name))).toEqual([])
  expect([...found].filter(([, emails]) => emails !== 2)).toEqual([])
  // Of two inquiries in sequence, the second is never restored without the first.
  const firstMissing = Math.min(...sent.filter(({ name }) => !found.has(name)).map((it) => it.answeredAt))
  expect(sent.filter(({ name, sentAt }) => found.has(name) && sentAt > firstMissing)).toEqual([])
})

test('a commit that is in the log but not visible yet when a backup ends is counted', async () => {
  const directory = await temporaryDirectory()
  const [dataDir, file] = [join(directory, 'data'), join(directory, 'committing.tar.gz')]
  await fillDataDirectory(dataDir)
  const isRunning = async (client: pg.Client, condition: string): Promise<boolean> => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where pid <> pg_backend_pid() and ${condition}`,
    )
    return rows.length > 0
  }
  await withDatabase(dataDir, (client) =>
    withDatabase(dataDir, async (writer) => {
      // The commit waits for a missing standby: its record is written, its changes are not visible.
      await client.query(`alter system set synchronous_standby_names = 'missing'`)
      await client.query('select pg_reload_conf()')
      await eventually(async () => {
        const { rows } = await client.query<{ names: string }>(
          `select current_setting('synchronous_standby_names') as names`,
        )
        expect(rows).toEqual([{ names: 'missing' }])
      })
      const deleted = writer.query('delete from combinable_tables')
      await eventually(async () => expect(await isRunning(client, `wait_event = 'SyncRep'`)).toBe(true))
      let isOver = false
      const made = run('src/cli/backup.ts', [file], { DATA_DIR: dataDir }).finally(() => (isOver = true))
      await eventually(async () =>
        expect(isOver || (await isRunning(client, `query like '%from pg_locks%'`))).toBe(true),
      )
      await client.query('alter system reset synchronous_standby_names')
      await client.query('select pg_reload_conf()')
      expect(await made).toMatchObject({ code: 0 })
      expect((await deleted).rowCount).toBeGreaterThan(0)
    }),
  )
  const drilled = await run('src/cli/restore.ts', ['--drill', file], {})
  expect(drilled).toMatchObject({ code: 0, said: expect.stringContaining('The backup is good') })
})
