import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { cancelDinner, moveDinner } from '#features/dining/changes/service.ts'
import { bookDinner } from '#features/dining/service.ts'
import { addDays, addHours, weekdayOf } from '#lib/venue-time.ts'
import { newPhone } from '../booking/booking-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { askFor, at, booked, FRIDAY } from './dining-fixtures.ts'

let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
})

/** A date for each test, so that their dinners are not counted together. */
const serviceDays = Array.from({ length: 21 }, (_, i) => addDays('2026-12-05', i))
  .filter((date) => ![1, 2].includes(weekdayOf(date)))
  .values()
const nextServiceDay = (): string => serviceDays.next().value ?? ''

describe('dinners of one date', () => {
  const TOO_MANY = { ok: false, reason: { why: 'too_many_dinners' } }
  const contact = () => ({ guestEmail: `${randomUUID()}@example.com`, guestPhone: newPhone() })
  /** Two dinners of one contact on a date of their own. */
  async function bookTwo() {
    const [date, guest] = [nextServiceDay(), contact()]
    const [first, second] = [
      await booked(app.db, { date, ...guest }),
      await booked(app.db, { date, ...guest, time: '19:00' }),
    ]
    return { date, guest, first, second }
  }

  test('are two for an email or a phone number, however it is typed, and with whichever browser', async () => {
    const deps = await at(app.db)
    const { date, guest } = await bookTwo()
    const spellings = [
      { ...contact(), guestEmail: guest.guestEmail.toUpperCase() },
      { ...contact(), guestPhone: guest.guestPhone.replace(/^\+1(\d{3})(\d{3})/, '($1) $2-') },
    ]
    for (const change of [guest, ...spellings])
      // oxlint-disable-next-line no-await-in-loop
      expect(await bookDinner(deps, askFor({ date, time: '17:00', ...change }))).toMatchObject(TOO_MANY)
    expect((await bookDinner(deps, askFor({ date, time: '17:00' }))).ok).toBe(true)
    expect((await bookDinner(deps, askFor({ date: nextServiceDay(), ...guest }))).ok).toBe(true)
  })

  test('are two for a contact that sends many at once', async () => {
    const deps = await at(app.db)
    const [date, guest] = [nextServiceDay(), contact()]
    const answers = await Promise.all(
      ['17:00', '18:00', '19:00', '20:00'].map((time) => bookDinner(deps, askFor({ date, time, ...guest }))),
    )
    expect(answers.filter((it) => it.ok)).toHaveLength(2)
  })

  test('may be moved, not onto a date that has two, and one that is cancelled or made by staff is not counted', async () => {
    const deps = await at(app.db)
    const { date, guest, first, second } = await bookTwo()
    expect((await moveDinner(deps, first, { date, time: '17:00', guests: 3 })).ok).toBe(true)
    const other = await booked(app.db, { date: nextServiceDay(), ...guest })
    expect(await moveDinner(deps, other, { date, time: '20:00' })).toMatchObject(TOO_MANY)
    const another = () => bookDinner(deps, askFor({ date, time: '18:00', ...guest }))
    expect(await another()).toMatchObject(TOO_MANY)
    await app.db.updateTable('reservations').set({ source: 'phone' }).where('id', '=', second).execute()
    const third = await another()
    expect(third.ok).toBe(true)
    expect(await another()).toMatchObject({ ok: false })
    expect((await cancelDinner(deps, third.ok ? third.value.id : '')).ok).toBe(true)
    expect((await another()).ok).toBe(true)
  })

  test('are eight for an address and sixteen for a network, within a day', async () => {
    const date = nextServiceDay()
    const client = { address: randomUUID(), network: randomUUID() }
    const bookFrom = async (from: object, now = FRIDAY) =>
      bookDinner(await at(app.db, now), askFor({ date, ...from }))
    await app.pool.query(
      `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
         status, holder_address, holder_network, created_at)
       select 'dining', $1, moment_of_business($1, '15:00'), moment_of_business($1, '16:00'), 'Many', i || '@example.com', 1,
         'pending', case when i <= 7 then $2 else i::text end, $3, $4::timestamptz from generate_series(1, 14) i`,
      [date, client.address, client.network, FRIDAY],
    )
    expect((await bookFrom(client)).ok).toBe(true)
    expect(await bookFrom(client)).toMatchObject({ ok: false, reason: { why: 'network_busy' } })
    const neighbour = { address: randomUUID(), network: client.network }
    expect((await bookFrom(neighbour)).ok).toBe(true)
    expect(await bookFrom({ ...neighbour, address: randomUUID() })).toMatchObject({
      ok: false,
      reason: { why: 'network_busy' },
    })
    expect((await bookFrom({})).ok).toBe(true)
    expect((await bookFrom(client, addHours(FRIDAY, 25))).ok).toBe(true)
  })
})
