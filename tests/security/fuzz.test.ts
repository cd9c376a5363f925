import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNight } from '../booking/booking-fixtures.ts'
import { cloneDatabase } from '../support/database.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { brokenRows } from './constraints.ts'
import { type ProbeRequest, probes, whatIsKnown } from './probes.ts'
import { type ProbedApp, startProbedApp } from './probed-server.ts'
import { type RawResponse, violationIn, inParallel, sendRaw } from './raw-request.ts'

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 20_000)
/** Requests generated at once, with the ids of rows that exist then. */
const A_ROUND = 500
const AN_APP = 4000
const AT_ONCE = 12

/** Restores the owner's access after each batch: a request may have removed the owner's own. */
async function openAgain(at: ProbedApp): Promise<string> {
  const { pool } = at.database
  await pool.query('update venue set owners_require_two_factor = false')
  await pool.query('delete from sign_in_attempts')
  return at.enter('owner')
}

const describe = ({ as, method, path, headers, body }: ProbeRequest): string =>
  `${as} ${method} ${path.slice(0, 300)} ${JSON.stringify(headers ?? {}).slice(0, 200)} ${String(body ?? '').slice(0, 600)}`

type Found = { readonly faults: string[]; readonly statuses: Map<number, number> }

/** Sends one server so many requests; each batch meets the changes of the batch before. */
async function fuzz(at: ProbedApp, first: number, { faults, statuses }: Found): Promise<void> {
  // Read once: by the end, requests of staff may have deleted every event and every table.
  const night = await findNight(at.database.db, new Date())
  for (let sent = first; sent < Math.min(first + AN_APP, REQUESTS); sent += A_ROUND) {
    // oxlint-disable no-await-in-loop -- one round after the other
    let cookie = await openAgain(at)
    let entering: Promise<string> | null = null
    const known = await whatIsKnown(at, night)
    const asked = fc.sample(probes(known), { numRuns: Math.min(A_ROUND, REQUESTS - sent), seed: SEED + sent })
    await inParallel(asked, AT_ONCE, async (it, index) => {
      const number = sent + index
      const headers = {
        'X-Forwarded-For': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
        ...(it.as === 'owner' ? { Cookie: cookie } : {}),
        ...it.headers,
      }
      const answered = await sendRaw(at.app.origin, { ...it, headers }).catch(
        (error: unknown): RawResponse => ({
          status: 599,
          headers: {},
          text: String(error),
        }),
      )
      // A staff member who signed out everywhere signs in again.
      if (answered.status === 401 && it.as === 'owner' && answered.text.includes('signed_out')) {
        entering ??= at.enter('owner').finally(() => (entering = null))
        cookie = await entering
      }
      statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1)
      const fault = violationIn(answered)
      if (fault) faults.push(`${fault}: ${describe(it)}\n    ${answered.text.slice(0, 160)}`)
    })
    // oxlint-enable no-await-in-loop
  }
}

const found: Found = { faults: [], statuses: new Map() }
const apps = Array.from({ length: Math.ceil(REQUESTS / AN_APP) }, (_, index) => index * AN_APP)

test.each(apps)(
  'from the %ith on, almost valid requests cause no internal error, leak no internals, and break no row',
  async (first) => {
    // Requests of staff may delete everything: each server gets a limited number, and the next one starts fresh.
    const at = await startProbedApp({ LOG_LEVEL: 'error' })
    const before = found.faults.length
    await fuzz(at, first, found)
    const faults = found.faults.slice(before)
    if (faults.length > 0) process.stdout.write(`the server's log:\n${at.app.output().slice(-6000)}\n`)
    expect(faults.slice(0, 25), `${faults.length} faults with FUZZ_SEED=${SEED}`).toEqual([])
    expect(at.app.child.exitCode).toBeNull()
    expect(await brokenRows(at.database.pool)).toEqual([])
    await at.app.stop()
  },
)

test('enough requests were sent, and enough of them were valid', () => {
  const counts = [...found.statuses].toSorted(([a], [b]) => a - b)
  process.stdout.write(
    `FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}: ${counts.map(([status, count]) => `${status}×${count}`).join(' ')}\n`,
  )
  expect(found.faults.slice(0, 25)).toEqual([])
  expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(REQUESTS)
  // Control: some requests are valid; only invalid ones would prove nothing.
  const right =
    (found.statuses.get(200) ?? 0) + (found.statuses.get(201) ?? 0) + (found.statuses.get(303) ?? 0)
  expect(right).toBeGreaterThan(REQUESTS / 10)
})

test('control: an internal error, a stack trace and a broken row would have been found', async () => {
  const answered = { headers: {}, status: 200, text: 'fine' }
  expect(violationIn(answered)).toBeNull()
  expect(violationIn({ ...answered, status: 500 })).toBe('status 500')
  expect(
    violationIn({ ...answered, text: 'Error: x\n    at f (file:///srv/build/server/index.js:1:2)' }),
  ).toMatch(/inside/)
  expect(violationIn({ ...answered, text: 'duplicate key value violates unique constraint "a"' })).toMatch(
    /inside/,
  )
  const { pool } = await cloneDatabase(TODAY_TEMPLATE)
  expect(await brokenRows(pool)).toEqual([])
  await pool.query(`begin; set local session_replication_role = replica;
    delete from venue_tables where id = (select table_id from table_occupancies limit 1); commit`)
  await pool.query(`alter table reservations drop constraint reservations_guest_count_check;
    update reservations set guest_count = -5 where id = (select id from reservations limit 1);
    alter table reservations add constraint reservations_guest_count_check check (guest_count > 0) not valid`)
  const broken = (await brokenRows(pool)).join()
  expect(broken).toMatch(/table_occupancies\.\w+: [1-9]\d* rows/)
  expect(broken).toMatch(/reservations\.reservations_guest_count_check: 1 rows, not validated/)
})
