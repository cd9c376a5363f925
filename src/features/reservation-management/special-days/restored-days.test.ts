import { beforeAll, expect, test } from 'vitest'
import { restoreFromTrash } from '#web/admin/api/management/trash-kinds.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { clearSpecialDay, listSpecialDays, setSpecialDay } from './service.ts'

let database: TestDatabase
let staff = ''
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'manager@venue.example')
})
// The database says when a row was written, so the clock is its own.
const asManager = () => ({
  db: database.db,
  now: new Date(),
  actor: { id: staff, name: 'Ama', role: 'manager' as const },
})
const closed = { opens: '', closes: '', reason: 'Repairs' } as const
const close = async (
  service: 'restaurant' | 'social',
  date: string,
  closedEvents: 'cancelled' | 'not_sold' | 'kept_open',
) => {
  const day = { ...closed, date, service, closedEvents }
  expect(await setSpecialDay(asManager(), day)).toMatchObject({ ok: true })
}
const clear = async (service: 'restaurant' | 'social', date: string): Promise<string> => {
  const cleared = await clearSpecialDay(asManager(), { service, date })
  return cleared.ok ? cleared.value.id : ''
}
const restore = (id: string) => restoreFromTrash(asManager(), { entity: 'special_day', id })
const reserve = async (type: 'dining' | 'nightlife', date: string, event: string | null = null) => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, event_id, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status)
     select $1::text, $3::uuid, $2::date, coalesce(e.starts_at, $2::date + interval '24 hours'),
       coalesce(e.ends_at, $2::date + interval '26 hours'), 'Kofi', 'kofi@example.com', 2, 'confirmed'
     from (values (1)) v left join events e on e.id = $3::uuid returning id`,
    [type, date, event],
  )
  return rows[0]?.id ?? ''
}
const isSet = async (date: string) => (await listSpecialDays(asManager())).some((it) => it.date === date)
const NEW = 'Close the day anew in the settings, and decide about them.'

test('a closed day is not restored from the trash over what was booked since, until that is cancelled', async () => {
  const date = '2060-03-06'
  const before = await reserve('dining', date)
  await close('restaurant', date, 'cancelled')
  const id = await clear('restaurant', date)
  expect(await restore(id)).toMatchObject({ ok: true })
  const again = await clear('restaurant', date)
  const since = await reserve('dining', date)
  expect(await restore(again)).toEqual({
    ok: false,
    reason: { why: 'refused', text: `New since this day was cleared: 1 reservation. ${NEW}` },
  })
  expect(await isSet(date)).toBe(false)
  await database.pool.query("update reservations set status = 'cancelled' where id = any($1)", [
    [before, since],
  ])
  expect(await restore(again)).toMatchObject({ ok: true })
  expect(await isSet(date)).toBe(true)
})

test('a closed day is restored beside reservations as they stood when it was cleared, and not beside one that moved there since', async () => {
  const date = '2060-03-13'
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     values ('the-restored-night', 'The Restored Night', '', 'Nightlife', $1, '21:00', 'Free', 'free') returning id`,
    [date],
  )
  const other = await reserve('nightlife', '2060-03-12')
  await reserve('nightlife', date, rows[0]?.id)
  await close('social', date, 'not_sold')
  expect(await restore(await clear('social', date))).toMatchObject({ ok: true })
  const id = await clear('social', date)
  await database.pool.query('update reservations set business_date = $2 where id = $1', [other, date])
  await database.pool.query('update reservations set ends_at = ends_at + interval $$1 day$$ where id = $1', [
    other,
  ])
  expect(await restore(id)).toMatchObject({
    reason: { text: `New since this day was cleared: 1 reservation. ${NEW}` },
  })
})

test('a closed day is not restored while a party waits for a dinner of that day', async () => {
  const date = '2060-03-20'
  await close('restaurant', date, 'not_sold')
  const id = await clear('restaurant', date)
  await database.pool.query(
    `insert into waiting_entries (business_date, dinner_at, guest_name, guest_email, guest_phone, guest_count, consented_at)
     values ($1::date, $1::date + interval '24 hours', 'Esi', 'esi@example.com', '+19725550142', 2, now())`,
    [date],
  )
  expect(await restore(id)).toMatchObject({
    reason: { text: `New since this day was cleared: 1 waiting party. ${NEW}` },
  })
})

test('a day with other hours is restored, whatever was booked', async () => {
  const date = '2060-03-27'
  const day = { ...closed, date, service: 'restaurant', closedEvents: 'not_sold' } as const
  expect(await setSpecialDay(asManager(), { ...day, opens: '12:00', closes: '20:00' })).toMatchObject({
    ok: true,
  })
  const id = await clear('restaurant', date)
  await reserve('dining', date)
  expect(await restore(id)).toMatchObject({ ok: true })
})
