import { beforeAll, expect, test } from 'vitest'
import { listBin, restoreFromBin, sweepBin } from '#features/bin/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { addHours } from '#lib/venue-time.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { specialDayForm } from './schema.ts'
import { clearSpecialDay, listSpecialDays, setSpecialDay } from './service.ts'

const now = new Date('2026-11-21T00:00:00Z')
let database: TestDatabase
let actorId = ''
beforeAll(async () => {
  database = await cloneDatabase()
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into staff_users (name, email, role) values ('Ama', 'ama@house.example', 'manager') returning id`,
  )
  actorId = rows[0]?.id ?? ''
})
const deps = (role: 'manager' | 'host' = 'manager') => ({
  db: database.db,
  now,
  actor: { id: actorId, name: 'Ama', role },
})

test('a special day is set, says who stands on it, and is cleared again', async () => {
  await database.pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count)
     values ('dining', '2026-12-25', '2026-12-25T23:00Z', '2026-12-26T01:00Z', 'Kofi', 'kofi@example.com', 2)`,
  )
  const day = {
    date: '2026-12-25',
    service: 'restaurant',
    opens: '',
    closes: '',
    reason: 'Christmas',
  } as const
  expect(await setSpecialDay(deps('host'), day)).toMatchObject({ ok: false })
  expect(await setSpecialDay(deps(), day)).toEqual({ ok: true, value: { standing: 1 } })
  expect(await setSpecialDay(deps(), { ...day, opens: '12:00', closes: '16:00' })).toMatchObject({ ok: true })
  expect(await listSpecialDays(deps())).toEqual([{ ...day, opens: '12:00', closes: '16:00' }])
  expect((await loadVenue(deps())).specialDays).toMatchObject([
    { hours: { opens: '12:00', closes: '16:00' } },
  ])
  const cleared = await clearSpecialDay(deps(), day)
  expect(cleared).toMatchObject({ ok: true })
  expect(await clearSpecialDay(deps(), day)).toMatchObject({ reason: { why: 'gone' } })
  expect(await listSpecialDays(deps())).toEqual([])
})

test('a special day that was cleared lies in the bin for thirty days, and is not put over another one', async () => {
  const day = {
    date: '2026-12-31',
    service: 'social',
    opens: '',
    closes: '',
    reason: 'Sold privately',
  } as const
  const clear = async (): Promise<string> => {
    await setSpecialDay(deps(), day)
    const cleared = await clearSpecialDay(deps(), day)
    return cleared.ok ? cleared.value.id : ''
  }
  const inBin = async () => (await listBin(deps())).filter((it) => it.name.startsWith('Social lounge'))
  const take = (id: string, role: 'manager' | 'host' = 'manager') =>
    restoreFromBin(deps(role), { entity: 'special_day', id })

  const id = await clear()
  expect(await inBin()).toMatchObject([{ id, name: 'Social lounge, Thursday, December 31, 2026' }])
  expect(await take(id, 'host')).toMatchObject({ reason: { why: 'not_allowed' } })
  expect(await take(id)).toMatchObject({ ok: true })
  expect(await listSpecialDays(deps())).toEqual([day])
  expect(await take(id)).toMatchObject({ reason: { why: 'gone' } })

  const second = await clear()
  await setSpecialDay(deps(), { ...day, reason: 'Staff party' })
  expect(await take(second)).toMatchObject({ reason: { why: 'refused' } })
  expect(await inBin()).toHaveLength(1)
  await sweepBin({ db: database.db, now: addHours(now, 29 * 24) })
  expect(await inBin()).toHaveLength(1)
  await sweepBin({ db: database.db, now: addHours(now, 31 * 24) })
  expect(await inBin()).toEqual([])
})

test('a special day with one time alone is refused', () => {
  const day = { date: '2026-12-25', service: 'social', reason: 'Early', opens: '20:00', closes: '' }
  expect(specialDayForm.safeParse(day).success).toBe(false)
})
