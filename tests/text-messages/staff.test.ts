import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { newPhone } from '../booking/booking-fixtures.ts'
import { bookDinner } from '../staff/parties.ts'
import { asCookie, createStaff, PASSWORD } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { readQrOf } from '../support/read-qr.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { createShiftedClock, lastNoon } from '../support/shifted-clock.ts'
import { type FakeTwilio, startTwilio, twilioSettings } from '../support/twilio.ts'
import { freeOneTable, makeSoldOutNight, putInLine } from '../waiting-list/sold-out-nights.ts'

/* Texts that follow from what staff do, at a server that sends them to a provider over HTTP. */

let database: TestDatabase
let app: RunningApp
let twilio: FakeTwilio
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  twilio = await startTwilio()
  app = await startApp({ env: env() })
})

const env = () => ({
  DATABASE_URL: database.url,
  LOG_LEVEL: 'error',
  TRUST_PROXY: 'true',
  ...twilioSettings(twilio),
})

async function staffHeaders(role: 'host' | 'server') {
  await createStaff(database, `${role}@venue.example`, { role })
  const answer = await app.get('/admin/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: app.origin },
    body: JSON.stringify({ email: `${role}@venue.example`, password: PASSWORD }),
  })
  return { Cookie: asCookie(answer.headers.getSetCookie()), Origin: app.origin }
}

test('a caller who agrees to texts gets the code by text, and one who does not gets none', async () => {
  const headers = await staffHeaders('host')
  const phones = [newPhone(), newPhone()]
  const add = async (phone: string, agreesToTexts: boolean) => {
    const answer = await app.get('/admin/api/staff-bookings/dinners', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...DINNER, key: randomUUID(), phone, agreesToTexts }),
    })
    expect({ status: answer.status, text: answer.ok ? '' : await answer.text() }).toEqual({
      status: 201,
      text: '',
    })
    return (await consents(phone)).length
  }
  expect([await add(phones[0] ?? '', true), await add(phones[1] ?? '', false)]).toEqual([1, 0])
  expect(await consents(phones[0] ?? '')).toEqual([{ source: 'staff' }])
  // Enqueued for the end of the time in which staff can undo.
  const { rows } = await database.pool.query('select kind, status from text_messages')
  expect(rows).toEqual([{ kind: 'reservation_code', status: 'queued' }])
})

const DINNER = {
  date: '2031-01-08',
  time: '18:00',
  guests: '2',
  tableId: 'best',
  source: 'phone',
  name: 'Yaa Asantewaa',
  email: '',
  note: '',
}

const consents = async (phone: string) =>
  (
    await database.pool.query<{ source: string }>(
      `select c.source from text_consents c join reservations r on r.id = c.reservation_id
       where phone_key(r.guest_phone) = phone_key($1)`,
      [phone],
    )
  ).rows

test('the code to print leads to the page of the guest, and shows hosts no more than the entrance needs', async () => {
  const id = await bookDinner(database, 'Abena Print')
  const headers = await staffHeaders('server')
  const path = `/admin/api/reservations/${id}/code`
  expect((await app.get(path, { headers })).status).toBe(403)
  await database.pool.query(`update staff_users set role = 'host' where email = 'server@venue.example'`)
  const printed = await app.get(path, { headers, redirect: 'manual' })
  expect([printed.status, printed.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const html = await printed.text()
  const { rows } = await database.pool.query<{ code: string; email: string }>(
    'select entry_code as code, guest_email as email from reservations where id = $1',
    [id],
  )
  expect(html).toContain('Abena Print')
  expect(html).toContain(rows[0]?.code)
  expect(html).not.toContain(rows[0]?.email)
  expect(html).not.toContain('my-reservation')
  const link = (await readQrOf(html)) ?? ''
  expect(await (await app.get(new URL(link).pathname)).text()).toContain(rows[0]?.code)
  await database.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'staff' where id = $1`,
    [id],
  )
  expect((await app.get(path, { headers })).status).toBe(404)
})

test('an offer by text leads to the table: the link opens it, and accepting books it', async () => {
  // Texts about a later night wait until the end of the quiet hours: this server lives at noon.
  const clock = await createShiftedClock(lastNoon(new Date()))
  await app.stop()
  app = await startApp({ env: { ...env(), ...clock.env } })
  const night = await makeSoldOutNight(database, { title: 'Offered by text' })
  await database.pool.query('update venue_tables set reservation_price_cents = 0')
  await putInLine(database, night, ['Efua Sarpong'])
  const phone = newPhone()
  await database.pool.query(`update waiting_entries set guest_phone = $1 where event_id = $2`, [
    phone,
    night.id,
  ])
  await database.pool.query(
    `insert into text_consents (waiting_entry_id, source, consented_at)
     select id, 'guest', now() from waiting_entries where event_id = $1`,
    [night.id],
  )
  await freeOneTable(database, night, 4)
  const taken = () => twilio.taken.find((it) => it['To'] === phone)
  await waitFor(() => taken() !== undefined)
  const link = new URL(/http\S+/.exec(taken()?.['Body'] ?? '')?.[0] ?? '')
  expect(taken()?.['Body']).toContain('Accept to keep it')
  expect(await (await app.get(link.pathname)).text()).toContain('Efua Sarpong')
  const accepted = await app.get(link.pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: app.origin },
    body: new URLSearchParams({ [INTENT_FIELD]: 'accept' }).toString(),
  })
  expect(accepted.status).toBe(303)
  expect(accepted.headers.get('location')).toContain('/my-reservation/')
  const { rows } = await database.pool.query(
    `select r.status, w.status as place from waiting_entries w join reservations r on r.waiting_entry_id = w.id
     where w.event_id = $1`,
    [night.id],
  )
  expect(rows).toEqual([{ status: 'confirmed', place: 'accepted' }])
})
