import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { purgeIdempotencyKeys } from '#platform/db/idempotency-keys.ts'
import { addHours } from '#lib/venue-time.ts'
import { asCookie, createStaff, PASSWORD } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'

let app: RunningApp
let database: TestDatabase
let ama: string
let kojo: string
const staff: Record<string, string> = {}

beforeAll(async () => {
  database = await cloneDatabase()
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'error' } })
  ama = await enter('ama@venue.example')
  kojo = await enter('kojo@venue.example')
})

async function enter(email: string): Promise<string> {
  staff[email] = await createStaff(database, email)
  const entered = await app.get('/admin/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: app.origin },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return asCookie(entered.headers.getSetCookie())
}

const dish = (name: string, price = '12.50') => ({
  name,
  price,
  category: 'main',
  description: '',
  ingredients: '',
  dietary: '',
  imageId: null,
})

async function send(key: string, body: object, cookie = ama) {
  const response = await app.get('/admin/api/menu', {
    method: 'POST',
    headers: {
      Origin: app.origin,
      Cookie: cookie,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const countOf = async (name: string): Promise<number> => {
  const { rows } = await database.pool.query('select from menu_items where name = $1', [name])
  return rows.length
}

/** A claim as a process leaves it that is killed before it has answered. */
const claimBefore = (key: string, seconds: number) =>
  database.pool.query(
    `insert into idempotency_keys (staff_id, key, fingerprint, claimed_at)
     values ($1, $2, 'of a killed process', now() - make_interval(secs => $3))`,
    [staff['ama@venue.example'], key, seconds],
  )

test('a form that is sent again and again under its key adds one record, and gets one answer', async () => {
  const key = randomUUID()
  const sent = await Promise.all(Array.from({ length: 6 }, () => send(key, dish('Suya'))))
  expect(sent.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
  for (const { status, body } of sent.filter((it) => it.status !== 201))
    expect([status, body.error]).toEqual([409, 'still_saving'])
  const first = sent.find(({ status }) => status === 201)
  expect(await send(key, dish('Suya'))).toEqual(first)
  expect(await countOf('Suya')).toBe(1)
})

test('another form under the key gets what was saved, and adds nothing', async () => {
  const key = randomUUID()
  const { body: first } = await send(key, dish('Egusi'))
  const { status, body } = await send(key, dish('Egusi of the venue'))
  expect([status, body.error, body.current]).toEqual([409, 'already_saved', first.item])
  expect(await countOf('Egusi of the venue')).toBe(0)
})

test('a refused form leaves its key to the corrected one', async () => {
  const key = randomUUID()
  expect((await send(key, dish('', '9'))).status).toBe(422)
  expect((await send(key, { ...dish('Waakye'), imageId: randomUUID() })).status).toBe(409)
  expect((await send(key, dish('Waakye'))).status).toBe(201)
  expect(await countOf('Waakye')).toBe(1)
})

test('a key is of one member of staff', async () => {
  const key = randomUUID()
  expect((await send(key, dish('Jollof'))).status).toBe(201)
  expect((await send(key, dish('Jollof'), kojo)).status).toBe(201)
  expect(await countOf('Jollof')).toBe(2)
})

test('a key that is none is refused', async () => {
  const { status, body } = await send('again', dish('Fufu'))
  expect([status, body.text]).toEqual([400, 'The idempotency key is not a UUID.'])
  expect(await countOf('Fufu')).toBe(0)
})

test('a key is claimed anew a minute after its process was killed', async () => {
  const [young, old] = [randomUUID(), randomUUID()]
  await claimBefore(young, 50)
  await claimBefore(old, 70)
  expect((await send(young, dish('Kelewele'))).status).toBe(409)
  expect(await countOf('Kelewele')).toBe(0)
  expect((await send(old, dish('Kelewele'))).status).toBe(201)
})

test('keys and answers are deleted after a day', async () => {
  const { db, pool } = database
  expect((await send(randomUUID(), dish('Chin chin'))).status).toBe(201)
  const count = async () => (await pool.query('select from idempotency_keys')).rows.length
  const before = await count()
  expect(before).toBeGreaterThan(0)
  await purgeIdempotencyKeys({ db, now: addHours(new Date(), 23) })
  expect(await count()).toBe(before)
  await purgeIdempotencyKeys({ db, now: addHours(new Date(), 25) })
  expect(await count()).toBe(0)
})
