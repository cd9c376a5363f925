import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { csvLine, readListQuery } from './rules.ts'
import type { ReservationEntry } from './schema.ts'
import { listEventChoices } from '../staff-bookings/event-choices/service.ts'
import { exportReservations, listReservations, listSpecialRequests } from './service.ts'
import { rollUpCounters, summariseReservations } from './summary/service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
const asManager = () => ({ db: database.db, actor: { role: 'manager' } as const })
const summarise = (address: string) =>
  summariseReservations(asManager(), readListQuery(new URLSearchParams(address)))
const look = (address: string) => listReservations(asManager(), readListQuery(new URLSearchParams(address)))

async function lookThrough(address: string): Promise<ReservationEntry[]> {
  const query = readListQuery(new URLSearchParams(address))
  const found: ReservationEntry[] = []
  let after: string | null = null
  do {
    // oxlint-disable-next-line no-await-in-loop -- a page is asked for after the last
    const page = await listReservations(asManager(), query, after)
    found.push(...page.items)
    after = page.next
  } while (after)
  return found
}

const count = async (condition: string): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*) as n from reservations where deleted_at is null and ${condition}`,
  )
  return Number(rows[0]?.n)
}

test.each(['newest', 'oldest', 'soonest', 'latest', 'name', 'total'])(
  'pagination sorted by %s shows every reservation once',
  async (sort) => {
    const found = await lookThrough(`sort=${sort}`)
    expect(found).toHaveLength(await count('true'))
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    const keyOf = (it: ReservationEntry): string | number => {
      if (sort === 'name') return it.guestName.toLowerCase()
      if (sort === 'total') return -(it.totalCents ?? 0)
      const time = Date.parse(sort === 'newest' || sort === 'oldest' ? it.createdAt : it.startsAt)
      return sort === 'newest' || sort === 'latest' ? -time : time
    }
    const keys = found.map(keyOf)
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  },
)

test('the search finds a part of the name, the email or the phone in any case and format', async () => {
  await database.pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone, guest_count)
     values ('dining', '2030-01-05', '2030-01-05 23:00Z', '2030-01-06 01:00Z', 'Zuberi O''Neil', 'zed_1%@example.com', '(972) 555-8642', 2)`,
  )
  for (const q of ['zuberi o', 'BERI', 'ED_1%@EX', '555-8642', '9725558642', '58642'])
    // oxlint-disable-next-line no-await-in-loop
    expect((await look(new URLSearchParams({ q }).toString())).items.map((it) => it.guestName)).toContain(
      "Zuberi O'Neil",
    )
  for (const q of ['zed_1%%', 'zedx1', 'zuberi zed', "'; drop table reservations; --"])
    // oxlint-disable-next-line no-await-in-loop
    expect((await look(new URLSearchParams({ q }).toString())).items).toEqual([])
})

test('the search finds a name with any apostrophe or none, with or without accents, and its words in any order', async () => {
  await database.pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count)
     values ('dining', '2030-01-06', '2030-01-06 23:00Z', '2030-01-07 01:00Z', 'Zola D’Arcy', 'zola@example.com', 2)`,
  )
  const found = async (q: string) =>
    (await look(new URLSearchParams({ q }).toString())).items.map((it) => it.guestName)
  // oxlint-disable no-await-in-loop -- one search after the other
  for (const q of ["d'arcy", 'D’ARCY', 'darcy', 'd’arcy zola', 'darcy zola', "D'Arcy zo", 'dàrcy'])
    expect(await found(q), q).toEqual(['Zola D’Arcy'])
  expect(await found('arcy example')).toEqual([])
  // oxlint-enable no-await-in-loop
})

test('a phone is found by any format, in whatever format it was stored', async () => {
  const stored = [
    '(214) 555-0177',
    '214-555-0177',
    '2145550177',
    '+1 214 555 0177',
    '1.214.555.0177',
    '+12145550177',
  ]
  await database.pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone, guest_count)
     select 'dining', '2030-01-07', '2030-01-07 23:00Z', '2030-01-08 01:00Z', 'Phone ' || i, 'p@example.com', phone, 2
     from unnest($1::text[]) with ordinality as it (phone, i)`,
    [stored],
  )
  for (const q of [
    ...stored,
    '+1 (214) 555 0177',
    '214 555-01',
    '(214) 555',
    '5550177',
    '50177',
    '0177',
    '1 214',
  ])
    for (const sort of ['newest', 'name']) {
      // oxlint-disable-next-line no-await-in-loop
      const found = (await lookThrough(new URLSearchParams({ q, sort }).toString())).map((it) => it.guestName)
      expect(found, `${q} by ${sort}`).toEqual(expect.arrayContaining(stored.map((_, i) => `Phone ${i + 1}`)))
    }
  expect((await look('q=%2B1+214+555+9178')).items).toEqual([])
  const [{ guestPhone } = { guestPhone: null }] = (await look('q=phone+6')).items
  expect(guestPhone).toBe('(214) 555-0177')
})

test('a search of one or two characters matches the start of a word', async () => {
  await database.pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone, guest_count)
     values ('dining', '2030-01-06', '2030-01-06 23:00Z', '2030-01-07 01:00Z', 'Xola Qubeka', 'home.wz@example.com', null, 2)`,
  )
  const names = async (q: string) => (await look(`q=${q}`)).items.map((it) => it.guestName)
  for (const q of ['x', 'XO', 'qu', 'wz'])
    // oxlint-disable-next-line no-await-in-loop
    expect(await names(q)).toContain('Xola Qubeka')
  expect(await names('ub')).not.toContain('Xola Qubeka')
})

test('the filters by type, status and event combine', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `select event_id as id from reservations where status = 'confirmed' and event_id is not null limit 1`,
  )
  const event = rows[0]?.id ?? ''
  const found = await lookThrough(`type=nightlife&status=confirmed&event=${event}`)
  expect(found.length).toBe(await count(`status = 'confirmed' and event_id = '${event}'`))
  expect(found.length).toBeGreaterThan(0)
  expect(await lookThrough(`type=dining&event=${event}`)).toEqual([])
  expect((await lookThrough('type=nonsense&status=x&event=x&sort=x')).length).toBe(await count('true'))
})

test('the counts follow every change, and revenue is received less refunded in every status', async () => {
  const before = await summarise('')
  expect(before.total).toBe(await count('true'))
  expect(before.dining + before.nightlife).toBe(before.total)
  expect(before.confirmed).toBe(await count(`status = 'confirmed'`))
  const { rows } = await database.pool.query<{ id: string; event: string }>(
    `insert into reservations (event_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       total_price_cents, status)
     select id, 'nightlife', date, starts_at, ends_at, 'Payer', 'payer@example.com', 2, 20000, 'pending'
     from events where id not in (select event_id from reservations where event_id is not null) limit 1
     returning id, event_id as event`,
  )
  const { id = '', event = '' } = rows[0] ?? {}
  const changed = async () => {
    const now = await summarise('')
    return [
      now.total - before.total,
      now.confirmed - before.confirmed,
      now.pending - before.pending,
      (now.revenueCents ?? 0) - (before.revenueCents ?? 0),
    ]
  }
  expect(await changed()).toEqual([1, 0, 1, 0])
  const paid = await database.pool.query<{ id: string }>(
    `insert into checkouts (reservation_id, provider, amount_cents, status, received_cents, expires_at, paid_at)
     values ($1, 'local', 20000, 'paid', 20000, now(), now()) returning id`,
    [id],
  )
  await database.pool.query(
    `update reservations set status = 'confirmed', payment_status = 'paid' where id = $1`,
    [id],
  )
  expect(await changed()).toEqual([1, 1, 0, 20_000])
  await database.pool.query(
    `insert into refunds (checkout_id, reservation_id, amount_cents, reason) values ($1, $2, 5050, 'staff')`,
    [paid.rows[0]?.id, id],
  )
  expect(await changed()).toEqual([1, 1, 0, 14_950])
  await database.pool.query(`update refunds set status = 'failed' where reservation_id = $1`, [id])
  expect(await changed()).toEqual([1, 1, 0, 20_000])
  expect(await summarise(`event=${event}`)).toMatchObject({ total: 1, revenueCents: 20_000 })
  await rollUpCounters(database)
  expect(await changed()).toEqual([1, 1, 0, 20_000])
  // The payment of a no-show or a late cancellation stays revenue.
  await database.pool.query(`update reservations set status = 'cancelled' where id = $1`, [id])
  expect(await changed()).toEqual([1, 0, 0, 20_000])
  await database.pool.query(`update reservations set kept_cents = 20000, deleted_at = now() where id = $1`, [
    id,
  ])
  expect(await changed()).toEqual([0, 0, 0, 0])
  expect(await summarise(`event=${event}`)).toMatchObject({
    revenueCents: 0,
    deletedRevenueCents: 20_000,
  })
})

test('the CSV export contains exactly the matching reservations, in the order of the list', async () => {
  const address = 'type=nightlife&sort=soonest'
  const parts: string[] = []
  for await (const part of exportReservations(
    database,
    readListQuery(new URLSearchParams(address)),
    'manager',
  ))
    parts.push(part)
  const lines = parts.join('').split('\r\n').slice(1, -1)
  const found = await lookThrough(address)
  expect(found.length).toBeGreaterThan(1)
  expect(lines.map((line) => /[^,]+@[^,]+/.exec(line)?.[0])).toEqual(
    found.map(({ guestEmail }) => guestEmail),
  )
  expect(lines[0]).toMatch(/,20\d\d-\d\d-\d\d \d\d:\d\d$/)
})

test('no CSV cell is a formula to a spreadsheet', () => {
  expect(csvLine(['=HYPERLINK("x")', '+1 972', ' @sum', '-2', '\uFF1Dx', 'a,b', -5, null, 'ok'])).toBe(
    `"'=HYPERLINK(""x"")",'+1 972,' @sum,'-2,'\uFF1Dx,"a,b",-5,,ok\r\n`,
  )
})

test('prefix matches come first in a search ordered by name, across pages', async () => {
  await database.pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count)
     select 'dining', '2031-01-06', '2031-01-06 23:00Z', '2031-01-07 01:00Z',
       (array['Zwena ', 'Adaeze Zwena ', 'Ophélie ', 'zwena%'])[1 + i % 4] || lpad(i::text, 3, '0'),
       case when i % 4 = 2 then 'zwena@example.com' else 'guest@example.com' end, 2
     from generate_series(1, 240) i`,
  )
  const begins = (name: string): boolean => name.toLowerCase().startsWith('zwena')
  const found = (await lookThrough('q=zwena&sort=name')).map((it) => it.guestName)
  expect(new Set(found).size).toBe(240)
  const lower = found.map((name) => name.toLowerCase())
  expect(lower).toEqual([
    ...lower.filter(begins).toSorted(),
    ...lower.filter((name) => !begins(name)).toSorted(),
  ])
  expect(lower.filter(begins)).toHaveLength(120)
  expect(await lookThrough('q=zwena%25&sort=name')).toHaveLength(60)
  expect(await lookThrough('q=zwena&sort=name&type=nightlife')).toEqual([])
})

test('the longest possible name and address can be searched', async () => {
  const name = '\u{10400}'.repeat(120)
  await database.pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone, guest_count)
     values ('dining', '2030-02-05', '2030-02-05 23:00Z', '2030-02-06 01:00Z', $1, $2, $3, 2)`,
    [name, `${'q'.repeat(242)}@example.com`, '5'.repeat(40)],
  )
  const found = await look(`q=${'q'.repeat(100)}&sort=name`)
  expect(found.items.map((it) => it.guestName)).toEqual([name])
})

test('the event filter finds every event by its title and its date', async () => {
  await database.pool.query(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     values ('long-ago', 'Long ago', '', 'Nightlife', '2019-05-04', '21:00', '$20', 'moderate')`,
  )
  await database.pool.query(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     select 'filler-' || i, 'Filler ' || i, '', 'Nightlife', date '2018-01-01' + i, '21:00', '$20', 'moderate'
     from generate_series(1, 40) i`,
  )
  const titles = async (search: string) =>
    (await listEventChoices(database, search)).events.map((it) => it.title)
  for (const search of ['long', 'AGO lo', 'may 4 2019', '2019-05-04', 'Sat, long'])
    // oxlint-disable-next-line no-await-in-loop
    expect(await titles(search), search).toContain('Long ago')
  expect(await titles("griot's")).toContain('The Griot’s Hour')
  for (const search of ['long away', '100%', 'june 4 2019'])
    // oxlint-disable-next-line no-await-in-loop
    expect(await titles(search), search).not.toContain('Long ago')
  const all = await listEventChoices(database, '')
  expect(all.events.map((it) => it.date)).toEqual(
    all.events
      .map((it) => it.date)
      .toSorted()
      .toReversed(),
  )
  expect([all.events.length, all.hasMore]).toEqual([30, true])
})

test('special requests come from all matching reservations, not from one page', async () => {
  await database.pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       special_requests, status)
     select 'dining', '2031-05-01', '2031-05-01 23:00Z', '2031-05-02 01:00Z', 'Wish ' || i, 'wish@example.com', 2,
       case when i % 2 = 0 then 'Cake ' || i end, case when i % 4 = 0 then 'confirmed' else 'cancelled' end
     from generate_series(1, 200) i`,
  )
  const asked = async (address: string) => {
    const found: string[] = []
    let after: string | null = null
    do {
      // oxlint-disable-next-line no-await-in-loop -- a page is asked for after the last
      const page = await listSpecialRequests(database, readListQuery(new URLSearchParams(address)), after)
      found.push(...page.items.map((it) => it.specialRequests))
      after = page.next
    } while (after)
    return found
  }
  expect(new Set(await asked('q=wish@example')).size).toBe(100)
  expect(await asked('q=wish@example&status=confirmed')).toHaveLength(50)
  expect(await asked('q=wish@example&type=nightlife')).toEqual([])
})
