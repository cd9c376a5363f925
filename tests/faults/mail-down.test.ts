import { beforeAll, describe, expect, test } from 'vitest'
import { askFor, findNight } from '../booking/booking-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { waitFor } from '../support/server.ts'
import { headOf, type MailSink, openMailSink } from '../support/mail-sink.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { bookAsGuest, openTwoApps, type TwoApps } from './two-servers.ts'

let database: TestDatabase
let at: TwoApps
let sink: MailSink
/** The emails whose delivery has begun. */
let begun = 0
let holdBackMs = 0
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  sink = await openMailSink(slow)
  at = await openTwoApps({ databaseUrl: database.url, sink })
  return () => sink.close()
})

const slow = {
  onRcptTo(_address: unknown, _session: unknown, done: () => void) {
    begun += 1
    setTimeout(done, holdBackMs)
  },
}

async function bookSome(count: number): Promise<void> {
  for (let guest = 0; guest < count; guest += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each takes the next free table
    const { paid } = await bookAsGuest(at, askFor(await findNight(database.db, new Date())))
    expect(paid).toBe(true)
  }
}

const promised = async (): Promise<string[]> =>
  (
    await database.pool.query<{ id: string }>("select id from email_queue where kind = 'confirmation'")
  ).rows.map(({ id }) => id)

const taken = (...sinks: readonly Pick<MailSink, 'taken'>[]): string[] =>
  sinks.flatMap((it) =>
    it.taken.map(({ raw }) => (headOf(raw).get('Message-ID') ?? '').slice(1).split('@')[0] ?? ''),
  )

/** Emails that were enqueued and never arrived, and those that arrived more than twice. */
function wrongWith(emails: readonly string[], came: readonly string[]): string[] {
  return emails.flatMap((id) => {
    const times = came.filter((it) => it === id).length
    return times === 1 || times === 2 ? [] : [`${id} came ${times} times`]
  })
}

describe('emails', () => {
  test('enqueued while the mail server is down are sent when it is back, each once', async () => {
    const { port } = sink
    await sink.close()
    await bookSome(4)
    await waitFor(async () => (await promised()).length === 4)
    const { rows } = await database.pool.query('select from email_queue where sent_at is not null')
    expect(rows).toHaveLength(0)
    // Control: without a mail server they are reported missing.
    expect(wrongWith(await promised(), taken(sink))).toHaveLength(4)
    await new Promise((resolve) => setTimeout(resolve, 3000))
    sink = await openMailSink({ port, ...slow })
    await waitFor(async () => wrongWith(await promised(), taken(sink)).length === 0, 120_000)
    const came = taken(sink)
    expect(new Set(came).size).toBe(came.length)
  })

  test('of servers that are killed while they send them all come, and none more than twice', async () => {
    const before = await promised()
    holdBackMs = 1500
    begun = 0
    await bookSome(4)
    await waitFor(() => begun >= 2, 30_000)
    await Promise.all(at.apps.map((app) => app.kill()))
    const { rows } = await database.pool.query<{ count: number }>(
      "select count(*)::int as count from graphile_worker.jobs where locked_by is not null and task_identifier = 'send_mail'",
    )
    // Control: servers were killed while they were sending emails.
    expect(rows[0]?.count).toBeGreaterThan(0)
    holdBackMs = 0
    await at.apps[0].start()
    await at.apps[1].start()
    await waitFor(async () => (await promised()).length === before.length + 4, 60_000)
    await waitFor(async () => wrongWith(await promised(), taken(sink)).length === 0, 90_000)
    expect(wrongWith(await promised(), taken(sink))).toEqual([])
  })

  test('control: one that never came, and one that came three times, would have been found', () => {
    expect(wrongWith(['a', 'b', 'c'], ['a', 'b', 'b'])).toEqual(['c came 0 times'])
    expect(wrongWith(['a'], ['a', 'a', 'a'])).toEqual(['a came 3 times'])
  })
})
