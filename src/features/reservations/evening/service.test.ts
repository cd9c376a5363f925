import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { momentOf } from '#lib/venue-time.ts'
import type { KnownBy } from './schema.ts'
import { findEvening, findNightStaysText, isSameHolder } from './service.ts'

const DAY = '2027-01-15'
let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
})

type Booked = {
  readonly email?: string
  readonly phone?: string
  readonly browser?: string
  readonly dinnerId?: string
  readonly day?: string
}
async function book(type: 'dining' | 'nightlife', { day = DAY, ...it }: Booked): Promise<string> {
  const [from, until] = type === 'dining' ? (['18:00', '19:30'] as const) : (['21:00', '23:00'] as const)
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
       guest_count, status, holder_browser, dinner_id, source)
     values ($1, $2, $3, $4, 'Ama', $5, $6, 2, 'confirmed', $7, $8, 'phone') returning id`,
    [
      type,
      day,
      momentOf(day, from),
      momentOf(day, until),
      it.email ?? '',
      it.phone ?? null,
      it.browser ?? null,
      it.dinnerId ?? null,
    ],
  )
  return rows[0]?.id ?? ''
}
const otherOf = async (id: string, knownBy: KnownBy) => (await findEvening(app, id, knownBy))?.other.id
const all = async (id: string) => ({
  holder: await otherOf(id, 'holder'),
  address: await otherOf(id, 'address'),
  guest: await otherOf(id, 'guest'),
})
const NONE = { holder: undefined, address: undefined, guest: undefined }

test('a dinner and a night with one email and phone are known to staff and by email, and on a page only in one browser', async () => {
  const contact = { email: 'Ama@example.com', phone: '+19725550111' }
  const dinner = await book('dining', { ...contact, browser: 'one' })
  const night = await book('nightlife', { ...contact, email: 'ama@EXAMPLE.com', browser: 'two' })
  expect(await all(dinner)).toEqual({ holder: undefined, address: night, guest: night })
  await app.pool.query(`update reservations set holder_browser = 'one' where id = $1`, [night])
  expect(await all(night)).toEqual({ holder: dinner, address: dinner, guest: dinner })
  await app.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'guest' where id = $1`,
    [night],
  )
  expect(await all(dinner)).toEqual(NONE)
  // The page of the cancelled one still leads to the other.
  expect(await otherOf(night, 'holder')).toBe(dinner)
})

test('a night that keeps the table of a dinner comes before any other, and no address is the same as no address', async () => {
  const dinner = await book('dining', { phone: '+19725550112' })
  await book('nightlife', { phone: '+19725550113' })
  expect(await all(dinner)).toEqual(NONE)
  const kept = await book('nightlife', { phone: '972-555-0112', dinnerId: dinner })
  expect(await all(dinner)).toEqual({ holder: kept, address: undefined, guest: kept })
  expect((await findEvening(app, kept, 'holder'))?.parts.map(({ id }) => id)).toEqual([dinner, kept])
  const elsewhere = await book('dining', { day: '2027-01-16', email: 'esi@example.com' })
  await book('nightlife', { email: 'esi@example.com' })
  expect(await all(elsewhere)).toEqual(NONE)
})

test('a night handed over to another guest does not lead to the dinner whose table it keeps, nor the dinner to it', async () => {
  const dinner = await book('dining', { email: 'yaa@example.com', phone: '+19725550115' })
  const night = await book('nightlife', { email: 'yaa@example.com', phone: '+19725550116', dinnerId: dinner })
  expect([await otherOf(dinner, 'holder'), await otherOf(night, 'holder')]).toEqual([night, dinner])
  expect(await isSameHolder(app, dinner, night)).toBe(true)
  await app.pool.query(`update reservations set guest_email = 'kwame@example.com' where id = $1`, [night])
  expect([await otherOf(dinner, 'holder'), await otherOf(night, 'holder')]).toEqual([undefined, undefined])
  expect(await isSameHolder(app, dinner, night)).toBe(false)
  // The phone is that of one guest of the book still.
  expect(await otherOf(dinner, 'guest')).toBe(night)
  await app.pool.query(
    `update reservations set guest_email = 'kojo@example.com', guest_phone = '+19725550117' where id = $1`,
    [night],
  )
  // Staff are not asked either whether another guest's night is cancelled with the dinner.
  expect([await otherOf(dinner, 'guest'), await otherOf(night, 'guest')]).toEqual([undefined, undefined])
})

test('a dinner of a large party without a table is a request until staff confirm it', async () => {
  const contact = { email: 'abena@example.com', phone: '+19725550118' }
  const [dinner, night] = [await book('dining', contact), await book('nightlife', contact)]
  const set = (columns: string) =>
    app.pool.query(`update reservations set ${columns} where id = $1`, [dinner])
  const isRequest = async () => (await findEvening(app, night, 'address'))?.other.isRequest
  expect(await isRequest()).toBe(false)
  await set(`status = 'pending', guest_count = 12`)
  expect(await isRequest()).toBe(true)
  // Only an answer ends the wait, and not a smaller party.
  await set(`guest_count = 2`)
  expect(await isRequest()).toBe(true)
  await set(`guest_count = 12, table_id = (select id from venue_tables order by table_number limit 1)`)
  expect(await isRequest()).toBe(false)
})

test('a dinner that moved to another date names the night of its former date, and no other one', async () => {
  const contact = { email: 'afia@example.com', phone: '+19725550119' }
  const dinner = await book('dining', contact)
  await book('nightlife', contact)
  await book('nightlife', { ...contact, day: '2027-01-23' })
  expect(await findNightStaysText(app, dinner)).toBeNull()
  await app.pool.query(`update reservations set business_date = '2027-01-16' where id = $1`, [dinner])
  expect(await findNightStaysText(app, dinner)).toBeNull()
  await app.pool.query(
    `insert into activity (actor, action, entity, entity_id, before, after)
     values ('Guest', 'changed', 'reservation', $1, '{"date": "2027-01-15"}', '{"date": "2027-01-16"}')`,
    [dinner],
  )
  expect(await findNightStaysText(app, dinner)).toBe(
    'Your table for the night on Fri, Jan 15, stays as it is.',
  )
})
