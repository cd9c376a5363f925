import { beforeAll, describe, expect, test } from 'vitest'
import { listActions, may, type StaffAction } from '#features/permissions/rules.ts'
import { STAFF_ROLES, type StaffRole } from '#features/permissions/schema.ts'
import { STAFF_ROUTES } from '#web/admin/api/staff-routes.ts'
import { asCookie, createStaff, PASSWORD } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/** The routes that each role may read and change, requested over HTTP. */

const SOME_ID = '0198c0de-0000-7000-8000-000000000000'
const emailOf = (role: StaffRole): string => `${role}@venue.example`

let server: RunningApp
let database: TestDatabase
const ids: Record<string, string> = {}
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  server = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'error', TRUST_PROXY: 'true' } })
  for (const role of STAFF_ROLES)
    // oxlint-disable-next-line no-await-in-loop
    ids[role] = await createStaff(database, emailOf(role), { role })
})

let addresses = 0
async function signIn(role: StaffRole): Promise<string> {
  const answered = await server.get('/admin/api/session', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `192.0.2.${(addresses += 1)}`,
      Origin: server.origin,
    },
    body: JSON.stringify({ email: emailOf(role), password: PASSWORD }),
  })
  expect(answered.status).toBe(200)
  return asCookie(answered.headers.getSetCookie())
}

type Ask = { readonly method?: string; readonly body?: unknown; readonly signal?: AbortSignal }

const ask = (cookie: string, path: string, { method = 'GET', body, signal }: Ask = {}) =>
  server.get(path, {
    method,
    headers: { Cookie: cookie, Origin: server.origin, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await (await ask(cookie, '/admin/api/session')).json()).who !== null

describe.each(STAFF_ROLES)('as %s', (role) => {
  test('every route of the staff area responds by the table of permissions', async () => {
    let cookie = await signIn(role)
    const wrong: string[] = []
    for (const { method, path, permission } of STAFF_ROUTES) {
      if (permission === 'anyone') continue
      const connection = new AbortController()
      // oxlint-disable no-await-in-loop -- a route may end the session that the next one is asked with
      const answered = await ask(cookie, path.replaceAll(/:\w+/g, SOME_ID), {
        method,
        signal: connection.signal,
        ...(method === 'GET' ? {} : { body: {} }),
      })
      const isRefused = answered.status === 403 && (await answered.text()).includes('"not_allowed"')
      // The stream of changes never ends by itself.
      connection.abort()
      if (answered.status === 401 || isRefused === may(role, permission))
        wrong.push(`${method} ${path}: ${answered.status}`)
      // A read or a refusal ends no session; if one did, the next route would answer 401.
      if (method !== 'GET' && answered.ok && !(await isSignedIn(cookie))) cookie = await signIn(role)
      // oxlint-enable no-await-in-loop
    }
    expect(wrong).toEqual([])
  }, 120_000)
})

/** Text of an answer without its ids and hashes, which contain any five digits now and then. */
const readText = async (answer: Response): Promise<string> =>
  (await answer.text()).replaceAll(/[\da-f]{8}-[\da-f-]{27}|[\da-f]{16,}/g, 'an id')

async function bookPaidNight(): Promise<{ id: string; eventId: string }> {
  const { rows } = await database.pool.query<{ id: string; eventId: string }>(
    `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_phone, guest_count, status, payment_status, total_price_cents, staff_note)
     select e.id, t.id, 'nightlife', e.date, e.starts_at, e.ends_at, 'Ottilie Moneypenny', 'ottilie@example.com',
       '+19725550188', 2, 'confirmed', 'paid', 45678, 'Near the stage'
     from events e, venue_tables t where e.date > business_day_of(now()) and t.is_available and not exists (
       select from table_occupancies o where o.table_id = t.id and o.is_active and o.during && tstzrange(e.starts_at, e.ends_at))
     order by e.starts_at, t.table_number limit 1 returning id, event_id as "eventId"`,
  )
  const [row = { id: '', eventId: '' }] = rows
  const paid = await database.pool.query<{ id: string }>(
    `insert into checkouts (reservation_id, provider, amount_cents, status, received_cents, expires_at, paid_at)
     values ($1, 'local', 45678, 'paid', 45678, now(), now()) returning id`,
    [row.id],
  )
  await database.pool.query(
    `insert into refunds (checkout_id, reservation_id, amount_cents, reason) values ($1, $2, 12321, 'staff')`,
    [paid.rows[0]?.id, row.id],
  )
  return row
}

test('a host reads what is due at the door, and no other money, in every answer about a reservation', async () => {
  const { id, eventId } = await bookPaidNight()
  const paths = [
    '/admin/api/reservations?q=moneypenny',
    '/admin/api/reservations?sort=total',
    `/admin/api/reservations/${id}`,
    `/admin/api/events/${eventId}/night`,
    '/admin/api/reservations/summary',
    '/admin/api/overview',
  ]
  const [manager, host] = await Promise.all([signIn('manager'), signIn('host')])
  const read = (cookie: string) => Promise.all(paths.map(async (path) => readText(await ask(cookie, path))))
  const seen = (await read(manager)).join('\n')
  for (const text of ['45678', '12321', 'ottilie@example.com']) expect(seen).toContain(text)
  const answers = await read(host)
  expect(answers[0]).toContain('Ottilie Moneypenny')
  for (const [i, text] of answers.entries()) {
    for (const secret of ['45678', '12321', '33357', 'ottilie@example.com'])
      expect(text, `${paths[i]} tells a host ${secret}`).not.toContain(secret)
    expect(text, paths[i]).not.toMatch(/"(revenueCents|moneyCents|receivedCents|refundedCents)":\d/)
  }
  expect(JSON.parse(answers[2] ?? '').item).toMatchObject({
    dueCents: 0,
    guestEmail: 'o•••@example.com',
    guestPhone: '(972) 555-0188',
    staffNote: 'Near the stage',
  })
  await database.pool.query(
    `update reservations set payment_status = 'none', received_cents = 0, refunded_cents = 0 where id = $1`,
    [id],
  )
  expect((await (await ask(host, `/admin/api/reservations/${id}`)).json()).item.dueCents).toBe(45_678)
})

test('a host cannot sort by total', async () => {
  const host = await signIn('host')
  const [byTotal, newest] = await Promise.all(
    ['?sort=total', ''].map(async (query) => (await ask(host, `/admin/api/reservations${query}`)).json()),
  )
  expect(byTotal.items.map((it: { id: string }) => it.id)).toEqual(
    newest.items.map((it: { id: string }) => it.id),
  )
})

test('the CSV export is refused to a host, and given to a manager', async () => {
  const refused = await ask(await signIn('host'), '/admin/api/reservations/csv')
  expect([refused.status, (await refused.json()).error]).toEqual([403, 'not_allowed'])
  expect((await ask(await signIn('manager'), '/admin/api/reservations/csv')).status).toBe(200)
})

/** A night table of tonight, whose guest is in the book of guests, and a guest list of an event of tonight. */
async function bookTonight(): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `with night as (
       insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
       select 'roles-' || substr(new_id()::text, 25), 'Roles Night', description, business_day_of(now()), '21:00', '04:00',
         category, '$25', price_range from events limit 1 returning *
     ), list as (
       insert into guest_lists (event_id, name, terms, max_guests) select id, 'Friends', 'free', 40 from night returning id
     ), entry as (
       insert into guest_list_entries (list_id, guest_name, guest_count, source, guest_phone, guest_email)
       select id, 'Kojo Listed', 2, 'staff', '+19725550177', 'listed@example.com' from list
     )
     insert into reservations (event_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_phone, guest_count, status, total_price_cents, staff_note, special_requests)
     select id, 'nightlife', date, starts_at, ends_at, 'Adwoa Tonight', 'adwoa@example.com', '+19725550166', 4,
       'confirmed', 98765, 'Owner of the theater', 'Nut allergy' from night returning id`,
  )
  return rows[0]?.id ?? ''
}

const CONTACTS = ['adwoa@example.com', 'ottilie@example.com', '555-0166', '9725550166']

describe('a role reads no more than its work needs', () => {
  const readAll = async (role: StaffRole) => {
    const cookie = await signIn(role)
    const paths = STAFF_ROUTES.filter(
      ({ method, path }) => method === 'GET' && !/:|stream|csv|provider/.test(path),
    ).map(({ path }) => path)
    const answers = await Promise.all(paths.map(async (path) => readText(await ask(cookie, path))))
    return { cookie, text: answers.join('\n') }
  }

  test('door: names, parties and what is due tonight; no phone number, no note, no reservation', async () => {
    const id = await bookTonight()
    const { cookie, text } = await readAll('door')
    expect(text).toContain('Adwoa Tonight')
    expect(text).toContain('98765')
    for (const secret of [
      ...CONTACTS,
      'listed@example.com',
      '555-0177',
      'Owner of the theater',
      'Nut allergy',
    ])
      expect(text, `reads ${secret}`).not.toContain(secret)
    expect((await ask(cookie, `/admin/api/reservations/${id}`)).status).toBe(403)
    const arrived = {
      id: SOME_ID,
      reservationId: id,
      at: new Date().toISOString(),
      kind: 'arrived',
      guests: 1,
    }
    const body = { sentAt: new Date().toISOString(), acts: [arrived] }
    expect((await ask(cookie, '/admin/api/arrivals', { method: 'POST', body })).status).toBe(200)
  })

  test('server: notes and marks of tonight, which it changes; money only as far as it is due', async () => {
    const id = await bookTonight()
    const { cookie, text } = await readAll('server')
    for (const seen of ['Adwoa Tonight', 'Owner of the theater', 'Nut allergy']) expect(text).toContain(seen)
    for (const secret of ['adwoa@example.com', 'ottilie@example.com', '45678', '12321'])
      expect(text, `server reads ${secret}`).not.toContain(secret)
    expect(text).not.toMatch(/"(revenueCents|moneyCents|receivedCents|totalCents)":\d/)
    const put = (path: string, body: unknown) =>
      ask(cookie, `/admin/api/reservations/${id}/${path}`, { method: 'PUT', body })
    const note = { note: 'Sat by the window', seen: 'Owner of the theater' }
    expect((await put('note', note)).status).toBe(200)
    expect((await put('tags', { tags: ['vip'], seen: [] })).status).toBe(200)
    expect((await put('status', { status: 'cancelled', seen: 'confirmed' })).status).toBe(403)
  })

  test('marketing: events and guest lists with their contacts; no other guest and no money', async () => {
    await bookTonight()
    const { text } = await readAll('marketing')
    expect(text).toContain('Roles Night')
    for (const secret of [...CONTACTS, 'Adwoa Tonight', 'Ottilie Moneypenny', '98765', '45678'])
      expect(text, `marketing reads ${secret}`).not.toContain(secret)
  })

  test('accountant: payments and exports without email addresses; it changes nothing', async () => {
    await bookTonight()
    const { cookie, text } = await readAll('accountant')
    expect(text).toMatch(/"keptCents":\d/)
    const csv = await (await ask(cookie, '/admin/api/reservations/csv')).text()
    expect(csv).toContain('Adwoa Tonight')
    for (const email of ['adwoa@example.com', 'ottilie@example.com', 'listed@example.com'])
      expect(text + csv, `accountant reads ${email}`).not.toContain(email)
    const changing = STAFF_ROUTES.filter(
      ({ method, permission, path }) =>
        method !== 'GET' && permission !== 'anyone' && permission !== 'staff' && !path.endsWith('/csv'),
    ).filter(({ permission }) => permission !== 'anyone' && may('accountant', permission))
    expect(changing.map(({ path }) => path)).toEqual([])
  })
})

test.each([
  ['owner', 'overview'],
  ['manager', 'overview'],
  ['host', 'overview'],
  ['door', 'tonight'],
  ['server', 'tonight'],
  ['marketing', 'guest-lists'],
  ['accountant', 'overview'],
] as const)(
  'the sign-in of %s lands on %s, and never on a tab that the role may not open',
  async (role, tab) => {
    const cookie = await signIn(role)
    const landing = async (path: string) =>
      (await server.get(path, { headers: { Cookie: cookie }, redirect: 'manual' })).headers.get('location')
    expect(await landing('/admin')).toBe(`/admin/${tab}`)
    expect(await landing('/admin?to=account')).toBe('/admin/account')
    const settings = may(role, 'settings.read') ? 'settings' : tab
    expect(await landing('/admin?to=settings')).toBe(`/admin/${settings}`)
  },
)

test('the database knows no other role', async () => {
  const insert = database.pool.query(`update staff_users set role = 'janitor' where id = $1`, [ids['door']])
  await expect(insert).rejects.toThrow(/staff_users_role_check/)
})

test('an inquiry is assigned only to staff members who may read inquiries', async () => {
  const { rows } = await database.pool.query<{ id: string; version: number }>(
    `insert into inquiries (name, email, phone, event_type, guest_count, selected_date, event_details)
     values ('Yemi Ask', 'yemi@example.com', '9725550111', 'birthday', 20, '2031-01-01', 'A quiet evening')
     returning id, version`,
  )
  const [{ id, version } = { id: '', version: 0 }] = rows
  const cookie = await signIn('manager')
  const give = (to: string | undefined) =>
    ask(cookie, `/admin/api/inquiries/${id}`, {
      method: 'PUT',
      body: { status: 'new', notes: '', version, assignee: to },
    })
  for (const role of STAFF_ROLES.filter((it) => !may(it, 'inquiries.read'))) {
    // oxlint-disable no-await-in-loop -- one after the other
    const refused = await give(ids[role])
    expect(refused.status).toBe(422)
    expect((await refused.json()).fields.assignee).toBe(
      `${role} has the role ${role}, which cannot read inquiries. Choose a manager or an owner.`,
    )
    // oxlint-enable no-await-in-loop
  }
  const { assignees } = await (await ask(cookie, '/admin/api/assignees')).json()
  expect(assignees.map((it: { id: string }) => it.id)).not.toContain(ids['host'])
  expect(assignees.map((it: { id: string }) => it.id)).toContain(ids['owner'])
  expect((await give(ids['manager'])).status).toBe(200)
})

/**
 * Actions that a service asks for beside the permission of its route: whether the answer to a role shows that it may. The list of
 * tonight and of reservations leave out what a role may not read.
 */
const WITHIN_ROUTES: Partial<Record<StaffAction, (cookie: string, id: string) => Promise<boolean>>> = {
  'tonight.details': async (cookie) =>
    (await (await ask(cookie, '/admin/api/tonight')).text()).includes('Nut allergy'),
  'guests.contact': async (cookie) =>
    (await (await ask(cookie, '/admin/api/reservations?q=adwoa')).text()).includes('adwoa@example.com'),
  'reservations.amend': async (cookie, id) => {
    const body = { version: 99, packages: [], isEmailed: false }
    return (
      (await ask(cookie, `/admin/api/reservations/${id}/amendment`, { method: 'PUT', body })).status !== 403
    )
  },
}

test('every action is asked for as each role, at its route or within one', async () => {
  const routed = new Set<string>(STAFF_ROUTES.map(({ permission }) => permission))
  expect(listActions().filter((action) => !routed.has(action) && !(action in WITHIN_ROUTES))).toEqual([])
  const id = await bookTonight()
  const wrong: string[] = []
  for (const role of STAFF_ROLES) {
    // oxlint-disable no-await-in-loop -- one role after the other
    const cookie = await signIn(role)
    for (const action of listActions()) {
      const isLet = await WITHIN_ROUTES[action]?.(cookie, id)
      if (isLet !== undefined && isLet !== may(role, action)) wrong.push(`${role}: ${action}`)
    }
    // oxlint-enable no-await-in-loop
  }
  expect(wrong).toEqual([])
})
