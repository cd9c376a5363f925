import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { momentOf } from '#lib/venue-time.ts'
import { loadTonight } from './service.ts'

const DAY = '2031-03-07'
let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
})

async function book(type: 'dining' | 'nightlife', dinnerId: string | null = null): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
       guest_count, status, dinner_id, source)
     values ($1, $2, $3, $4, 'Ama', 'ama@example.com', '+19725550111', 2, 'confirmed', $5, 'phone') returning id`,
    [type, DAY, momentOf(DAY, type === 'dining' ? '18:00' : '21:00'), momentOf(DAY, '23:00'), dinnerId],
  )
  return rows[0]?.id ?? ''
}
const handOver = (id: string) =>
  app.pool.query(
    `update reservations set guest_email = 'kojo@example.com', guest_phone = '+19725550117' where id = $1`,
    [id],
  )
/** The dinner that the night keeps the table of, as the whole list says it, or a list of changes. */
async function dinnerOf(night: string, since?: Date) {
  const query = new URLSearchParams({ date: DAY, ...(since ? { since: since.toISOString() } : {}) })
  const { parties } = await loadTonight({ db: app.db, now: new Date() }, query)
  return parties.find(({ id }) => id === night)?.dinnerId
}

test('a night keeps the table of a dinner until one of the two is handed over to another guest', async () => {
  const dinner = await book('dining')
  const night = await book('nightlife', dinner)
  expect(await dinnerOf(night)).toBe(dinner)
  await handOver(night)
  expect(await dinnerOf(night)).toBeNull()
})

test('a list of changes has the night of a dinner that was handed over', async () => {
  const dinner = await book('dining')
  const night = await book('nightlife', dinner)
  await app.pool.query(`alter table reservations disable trigger user`)
  await app.pool.query(
    `update reservations set created_at = now() - interval '1 day', updated_at = now() - interval '1 day' where id = $1`,
    [night],
  )
  await app.pool.query(`alter table reservations enable trigger user`)
  const { rows } = await app.pool.query<{ now: Date }>('select now()')
  await handOver(dinner)
  expect(await dinnerOf(night, rows[0]?.now)).toBeNull()
})

test('the night of a walk-in who left no phone keeps the table of the dinner until it has another name', async () => {
  const dinner = await book('dining')
  const night = await book('nightlife', dinner)
  await app.pool.query(`update reservations set guest_email = '', guest_phone = '' where id = any($1)`, [
    [dinner, night],
  ])
  expect(await dinnerOf(night)).toBe(dinner)
  await app.pool.query(`update reservations set guest_name = 'Kojo' where id = $1`, [night])
  expect(await dinnerOf(night)).toBeNull()
})

test('a list of changes has the parties of a night whose price changed, and of a table with another number', async () => {
  const { rows: events } = await app.pool.query<{ id: string }>(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     select 'price-changes', 'Price changes', description, category, $1, '21:00', '$25', price_range
     from events limit 1 returning id`,
    [DAY],
  )
  const { rows: tables } = await app.pool.query<{ id: string }>('select id from venue_tables limit 1')
  const night = await book('nightlife')
  await app.pool.query(`alter table reservations disable trigger user`)
  await app.pool.query(
    `update reservations set event_id = $2, table_id = $3, created_at = now() - interval '1 day',
       updated_at = now() - interval '1 day' where id = $1`,
    [night, events[0]?.id, tables[0]?.id],
  )
  await app.pool.query(`alter table reservations enable trigger user`)
  for (const table of ['events', 'venue_tables', 'guests']) {
    // oxlint-disable no-await-in-loop -- one change after the other
    await app.pool.query(`alter table ${table} disable trigger user`)
    await app.pool.query(`update ${table} set updated_at = now() - interval '1 day'`)
    await app.pool.query(`alter table ${table} enable trigger user`)
    // oxlint-enable no-await-in-loop
  }
  const changed = async () => {
    const query = new URLSearchParams({ date: DAY, since: new Date().toISOString() })
    const { parties } = await loadTonight({ db: app.db, now: new Date() }, query)
    return parties.find(({ id }) => id === night)
  }
  expect(await changed()).toBeUndefined()
  await app.pool.query(`update events set price = '$40' where id = $1`, [events[0]?.id])
  expect((await changed())?.cover?.price).toBe('$40')
  await app.pool.query(`alter table events disable trigger user`)
  await app.pool.query(`update events set updated_at = now() - interval '1 day'`)
  await app.pool.query(`alter table events enable trigger user`)
  expect(await changed()).toBeUndefined()
  await app.pool.query(`update venue_tables set table_number = 98 where id = $1`, [tables[0]?.id])
  expect((await changed())?.tableNumbers).toEqual([98])
})
