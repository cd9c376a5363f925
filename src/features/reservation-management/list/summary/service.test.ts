import { beforeAll, expect, test } from 'vitest'
import { listNightMoney } from '#features/payments/ledger/service.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { cloneDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { readListQuery } from '../rules.ts'
import type { ReservationEntry } from '../schema.ts'
import { listReservations } from '../service.ts'
import { summariseReservations } from './service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
const deps = (role: StaffRole) => ({ db: database.db, actor: { role } })
const queryOf = (address: string) => readListQuery(new URLSearchParams(address))
const summarise = (address: string, role: StaffRole = 'manager') =>
  summariseReservations(deps(role), queryOf(address))

/** All pages of the list. */
async function look(address: string): Promise<ReservationEntry[]> {
  const found: ReservationEntry[] = []
  let after: string | null = null
  do {
    // oxlint-disable-next-line no-await-in-loop -- a page is asked for after the last
    const page = await listReservations(deps('manager'), queryOf(address), after)
    found.push(...page.items)
    after = page.next
  } while (after)
  return found
}

test.each([
  'type=nightlife',
  'status=confirmed',
  'type=dining&status=confirmed',
  'q=okafor',
  'date=2026-11-27',
])('the cards are about the reservations that the list shows with %s', async (address) => {
  const shown = await look(address)
  const of = (is: (it: ReservationEntry) => boolean): number => shown.filter(is).length
  expect(shown.length).toBeGreaterThan(0)
  expect(await summarise(address)).toMatchObject({
    total: shown.length,
    dining: of(({ type }) => type === 'dining'),
    confirmed: of(({ status }) => status === 'confirmed'),
    revenueCents: shown.reduce((sum, { revenueCents }) => sum + (revenueCents ?? 0), 0),
    isWhole: true,
  })
})

test('the revenue, what deleted reservations left and the cover of a night are its money on the overview', async () => {
  const { rows } = await database.pool.query<{ id: string; date: string }>(
    `select e.id, e.date from events e join reservations r on r.event_id = e.id and r.received_cents > 0 limit 1`,
  )
  const { id = '', date = '' } = rows[0] ?? {}
  await database.pool.query(
    `insert into ledger_lines (source_key, kind, method, amount_cents, night, moved_at, actor_name, cover_kind, cover_guests,
       cover_each_cents, act_id)
     values ('cover:list', 'cover', 'cash', 12500, $1::date, now(), 'Ama', 'full', 5, 2500, new_id())`,
    [date],
  )
  const summary = await summarise(`date=${date}`)
  const [night] = await listNightMoney(database.db, { from: date, until: date })
  expect(summary.coverCents).toBe(12_500)
  expect((summary.revenueCents ?? 0) + (summary.deletedRevenueCents ?? 0) + (summary.coverCents ?? 0)).toBe(
    night?.keptCents,
  )
  expect((await summarise(`event=${id}`)).coverCents).toBe(12_500)
  // A part of a night has no cover of its own, and a host sees no money.
  expect((await summarise(`date=${date}&status=confirmed`)).coverCents).toBeNull()
  expect(await summarise(`date=${date}`, 'host')).toMatchObject({ revenueCents: null, coverCents: null })
})
