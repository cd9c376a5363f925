import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { HOLD_LIMITS } from '#features/holds/rules.ts'
import { askFor, countParties, findNight, tableOf } from '../booking/booking-fixtures.ts'
import { type FormApp, FORMS, GOOD, PAGES, startFormApp } from '../web/forms.ts'
import { inParallel, sendRaw } from './raw-request.ts'

/* A flood from one address gets the limits of one guest; all other guests are served. */

let at: FormApp
beforeAll(async () => {
  at = await startFormApp()
})

const FLOOD = 200
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Sends requests at once; returns how often each status was the response. */
async function flood(count: number, send: (index: number) => Promise<number>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  await inParallel(Array.from({ length: count }), 20, async (_, index) => {
    const status = await send(index)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  return statuses
}

const hold = async (index: number, headers: Record<string, string>): Promise<number> => {
  const night = await nightOnce()
  const table = tableOf(night, index % night.tables.length)
  const body = JSON.stringify(askFor(night, { table }))
  return (
    await sendRaw(at.app.origin, {
      method: 'POST',
      path: '/holds',
      headers: { ...JSON_TYPE, ...headers },
      body,
    })
  ).status
}
let night: ReturnType<typeof findNight> | null = null
const nightOnce = () => (night ??= findNight(at.database.db, new Date()))

test('of holds from one address: eight tables of a night, however its requests are dressed', async () => {
  const statuses = await flood(FLOOD, (index) =>
    hold(index, {
      // Only the last X-Forwarded-For entry is the proxy's; earlier entries and new cookies come from the client.
      'X-Forwarded-For': `203.0.${index & 255}.${index % 7}, 198.51.100.7`,
      'User-Agent': `agent-${index}`,
      Cookie: `guest=${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    }),
  )
  expect(statuses.get(201)).toBe(HOLD_LIMITS.addressNight)
  // A guest who requests a table of their own hold again is told that it is taken.
  expect((statuses.get(429) ?? 0) + (statuses.get(409) ?? 0)).toBe(FLOOD - HOLD_LIMITS.addressNight)
  const { tables, event } = await nightOnce()
  const parties = await Promise.all(
    tables.map(({ id }) => countParties(at.database.db, { tables, event }, id)),
  )
  expect(parties.reduce((sum, it) => sum + it, 0)).toBe(HOLD_LIMITS.addressNight)
})

test('of holds from one IPv6 network: a quarter of the free tables, from whichever of its addresses', async () => {
  const { tables } = await nightOnce()
  const free = tables.length - HOLD_LIMITS.addressNight
  const one64 = await flood(tables.length, (index) =>
    hold(index, { 'X-Forwarded-For': `2001:db8:1:2:${index.toString(16)}::${index}` }),
  )
  const another48 = await flood(tables.length, (index) =>
    hold(index, { 'X-Forwarded-For': `2001:db8:1:${(index + 16).toString(16)}::1` }),
  )
  const held = (one64.get(201) ?? 0) + (another48.get(201) ?? 0)
  expect(held).toBeGreaterThan(0)
  expect(held).toBeLessThanOrEqual(Math.floor(free / 4))
})

test('control: guests at addresses of their own have what is left', async () => {
  const { tables } = await nightOnce()
  const statuses = await flood(tables.length, (index) =>
    hold(index, { 'X-Forwarded-For': `198.51.100.${100 + index}` }),
  )
  expect(statuses.get(201)).toBeGreaterThan(HOLD_LIMITS.addressNight)
})

describe.each(FORMS)('the form %s', (form) => {
  const send = (index: number, headers: Record<string, string>) =>
    at
      .post(
        `/requests/${form}`,
        {
          ...GOOD[form],
          name: `Ada ${index}`,
          email: `flood-${index}@example.com`,
          formToken: at.openedBefore(form),
          topic: '',
        },
        headers,
      )
      .then((answered) => answered.status)

  test('flooded from one address accepts five, and asks the sixth to wait', async () => {
    const before = await countRows()
    const statuses = await flood(60, (index) => send(index, { 'X-Forwarded-For': '198.51.100.9' }))
    expect(statuses).toEqual(
      new Map([
        [200, 5],
        [429, 55],
      ]),
    )
    expect((await countRows()) - before).toBe(5)
    // Another client does not wait for it.
    expect(await send(999, { 'X-Forwarded-For': '198.51.100.10' })).toBe(200)
  })

  test('sent by programs that fill in the honeypot, or at once, stores nothing', async () => {
    const before = await countRows()
    const { path } = PAGES[form]
    const trap = { ...GOOD[form], ...PAGES[form].last, topic: 'buy now', formToken: at.openedBefore(form) }
    const quick = { ...GOOD[form], ...PAGES[form].last, topic: '', formToken: at.openedBefore(form, 0) }
    const from = (last: number) => ({ 'X-Forwarded-For': `198.51.101.${last}` })
    expect((await at.post(path, trap, from(1))).status).toBe(303)
    expect((await at.post(path, quick, from(2))).status).toBe(409)
    expect(await countRows()).toBe(before)
  })
})

async function countRows(): Promise<number> {
  const { rows } = await at.database.pool.query<{ count: string }>(
    `select (select count(*) from inquiries) + (select count(*) from performer_applications)
       + (select count(*) from table_requests) as count`,
  )
  return Number(rows[0]?.count)
}
