import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { holdTable } from '#features/holds/service.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { askFor, findNight, FRIDAY, type Night, newIdentity, tableOf } from './booking-fixtures.ts'

const minutesLater = (minutes: number) => new Date(FRIDAY.getTime() + minutes * 60_000)

describe('the limits of shared addresses', () => {
  let app: TestDatabase
  const nights: Night[] = []
  beforeAll(async () => {
    app = await cloneDatabase()
    const { rows } = await app.pool.query<{ id: string; slug: string; starts: Date; ends: Date }>(
      `insert into events (slug, title, description, category, date, start_time, price, price_range)
       select 'limits-' || n, 'Limits ' || n, '', 'Nightlife', '2027-03-01'::date + n, '21:00', 'Free', 'free'
       from generate_series(1, 26) n returning id, slug, starts_at as starts, ends_at as ends`,
    )
    const { tables } = await findNight(app.db)
    for (const { id, slug, starts, ends } of rows)
      nights.push({ event: { id, slug, startsAt: starts, endsAt: ends }, tables: [...tables] })
    const all = await app.pool.query<{ id: string; number: number; maxGuests: number; cents: number }>(
      `select id, table_number as number, max_guests as "maxGuests", reservation_price_cents as cents
       from venue_tables where is_available and deleted_at is null order by table_number`,
    )
    for (const it of nights) Object.assign(it, { tables: all.rows })
  })
  let used = 0
  const newNight = (): Night => {
    const fresh = nights[used++]
    if (!fresh) throw new Error('no night left')
    return fresh
  }
  type Where = {
    readonly address: string
    readonly network?: string | null
    readonly browser?: string
    readonly now?: Date
  }
  const hold = async (it: Night, index: number, { now = FRIDAY, ...where }: Where) => {
    const ask = askFor(it, { table: tableOf(it, index) })
    const taken = await holdTable({ db: app.db, now }, ask, { ...newIdentity(), ...where })
    return taken.ok ? 'held' : `${taken.reason.why}${taken.reason.waitMinutes === null ? '' : ' in minutes'}`
  }
  const countOf = (answers: readonly string[]) => ({
    held: answers.filter((it) => it === 'held').length,
    other: [...new Set(answers.filter((it) => it !== 'held'))],
  })
  /** Ends every open hold as the expiry job does. */
  const lapse = (now: Date) =>
    app.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'hold_expired'
       where status = 'pending' and hold_key is not null and held_until <= $1`,
      [now],
    )

  test('guests of one hotel hold eight tables of a night together, and the ninth is asked to try again in minutes', async () => {
    const it = newNight()
    const address = 'a hotel'
    const answers = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => hold(it, n, { address })))
    expect(countOf(answers)).toEqual({ held: 8, other: ['network_busy in minutes'] })
  })

  test('one address over many nights holds twelve tables', async () => {
    const address = 'over many nights'
    const answers: string[] = []
    for (const it of nights.slice(10))
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      answers.push(await hold(it, 25, { address }))
    expect(countOf(answers)).toEqual({ held: 12, other: ['network_busy in minutes'] })
    await app.pool.query(
      "update reservations set status = 'cancelled', cancel_reason = 'guest' where holder_address = $1",
      [address],
    )
  })

  test('one browser holds four tables over all nights, whatever its address', async () => {
    const browser = 'a browser over many nights'
    const answers: string[] = []
    for (const it of nights.slice(10, 16))
      // oxlint-disable-next-line no-await-in-loop
      answers.push(await hold(it, 24, { browser, address: randomUUID() }))
    expect(countOf(answers)).toEqual({ held: 4, other: ['too_many_nights'] })
  })

  test('a /48 of many /64 holds a quarter of the free tables', async () => {
    const it = newNight()
    const answers: string[] = []
    for (const n of it.tables.keys())
      // oxlint-disable-next-line no-await-in-loop
      answers.push(await hold(it, n, { network: 'a /48', address: randomUUID() }))
    expect(countOf(answers)).toEqual({
      held: Math.floor(it.tables.length / 4),
      other: ['network_busy in minutes'],
    })
  })

  test('a browser that lets holds lapse waits longer each time; the first two cost nothing', async () => {
    const it = newNight()
    const browser = 'lets holds lapse'
    let now = FRIDAY
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    const ask = (moment = now) => hold(it, 0, { browser, address: randomUUID(), now: moment })
    for (const wait of [0, 0, 0, 5, 10, 20]) {
      // oxlint-disable no-await-in-loop
      expect(wait === 0 || (await ask(later(wait - 1)))).toBe(wait === 0 || 'must_wait in minutes')
      now = later(wait)
      expect(await ask()).toBe('held')
      now = later(15)
      await lapse(now)
      // oxlint-enable no-await-in-loop
    }
    expect(await hold(it, 0, { address: randomUUID(), now })).toBe('held')
  })

  test('a shared address that lets many holds lapse waits, and one lapse of a guest there delays no other guest', async () => {
    const it = newNight()
    const address = 'a carrier'
    for (const n of [0, 1, 2, 3, 4, 5, 6, 7])
      // oxlint-disable-next-line no-await-in-loop
      expect(await hold(it, n, { address })).toBe('held')
    const over = minutesLater(15)
    await lapse(over)
    expect(await hold(it, 9, { address, now: over })).toBe('held')
    await lapse(minutesLater(30))
    expect(await hold(it, 9, { address, now: minutesLater(31) })).toBe('network_must_wait in minutes')
    expect(await hold(it, 9, { address, now: minutesLater(35) })).toBe('held')
  })

  test('a table that costs nothing counts after it is confirmed', async () => {
    const it = newNight()
    const browser = 'takes what is free'
    for (const n of [0, 1]) {
      // oxlint-disable no-await-in-loop
      expect(await hold(it, n, { browser, address: randomUUID() })).toBe('held')
      await app.pool.query(
        `update reservations set status = 'confirmed', total_price_cents = 0, held_until = null
         where holder_browser = $1`,
        [browser],
      )
      // oxlint-enable no-await-in-loop
    }
    expect(await hold(it, 2, { browser, address: randomUUID() })).toBe('too_many_holds')
  })
})
