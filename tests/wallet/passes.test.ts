import { createServer } from 'node:http2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportPerson } from '#features/guests/privacy/service.ts'
import { readScanned } from '#features/reservation-management/check-in/rules.ts'
import {
  isUnchanged,
  lastModified,
  reportTexts,
} from '#features/reservation-management/wallet-passes/rules.ts'
import { verifyScanned } from '#web/admin/check-in/scan/verify-codes.ts'
import { type AppWithPayments, type Paying, startAppWithPayments } from '../booking/server-with-payments.ts'
import { booked } from '../dining/dining-fixtures.ts'
import { eventually } from '../support/eventually.ts'
import { startApp } from '../support/server.ts'
import { makeWallet, PASS_TYPE } from './apple-certificates.ts'
import { readPass } from './read-pass.ts'

/* Passes for Apple Wallet by HTTP: offered, fetched, kept up to date, checked at the entrance. */

const DAY_MS = 86_400_000
/** Devices that the push service was asked to tell. */
const pushed: string[] = []
const pushService = createServer((request, response) => {
  pushed.push(request.url.split('/').at(-1) ?? '')
  response.writeHead(request.url.endsWith('gone') ? 410 : 200).end('{"reason":"Unregistered"}')
})
afterAll(() => void pushService.close())

const wallet = makeWallet()
let at: AppWithPayments
beforeAll(async () => {
  await new Promise<void>((resolve) => pushService.listen(0, '127.0.0.1', resolve))
  const address = pushService.address()
  const port = typeof address === 'object' ? address?.port : 0
  at = await startAppWithPayments({ ...wallet.env, APPLE_PUSH_URL: `http://127.0.0.1:${port}` })
})

const read = async (path: string) => (await at.app.get(path)).text()
const passOf = async (response: Response) => {
  if (response.status === 500) throw new Error(at.app.output().slice(-3000))
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.apple.pkpass',
  ])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  return readPass(new Uint8Array(await response.arrayBuffer()), wallet.ca)
}
const serviceAt = (serial: string) => `/passes/v1/passes/${PASS_TYPE}/${serial}`
const deviceAt = (device: string) => `/passes/v1/devices/${device}/registrations/${PASS_TYPE}`
const authOf = (serial: string) => ({ Authorization: `ApplePass ${at.tokens.sign('wallet_pass', serial)}` })
const latest = (serial: string, headers: Record<string, string> = {}) =>
  at.app.get(serviceAt(serial), { headers: { ...authOf(serial), ...headers } })
const register = (
  device: string,
  serial: string,
  {
    headers = authOf(serial),
    body = { pushToken: device },
  }: { headers?: Record<string, string>; body?: unknown } = {},
) =>
  at.app.get(`${deviceAt(device)}/${serial}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const unregister = (device: string, serial: string, headers: Record<string, string> = authOf(serial)) =>
  at.app.get(`${deviceAt(device)}/${serial}`, { method: 'DELETE', headers })
const change = (paying: Paying, set: string) =>
  at.database.pool.query(`update reservations set ${set} where id = $1`, [paying.id])
const told = (device: string, times = 1) =>
  eventually(() => expect(pushed.filter((it) => it === device).length).toBeGreaterThanOrEqual(times))

async function addFriend({ id }: { readonly id: string }) {
  const { rows } = await at.database.pool.query<{ id: string; date: string }>(
    `insert into entry_shares (reservation_id, guest_name) values ($1, 'Ana Sow')
     returning id, (select business_date::text as date from reservations where id = $1)`,
    [id],
  )
  const [friend] = rows
  if (!friend) throw new Error('no friend was added')
  return { id: friend.id, link: `/shared-entry/${at.tokens.signEntryCode(friend.id, friend.date)}` }
}

describe('the pass of a reservation', () => {
  test('is offered where it is confirmed, and check-in reads its code as that of the page', async () => {
    const paying = await at.confirm()
    for (const path of [paying.successPath, paying.link])
      // oxlint-disable-next-line no-await-in-loop -- two
      expect(await read(path)).toContain(`href="${paying.link}/pass.pkpass"`)
    const pass = await passOf(await at.app.get(`${paying.link}/pass.pkpass`))
    expect(pass).toMatchObject({ serialNumber: paying.id, voided: false })
    expect(JSON.stringify(pass.eventTicket)).toContain('Amara Okafor')
    const [{ message, altText } = { message: '', altText: '' }] = pass.barcodes
    const scanned = await verifyScanned(readScanned(message), at.tokens.entryKeys())
    expect(scanned).toMatchObject({ kind: 'token', token: { id: paying.id } })
    expect(await read(new URL(message).pathname)).toContain(altText)
  })

  test('is made so many times in an hour, then the page says that the code is enough', async () => {
    const paying = await at.confirm()
    const path = `${paying.link}/pass.pkpass`
    const all = await Promise.all(Array.from({ length: 31 }, () => at.app.get(path)))
    const refused = all.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [303, `${paying.link}?pass=unavailable`],
    ])
    // Devices that have it are counted by themselves.
    expect((await latest(paying.id)).status).toBe(200)
  })

  test('is not offered before the payment, and not to the token of another kind', async () => {
    const paying = await at.begin()
    const refused = [
      `${paying.link}/pass.pkpass`,
      `/my-reservation/${at.tokens.sign('wallet_pass', paying.id)}/pass.pkpass`,
      `/shared-entry/${paying.link.split('/').at(-1)}/pass.pkpass`,
    ]
    for (const path of refused) {
      // oxlint-disable-next-line no-await-in-loop
      const { status } = await at.app.get(path)
      expect(status, path).toBe(404)
    }
    expect((await latest(paying.id)).status).toBe(404)
    expect((await register('early', paying.id)).status).toBe(404)
  })

  test('tells its devices of a change, and is void once it is cancelled', async () => {
    const paying = await at.confirm()
    await register('gone', paying.id)
    await eventually(async () => expect((await at.app.get(deviceAt('gone'))).status).toBe(204))
    expect((await register('phone', paying.id)).status).toBe(201)
    expect((await register('phone', paying.id)).status).toBe(200)
    // Once as soon as it is registered: a change since the pass was loaded would be missed.
    await told('phone')
    await change(paying, 'guest_count = guest_count + 1')
    await told('phone', 2)
    await change(paying, `status = 'cancelled', cancel_reason = 'guest'`)
    await told('phone', 3)
    const pass = await passOf(await latest(paying.id))
    expect(pass.voided).toBe(true)
    expect(pass.eventTicket.auxiliaryFields).toContainEqual(
      expect.objectContaining({ key: 'status', value: 'Cancelled', changeMessage: 'Your reservation: %@' }),
    )
    const asked = await at.app.get(`${paying.link}/pass.pkpass`)
    expect([asked.status, asked.headers.get('location')]).toEqual([303, paying.link])
    expect(await read(paying.link)).not.toContain('pass.pkpass')
  })

  test('says what the reservation is that it became a part of', async () => {
    const [one, other] = [await at.confirm(), await at.confirm()]
    await register('merged', one.id)
    await told('merged')
    await change(one, `status = 'cancelled', cancel_reason = 'staff', merged_into_id = '${other.id}'`)
    await told('merged', 2)
    const pass = await passOf(await latest(one.id))
    expect(pass).toMatchObject({ serialNumber: one.id, voided: false })
    const scanned = await verifyScanned(readScanned(pass.barcodes[0]?.message ?? ''), at.tokens.entryKeys())
    expect(scanned).toMatchObject({ token: { id: other.id } })
    await change(other, 'guest_count = guest_count + 1')
    await told('merged', 3)
  })

  test('goes with the name of its guest: devices are in the export and are forgotten', async () => {
    const paying = await at.confirm()
    await register('forgotten', paying.id)
    const { rows } = await at.database.pool.query<{ email: string }>(
      'select guest_email as email from reservations where id = $1',
      [paying.id],
    )
    const { reservations } = await exportPerson(at.database, rows[0]?.email ?? '')
    expect(reservations.find(({ id }) => id === paying.id)).toMatchObject({ devicesWithPass: 1 })
    const friend = await addFriend(paying)
    await register('forgotten', friend.id)
    await change(paying, 'anonymised_at = now()')
    expect((await at.app.get(deviceAt('forgotten'))).status).toBe(204)
    expect((await register('forgotten', paying.id)).status).toBe(404)
    expect((await register('forgotten', friend.id)).status).toBe(404)
    expect((await at.app.get(deviceAt('forgotten'))).status).toBe(204)
  })
})

describe('the pass of a friend', () => {
  test('is offered on their page, and void once the host takes the code back', async () => {
    const friend = await addFriend(await at.confirm())
    expect(await read(friend.link)).toContain(`href="${friend.link}/pass.pkpass"`)
    const pass = await passOf(await at.app.get(`${friend.link}/pass.pkpass`))
    expect(JSON.stringify(pass)).not.toContain('Okafor')
    const scanned = await verifyScanned(readScanned(pass.barcodes[0]?.message ?? ''), at.tokens.entryKeys())
    expect(scanned).toMatchObject({ token: { id: friend.id } })
    expect((await register('friend', friend.id)).status).toBe(201)
    await told('friend')
    await at.database.pool.query('update entry_shares set ended_at = now() where id = $1', [friend.id])
    await told('friend', 2)
    expect((await passOf(await latest(friend.id))).voided).toBe(true)
    expect((await at.app.get(`${friend.link}/pass.pkpass`)).status).toBe(303)
  })
})

test('a dinner and its friends have passes, told of a cancellation before staff confirmed it', async () => {
  const id = await booked(at.database.db, {}, new Date())
  const link = `/my-reservation/${at.tokens.sign('guest', id)}`
  const friend = await addFriend({ id })
  for (const page of [link, friend.link]) {
    // oxlint-disable no-await-in-loop -- two
    expect(await read(page)).toContain(`href="${page}/pass.pkpass"`)
    const pass = await passOf(await at.app.get(`${page}/pass.pkpass`))
    expect(pass).toMatchObject({ voided: false, description: expect.stringContaining('Dinner at') })
    const scanned = await verifyScanned(readScanned(pass.barcodes[0]?.message ?? ''), at.tokens.entryKeys())
    expect(scanned).toMatchObject({ token: { id: page === link ? id : friend.id } })
    // oxlint-enable no-await-in-loop
  }
  expect(await read(`/thank-you?booking=${at.tokens.sign('guest', id)}`)).toContain(
    `href="${link}/pass.pkpass"`,
  )
  expect((await register('diner', id)).status).toBe(201)
  await told('diner')
  await at.database.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'guest' where id = $1 and status = 'pending'`,
    [id],
  )
  await told('diner', 2)
  expect((await passOf(await latest(id))).voided).toBe(true)
})

describe('the web service of passes', () => {
  test('serves devices with the token of the pass, and none with that of another', async () => {
    const [paying, other] = [await at.confirm(), await at.confirm()]
    const wrong: Record<string, string>[] = [
      {},
      authOf(other.id),
      { Authorization: `ApplePass ${at.tokens.sign('guest', paying.id)}` },
      { Authorization: `Bearer ${at.tokens.sign('wallet_pass', paying.id)}` },
    ]
    await register('mine', paying.id)
    for (const headers of wrong) {
      // oxlint-disable no-await-in-loop
      expect((await at.app.get(serviceAt(paying.id), { headers })).status).toBe(401)
      const registered = await register('thief', paying.id, { headers })
      expect(registered.status).toBe(401)
      expect((await unregister('mine', paying.id, headers)).status).toBe(401)
      // oxlint-enable no-await-in-loop
    }
    expect((await at.app.get(deviceAt('thief'))).status).toBe(204)
    expect(await (await at.app.get(deviceAt('mine'))).json()).toMatchObject({ serialNumbers: [paying.id] })
    const otherType = serviceAt(paying.id).replace(PASS_TYPE, 'pass.com.example.other')
    expect((await at.app.get(otherType, { headers: authOf(paying.id) })).status).toBe(404)
    expect((await unregister('mine', paying.id)).status).toBe(200)
    expect((await at.app.get(deviceAt('mine'))).status).toBe(204)
  })

  test('sends a pass again, and lists it, only after it changed', async () => {
    const paying = await at.confirm()
    await register('patient', paying.id)
    await at.database.pool.query(
      `update wallet_registrations set changed_at = now() - interval '1 day' where device_id = 'patient'`,
    )
    const first = await latest(paying.id)
    const seen = first.headers.get('last-modified') ?? ''
    expect(Date.parse(seen)).toBeLessThan(Date.now() - DAY_MS / 2)
    expect((await latest(paying.id, { 'If-Modified-Since': seen })).status).toBe(304)
    const listed = await at.app.get(deviceAt('patient'))
    expect(await listed.json()).toMatchObject({ serialNumbers: [paying.id] })
    const since = `${deviceAt('patient')}?passesUpdatedSince=${Date.now() - DAY_MS / 4}`
    expect((await at.app.get(since)).status).toBe(204)
    await change(paying, `guest_name = 'Ama Mensah'`)
    expect((await at.app.get(since)).status).toBe(200)
    const again = await latest(paying.id, { 'If-Modified-Since': seen })
    expect(JSON.stringify((await passOf(again)).eventTicket)).toContain('Ama Mensah')
  })

  test('refuses what is malformed, and takes what devices report', async () => {
    const paying = await at.confirm()
    expect((await register('mine', paying.id, { body: { pushToken: 'a b' } })).status).toBe(422)
    expect((await register('mine', paying.id, { body: {} })).status).toBe(422)
    expect((await register(encodeURIComponent('a b/c'), paying.id)).status).toBe(404)
    expect((await at.app.get(deviceAt('%00'))).status).toBe(404)
    expect((await latest('no-uuid')).status).toBe(404)
    const ignored = await at.app.get(`${deviceAt('unregistered')}?passesUpdatedSince=yesterday`)
    expect(ignored.status).toBe(204)
    const report = (logs: unknown) =>
      at.app.get('/passes/v1/log', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ logs }),
      })
    expect((await report('no list')).status).toBe(422)
    expect((await report(['a pass could not be read'])).status).toBe(200)
    expect(reportTexts(['Register task (for device 0a1b2c-Xy_9, pass type x)\nfailed'])).toEqual([
      'Register task (for device [token], pass type x) failed',
    ])
    const many = await Promise.all(Array.from({ length: 25 }, () => report(['again'])))
    expect(many.some(({ status }) => status === 429)).toBe(true)
  })

  test('gives a pass that changed within this second the time of the second before', () => {
    const changedAt = new Date('2026-11-27T03:00:10.400Z')
    const soon = lastModified({ changedAt, readAt: new Date('2026-11-27T03:00:10.900Z') })
    const later = lastModified({ changedAt, readAt: new Date('2026-11-27T03:00:13Z') })
    expect([soon, later].map((it) => it.toISOString().slice(17, 19))).toEqual(['09', '10'])
    const again = { changedAt: new Date('2026-11-27T03:00:10.800Z'), readAt: later }
    expect([soon, later].map((it) => isUnchanged(again, it.toUTCString()))).toEqual([false, true])
  })
})

test('a certificate that has expired offers no pass; an open button leads to a page that says so', async () => {
  const paying = await at.confirm()
  const { env } = makeWallet({ until: new Date(Date.now() - DAY_MS) })
  const app = await startApp({
    env: { ...env, DATABASE_URL: at.database.url, LOG_LEVEL: 'error' },
  })
  expect(await (await app.get(paying.link)).text()).not.toContain('pass.pkpass')
  const asked = await app.get(`${paying.link}/pass.pkpass`)
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `${paying.link}?pass=unavailable`])
  expect(await (await app.get(`${paying.link}?pass=unavailable`)).text()).toContain('cannot be made now')
  expect((await app.get(serviceAt(paying.id), { headers: authOf(paying.id) })).status).toBe(503)
  await eventually(() => expect(app.output()).toContain('wallet.certificate_unusable'))
  expect(app.output().split('wallet.certificate_unusable')).toHaveLength(2)
})
