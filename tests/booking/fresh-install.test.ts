import { beforeAll, expect, test } from 'vitest'
import { summariseReservations } from '#features/reservation-management/list/summary/service.ts'
import { readMoneyByDate, listNightMoney } from '#features/payments/ledger/service.ts'
import { loadOverview } from '#features/dashboard/service.ts'
import { addDays, businessDate } from '#lib/venue-time.ts'
import { createStaff } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
})

test('every screen of a fresh install agrees about money', async () => {
  const now = new Date()
  const actor = {
    id: await createStaff(database, 'fresh@venue.example'),
    name: 'Ama',
    role: 'manager',
  } as const
  const deps = { db: database.db, now, actor }
  const today = businessDate(now)

  const { rows } = await database.pool.query<{ cents: number }>(
    'select coalesce(sum(amount_cents), 0)::int as cents from ledger_lines',
  )
  const total = rows[0]?.cents ?? 0
  expect(total).toBeGreaterThan(0)

  const { revenueCents } = await summariseReservations(deps, {
    search: '',
    type: null,
    status: null,
    eventId: null,
    date: null,
  })
  expect(revenueCents, 'Total Revenue').toBe(total)

  const nights = await listNightMoney(database.db, { from: addDays(today, -400), until: addDays(today, 400) })
  expect(
    nights.reduce((sum, it) => sum + it.keptCents, 0),
    'all nights',
  ).toBe(total)
  // A seeded guest may have paid a day before the thirty days, depending on the hour.
  const moved = await database.pool.query<{ at: Date; cents: number }>(
    'select moved_at as at, amount_cents as cents from ledger_lines',
  )
  const movedLately = moved.rows.filter(({ at }) => businessDate(at) > addDays(today, -30))
  const { days } = await readMoneyByDate(deps, today)
  expect(
    days.reduce((sum, it) => sum + it.netCents, 0),
    'what moved in thirty days',
  ).toBe(movedLately.reduce((sum, { cents }) => sum + cents, 0))

  const overview = await loadOverview(deps)
  for (const night of [...overview.nights, overview.tonight]) {
    const kept = nights.find((it) => it.date === night.date)?.keptCents ?? 0
    expect(night.moneyCents, `overview of ${night.date}`).toBe(kept)
  }
})

test('every legal page of a fresh install was last updated on the day of the installation, in venue time', async () => {
  const app = await startApp({ env: { DATABASE_URL: database.url } })
  const { rows } = await database.pool.query<{ day: string }>(
    'select policies_changed_on::text as day from venue',
  )
  const dates = await Promise.all(
    ['/privacy-policy', '/terms-of-service', '/cookie-policy'].map(async (path) => {
      const html = await (await app.get(path)).text()
      return [path, /Last updated: <time dateTime="([^"]+)"/.exec(html)?.[1]]
    }),
  )
  expect(dates).toEqual(dates.map(([path]) => [path, rows[0]?.day]))
})
