import { spawnSync } from 'node:child_process'
import { closeSync, openSync, statfsSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { openDatabase, type Database } from '#platform/db/db.ts'
import { freePort } from '../../scripts/free-port.ts'
import { askFor, findNight } from '../booking/booking-fixtures.ts'
import { asCookie, createStaff, PASSWORD } from '../staff/sign-in.ts'
import { exitOf, spawnApp, waitFor } from '../support/server.ts'

/*
 * A server whose database and images are on a small tmpfs that can be filled. Only root can mount one: elsewhere the
 * tests are skipped, and their name says why.
 */

const SIZE_MB = 420
const directory = await mkdtemp(join(tmpdir(), 'lounge-full-'))
const disk = join(directory, 'disk')
spawnSync('mkdir', ['-p', disk])
const mounted =
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', disk]).status === 0
if (!mounted)
  process.stderr.write(
    '\n*** A FULL DISK IS NOT TRIED: a small disk can be mounted by root only, and here it cannot. ***\n\n',
  )

let running: ReturnType<typeof spawnApp>
let origin = ''
let database: Database
let cookie = ''
beforeAll(async () => {
  if (!mounted) return
  const port = await freePort()
  origin = `http://localhost:${port}`
  running = spawnApp({ PORT: String(port), DATA_DIR: disk, LOG_LEVEL: 'warn', TRUST_PROXY: 'true' })
  await waitFor(async () => (await ask('/readyz')).status === 200, 90_000)
  const { startEmbeddedPostgres } = await import('#platform/embedded-postgres/start.ts')
  const joined = await startEmbeddedPostgres({ dataDir: join(disk, 'postgres') })
  database = openDatabase({ ...joined.connection, ssl: false }, { max: 2, onLost: () => undefined })
  await createStaff(database, 'disk@venue.example', { role: 'owner' })
  const entered = await ask('/admin/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'disk@venue.example', password: PASSWORD }),
  })
  cookie = asCookie(entered.headers.getSetCookie())
})
afterAll(async () => {
  if (mounted) {
    running.child.kill('SIGINT')
    await Promise.race([exitOf(running.child), new Promise((resolve) => setTimeout(resolve, 10_000))])
    await database.close()
    running.child.kill('SIGKILL')
    spawnSync('sh', ['-c', `kill -9 $(head -1 ${disk}/postgres/postmaster.pid) 2>/dev/null`])
    spawnSync('umount', ['-l', disk])
  }
  await rm(directory, { recursive: true, force: true })
})

const ask = (path: string, init?: RequestInit): Promise<Response> =>
  fetch(origin + path, { redirect: 'manual', ...init }).catch(() => new Response(null, { status: 599 }))

const BALLAST = join(disk, 'ballast')

/** Leaves no byte free. */
function fill(): void {
  const file = openSync(BALLAST, 'w')
  for (const size of [1024 * 1024, 4096]) while (hasTaken(file, size));
  closeSync(file)
}

function hasTaken(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch {
    return false
  }
}

const freeBytes = (): number => statfsSync(disk).bavail * statfsSync(disk).bsize

async function picture(): Promise<Buffer> {
  const noise = Buffer.from(Array.from({ length: 900 * 900 * 3 }, () => Math.floor(Math.random() * 256)))
  return sharp(noise, { raw: { width: 900, height: 900, channels: 3 } })
    .png()
    .toBuffer()
}

const upload = async () =>
  ask('/admin/api/pictures', {
    method: 'POST',
    headers: { 'Content-Type': 'image/png', Cookie: cookie },
    body: new Uint8Array(await picture()),
  })

let guests = 0
async function book(
  requests = '',
): Promise<{ status: number; id: string | null; retryAfter: string | null }> {
  guests += 1
  const night = await findNight(database.db, new Date()).catch(() => last)
  if (!night) throw new Error('no night is known')
  last = night
  const table = night.tables[guests % night.tables.length]
  const answered = await ask('/holds', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.8.${guests >> 8}.${guests & 255}` },
    body: JSON.stringify({ ...askFor(night, table ? { table } : {}), specialRequests: requests }),
  })
  const told = answered.status < 300 ? await answered.json() : null
  return {
    status: answered.status,
    id: told?.hold.reservationId ?? null,
    retryAfter: answered.headers.get('Retry-After'),
  }
}
let last: Awaited<ReturnType<typeof findNight>> | null = null

test.skipIf(!mounted)(
  'on a full disk images are refused with a reason, bookings are refused or stored, pages are served; with space again all works',
  async () => {
    expect((await ask('/menu')).status).toBe(200)
    // Control: with space, both are stored.
    expect((await upload()).status).toBe(201)
    const kept = [(await book()).id]
    expect(kept[0]).not.toBeNull()

    fill()
    expect(freeBytes()).toBe(0)
    const refused = await upload()
    expect([refused.status, (await refused.json()).error]).toEqual([507, 'disk_full'])
    const statuses = new Set<number>()
    // The database reuses space in files that it has already allocated: until that is used up, a hold may succeed.
    for (let attempt = 0; attempt < 40; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one guest after the other
      const { status, id, retryAfter } = await book('x'.repeat(1900))
      statuses.add(status)
      if (id) kept.push(id)
      if (status === 503) expect(retryAfter).not.toBeNull()
    }
    for (const status of statuses) expect([201, 409, 503], [...statuses].join(' ')).toContain(status)
    expect((await ask('/menu')).status).toBe(200)
    expect((await ask('/healthz')).status).toBe(200)
    expect(running.child.exitCode).toBeNull()

    await rm(BALLAST)
    await waitFor(
      async () => (await ask('/readyz')).status === 200 && [201, 409].includes((await book()).status),
      60_000,
    )
    expect((await upload()).status).toBe(201)
    await waitFor(() =>
      database.pool.query('select 1').then(
        () => true,
        () => false,
      ),
    )
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from reservations where id = any($1::uuid[])',
      [kept],
    )
    expect(rows).toHaveLength(kept.length)
  },
)
