import { mkdtemp, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { addDays, momentOf, wallClock } from '#lib/venue-time.ts'

const PRELOADED = pathToFileURL(resolve('tests/support/shifted-clock.mjs')).href

/** The last noon at the venue: texts leave then, and guest lists of that night are open. */
export function lastNoon(now: Date): Date {
  const { date, time } = wallClock(now)
  return momentOf(time < '12:00' ? addDays(date, -1) : date, '12:00')
}

/**
 * The clock of a server under test: the environment that it is started with, and the way to set it. That of the database is
 * real, so the time must be one of the past.
 */
export async function createShiftedClock(moment: Date) {
  const file = join(await mkdtemp(join(tmpdir(), 'lounge-clock-')), 'ahead')
  async function set(to: Date): Promise<void> {
    // Renamed, since the server must never read half a number.
    await writeFile(`${file}.new`, String(to.getTime() - Date.now()))
    await rename(`${file}.new`, file)
  }
  await set(moment)
  return { env: { NODE_OPTIONS: `--import=${PRELOADED}`, TEST_CLOCK: file }, set }
}
