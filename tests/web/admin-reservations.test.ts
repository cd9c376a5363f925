import { beforeAll, expect, test } from 'vitest'
import { asCookie, createStaff, PASSWORD } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { follow } from '../support/floor-stream.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { eventually } from '../support/eventually.ts'

/** The reservation list's CSV export and its stream of changes. */

const MANY = 2500
let app: RunningApp
let database: TestDatabase
let headers: Record<string, string>
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  await database.pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count)
     select 'dining', '2031-01-01', '2031-01-01 23:00Z', '2031-01-02 01:00Z', 'Crowd ' || n, 'crowd' || n || '@example.com', 2
     from generate_series(1, $1) n`,
    [MANY],
  )
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'error', TRUST_PROXY: 'true' } })
  await createStaff(database, 'manager@venue.example')
  const answered = await app.get('/admin/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: app.origin },
    body: JSON.stringify({ email: 'manager@venue.example', password: PASSWORD }),
  })
  headers = { Cookie: asCookie(answered.headers.getSetCookie()), Origin: app.origin }
})

const linesOf = async (address: string): Promise<string[]> => {
  const answered = await app.get(`/admin/api/reservations/csv?${address}`, { headers })
  expect(answered.status).toBe(200)
  expect(answered.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(answered.headers.get('Content-Disposition')).toContain('attachment')
  expect(answered.headers.get('Cache-Control')).toBe('private, no-store')
  return (await answered.text()).split('\r\n').slice(1, -1)
}

test('the CSV has every matching line, once and in order, and nothing else', async () => {
  // A NUL character, which the database cannot store, is removed from the search.
  const lines = await linesOf('q=cro%00wd&sort=name%00')
  expect(lines).toHaveLength(MANY)
  const names = lines.map((line) => /Crowd \d+/.exec(line)?.[0] ?? '')
  expect(new Set(names).size).toBe(MANY)
  const { rows } = await database.pool.query<{ name: string }>(
    `select guest_name as name from reservations where guest_name like 'Crowd %' order by lower(guest_name), id`,
  )
  expect(names).toEqual(rows.map(({ name }) => name))
  expect(await linesOf('q=crowd+17&status=confirmed')).toEqual([])
})

test('what a guest typed is never a formula', async () => {
  await database.pool.query(`update reservations set guest_name = '=1+1', special_requests = 'ok;=2+2'
    where guest_name = 'Crowd 7'`)
  const [line] = await linesOf('q=crowd7@')
  expect(line).toContain(",'=1+1,")
  expect(line).toContain(`,"ok;'=2+2",`)
})

test('an open list is notified of every change at once, whichever account made it', async () => {
  const stream = await follow(`${app.origin}/admin/api/reservations/stream`, headers)
  expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream'])
  const told = () => [...stream.text().matchAll(/^data: changed$/gm)].length
  await eventually(() => expect(stream.text()).toContain('data: here'))
  const changes = [
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count)
     values ('dining', '2031-01-03', '2031-01-03 23:00Z', '2031-01-04 01:00Z', 'Efua New', 'efua@example.com', 2)`,
    `update reservations set status = 'confirmed' where guest_name = 'Efua New'`,
    `update reservations set payment_status = 'paid' where guest_name = 'Efua New'`,
    `update reservations set staff_note = 'By the window' where guest_name = 'Efua New'`,
    `update reservations set deleted_at = now() where guest_name = 'Efua New'`,
    `update events set price = '$31'`,
    `update venue set capacity = 321`,
    `update venue_tables set max_guests = max_guests`,
  ]
  for (const change of changes) {
    const before = told()
    // oxlint-disable no-await-in-loop -- one change after the other
    await database.pool.query(change)
    await eventually(() => expect(told()).toBeGreaterThan(before))
    // oxlint-enable no-await-in-loop
  }
  expect(stream.text()).not.toContain('Efua')
  stream.leave()
})

test('the stream of changes is for staff only', async () => {
  expect((await app.get('/admin/api/reservations/stream')).status).toBe(401)
})

test("the venue's phone is accepted in any format, and an invalid one is refused with a valid example", async () => {
  const read = async () => {
    const { items } = await (await app.get('/admin/api/settings', { headers })).json()
    return items.find((it: { id: string }) => it.id === 'identity')
  }
  const save = async (phone: string) => {
    const { fields, version } = await read()
    return app.get('/admin/api/settings/identity', {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...fields, version, phone }),
    })
  }
  for (const phone of ['(972) 555-0177', '972-555-0177', '9725550177', '+1 972 555 0177']) {
    // oxlint-disable no-await-in-loop -- each on the version of the last
    expect((await save(phone)).status, phone).toBe(200)
    expect((await read()).fields.phone).toBe('(972) 555-0177')
    // oxlint-enable no-await-in-loop
  }
  const { rows } = await database.pool.query<{ phone: string }>('select phone from venue')
  expect(rows).toEqual([{ phone: '+19725550177' }])
  const refused = await save('555-0177')
  expect(refused.status).toBe(422)
  const { title, text, fields } = await refused.json()
  expect(title).not.toBe('Missing Information')
  expect(text).toContain('with its area code, such as (972) 555-0142')
  expect(fields.phone).toBe(text)
  expect((await (await save(' ')).json()).title).toBe('Missing Information')
})
