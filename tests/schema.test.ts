import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})

const rows = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query<Row>(sql, values)).rows

/** A date for each test far in the future, so that their rows do not overlap. */
let serviceDay = 0
const nextServiceDay = (): string => `2031-01-${String((serviceDay += 1)).padStart(2, '0')}`

async function aTable(): Promise<string> {
  const [table] = await rows<{ id: string }>('select id from venue_tables order by table_number limit 1')
  return table?.id ?? ''
}

type Booking = { tableId: string; from: string; until: string; status?: string }

async function book({ tableId, from, until, status = 'confirmed' }: Booking): Promise<string> {
  const id = randomUUID()
  await rows(
    `insert into reservations (id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, status)
     values ($1, $2, 'dining', $3::timestamptz::date, $3, $4, 'Guest', 'guest@example.com', 2, $5)`,
    [id, tableId, from, until, status],
  )
  return id
}

describe('table occupancy', () => {
  test('is one party at a time', async () => {
    const tableId = await aTable()
    const day = nextServiceDay()
    await book({ tableId, from: `${day} 23:00Z`, until: `${day} 23:59Z` })
    await expect(book({ tableId, from: `${day} 23:30Z`, until: `${day} 23:45Z` })).rejects.toThrow(
      /one_party_per_table/,
    )
  })

  test('is also decided against a hold that is being paid for', async () => {
    const tableId = await aTable()
    const day = nextServiceDay()
    await book({ tableId, from: `${day} 20:00Z`, until: `${day} 22:00Z`, status: 'pending' })
    await expect(book({ tableId, from: `${day} 21:00Z`, until: `${day} 23:00Z` })).rejects.toThrow(
      /one_party_per_table/,
    )
  })

  test('passes from dinner to the night at the minute the one ends and the other begins', async () => {
    const tableId = await aTable()
    const day = nextServiceDay()
    await book({ tableId, from: `${day} 20:00Z`, until: `${day} 21:00Z` })
    await expect(book({ tableId, from: `${day} 21:00Z`, until: `${day} 23:00Z` })).resolves.toBeTruthy()
  })

  test('is free again when a reservation is cancelled or deleted', async () => {
    const tableId = await aTable()
    const day = nextServiceDay()
    const first = await book({ tableId, from: `${day} 20:00Z`, until: `${day} 22:00Z` })
    await rows(`update reservations set status = 'cancelled', cancel_reason = 'guest' where id = $1`, [first])
    const second = await book({ tableId, from: `${day} 20:00Z`, until: `${day} 22:00Z` })
    await rows('update reservations set deleted_at = now() where id = $1', [second])
    await expect(book({ tableId, from: `${day} 20:00Z`, until: `${day} 22:00Z` })).resolves.toBeTruthy()
  })

  test('is not given back to a cancelled guest while another party has it', async () => {
    const tableId = await aTable()
    const day = nextServiceDay()
    const first = await book({ tableId, from: `${day} 20:00Z`, until: `${day} 22:00Z`, status: 'cancelled' })
    await book({ tableId, from: `${day} 20:00Z`, until: `${day} 22:00Z` })
    const revive = rows(`update reservations set status = 'confirmed' where id = $1`, [first])
    await expect(revive).rejects.toThrow(/one_party_per_table/)
  })

  test('follows a reservation that is moved to another table or another time', async () => {
    const [one, two] = await rows<{ id: string }>('select id from venue_tables order by table_number limit 2')
    const day = nextServiceDay()
    const id = await book({ tableId: one?.id ?? '', from: `${day} 20:00Z`, until: `${day} 22:00Z` })
    await rows('update reservations set table_id = $2 where id = $1', [id, two?.id])
    await book({ tableId: one?.id ?? '', from: `${day} 20:00Z`, until: `${day} 22:00Z` })
    await rows(`update reservations set starts_at = $2, ends_at = $3 where id = $1`, [
      id,
      `${day} 12:00Z`,
      `${day} 13:00Z`,
    ])
    await expect(
      book({ tableId: two?.id ?? '', from: `${day} 20:00Z`, until: `${day} 22:00Z` }),
    ).resolves.toBeTruthy()
  })

  test('is refused to guests while it is held by the house for an event, and free after its release', async () => {
    const tableId = await aTable()
    const [event] = await rows<{ id: string; starts_at: Date; ends_at: Date }>(
      `insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('held-night', 'Held night', 'x', 'Nightlife', '2031-03-01', '21:00', 'Free', 'free')
       returning id, starts_at, ends_at`,
    )
    const from = event?.starts_at.toISOString() ?? ''
    const until = event?.ends_at.toISOString() ?? ''
    const [hold] = await rows<{ id: string }>(
      `insert into table_blocks (event_id, table_id, reason) values ($1, $2, 'The band') returning id`,
      [event?.id, tableId],
    )
    await expect(book({ tableId, from, until })).rejects.toThrow(/one_party_per_table/)
    await rows('update table_blocks set released_at = now() where id = $1', [hold?.id])
    await expect(book({ tableId, from, until })).resolves.toBeTruthy()
  })
})

describe('an event', () => {
  const hoursOf = async (date: string, start: string, end: string | null) => {
    const [row] = await rows<{ hours: number; starts_at: Date }>(
      `insert into events (slug, title, description, category, date, start_time, end_time, price, price_range)
       values ($1, 'x', 'x', 'Nightlife', $2, $3, $4, 'Free', 'free')
       returning extract(epoch from ends_at - starts_at)::int / 3600 as hours, starts_at`,
      [`e-${randomUUID()}`, date, start, end],
    )
    return row
  }

  test('of 9 PM to 5 AM is eight hours long, seven or nine when the clocks change', async () => {
    expect((await hoursOf('2026-11-27', '21:00', '05:00'))?.hours).toBe(8)
    expect((await hoursOf('2027-03-13', '21:00', '05:00'))?.hours).toBe(7)
    expect((await hoursOf('2027-11-06', '21:00', '05:00'))?.hours).toBe(9)
  })

  test('without an end goes on until 5 AM', async () =>
    expect((await hoursOf('2026-11-28', '21:00', null))?.hours).toBe(8))

  test('that starts after midnight belongs to the night before', async () =>
    expect((await hoursOf('2026-11-28', '00:30', '03:00'))?.starts_at.toISOString()).toBe(
      '2026-11-29T06:30:00.000Z',
    ))

  test('cannot end before it begins', async () =>
    await expect(hoursOf('2026-11-28', '21:00', '20:00')).rejects.toThrow(/events_check/))
})

describe('what must never be', () => {
  test.each([
    ['a negative price', `update menu_items set price_cents = -1`],
    ['a table outside the room', `update venue_tables set position_x = 1190`],
    ['a share above the whole', `update events set booking_percentage = 101`],
    ['a second venue', `insert into venue select * from venue`],
    ['an unknown modal action', `update home_modals set primary_button_action = 'javascript:alert(1)'`],
    [
      'a modal action that leaves the site unseen',
      `update home_modals set secondary_button_action = '//evil.example'`,
    ],
    ['a category without a filter', `update events set category = 'Karaoke'`],
    ['an event that ends as it starts', `update events set end_time = start_time`],
  ])('%s is refused by the database', async (_what, sql) => {
    await expect(rows(sql)).rejects.toThrow(/violates (check|unique)|duplicate key/)
  })

  test.each(['menu', 'plan-event', `event:${randomUUID()}`, '/gallery?tab=venue', 'https://example.com/a'])(
    'the modal action %j is allowed',
    async (action) => {
      await expect(rows('update home_modals set primary_button_action = $1', [action])).resolves.toBeTruthy()
    },
  )
})
