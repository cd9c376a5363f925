import type { BrowserContext } from 'playwright-core'
import { beforeAll } from 'vitest'
import { momentOf } from '#lib/venue-time.ts'
import { useBrowser } from '../../support/browser.ts'
import { cloneDatabase, type TestDatabase } from '../../support/database.ts'
import { type RunningApp, startApp } from '../../support/server.ts'
import { createShiftedClock } from '../../support/shifted-clock.ts'
import { useDashboard } from '../admin-visit.ts'

/** A server and browsers whose clocks the test sets. That of the database is real, so the day must be one of the past. */
// oxlint-disable react/immutability, react/purity -- no hook of React
export function usePlayedDay(date: string) {
  let server: RunningApp
  let database: TestDatabase
  let clock: Awaited<ReturnType<typeof createShiftedClock>>
  let moment = momentOf(date, '15:00')
  const contexts: BrowserContext[] = []

  /** Sets the clock of the server and of every open browser to a time of the venue. */
  async function at(time: string, on = date): Promise<void> {
    moment = momentOf(on, time)
    await clock.set(moment)
    await Promise.all(contexts.map((context) => context.clock.setSystemTime(moment)))
  }

  beforeAll(async () => {
    clock = await createShiftedClock(moment)
    database = await cloneDatabase()
    server = await startApp({
      env: {
        DATABASE_URL: database.url,
        LOG_LEVEL: 'warn',
        TRUST_PROXY: 'true',
        ...clock.env,
      },
    })
  })
  const visitor = useBrowser(() => server.origin, { pagesStay: true })
  const { asStaffMember } = useDashboard({
    visitor: {
      ...visitor,
      async newGuest(options) {
        const context = await visitor.newGuest(options)
        await context.clock.install({ time: moment })
        contexts.push(context)
        return context
      },
    },
    database: () => database,
    origin: () => server.origin,
  })
  return {
    at,
    asStaffMember,
    database: () => database,
    /** Arrivals of a reservation as they were recorded: `arrived 3`, `seated`. */
    actsOf: async (id: string): Promise<string[]> => {
      const { rows } = await database.pool.query<{ act: string }>(
        `select concat_ws(' ', kind, guests) as act from arrival_events where reservation_id = $1 order by seq`,
        [id],
      )
      return rows.map(({ act }) => act)
    },
    /** Sums of the ledger for the night, by method. */
    ledgerSums: async (): Promise<{ method: string; cents: number }[]> => {
      const { rows } = await database.pool.query<{ method: string; cents: number }>(
        `select method, sum(amount_cents)::int as cents from ledger_lines where night = $1 and amount_cents <> 0
         group by method order by method`,
        [date],
      )
      return rows
    },
  }
}
