import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookDinner } from '#features/dining/service.ts'
import { refusalProblems } from '#features/dining/texts/rules.ts'
import { refusalCopy } from '#features/holds/rules.ts'
import { changeHold, holdTable } from '#features/holds/service.ts'
import { dinnerForm, nightForm } from '#features/reservation-management/staff-bookings/schema.ts'
import { addDinner, addNight } from '#features/reservation-management/staff-bookings/service.ts'
import { askFor as dinnerFor, at, FAR_SATURDAY, FRIDAY } from '../dining/dining-fixtures.ts'
import { createStaff } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { askFor, findNight, newIdentity, type Night, tableOf } from './booking-fixtures.ts'

const REASON = 'Left without paying'
const PHONE = '(430) 201-7777'
const EMAIL = 'blocked@example.com'
let app: TestDatabase
let night: Night
let staff: string
beforeAll(async () => {
  app = await cloneDatabase()
  night = await findNight(app.db)
  staff = await createStaff(app, 'manager@venue.example')
  await app.pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
       guest_count, status)
     values ('dining', '2026-10-01', '2026-10-01 23:00Z', '2026-10-02 01:00Z', 'Nana Adjei', $1, $2, 2, 'completed')`,
    [EMAIL, PHONE],
  )
  await app.pool.query(
    `update guests set block_reason = $1, blocked_at = now(), blocked_by = 'Efua' where name = 'Nana Adjei'`,
    [REASON],
  )
})

/** The contacts of the blocked guest, each with another contact that is new. */
const CONTACTS = [
  { guestPhone: '+1 430 201 7777', guestEmail: 'new@example.com' },
  { guestPhone: '(430) 201-7778', guestEmail: 'Blocked@Example.com' },
]
const countOf = async () =>
  (await app.pool.query<{ n: number }>('select count(*)::integer as n from reservations')).rows[0]?.n

describe('a blocked guest', () => {
  test.each(CONTACTS)('holds no table online with %o', async (contact) => {
    const before = await countOf()
    const ask = { ...askFor(night), ...contact }
    const held = await holdTable({ db: app.db, now: FRIDAY }, ask, newIdentity())
    expect(held).toMatchObject({ ok: false, reason: { why: 'guest_blocked' } })
    expect(await countOf()).toBe(before)
  })

  test.each(CONTACTS)('books no dinner online with %o', async (contact) => {
    const before = await countOf()
    const taken = await bookDinner(await at(app.db), dinnerFor(contact))
    expect(taken).toMatchObject({ ok: false, reason: { why: 'guest_blocked' } })
    expect(await countOf()).toBe(before)
  })

  test('does not get a table by changing the contact of a hold', async () => {
    const deps = { db: app.db, now: FRIDAY }
    const ask = askFor(night, { table: tableOf(night, 1) })
    const held = await holdTable(deps, ask, newIdentity())
    if (!held.ok) throw new Error(held.reason.why)
    const changed = await changeHold(deps, held.value.reservationId, { ...ask, guestEmail: EMAIL })
    expect(changed).toMatchObject({ ok: false, reason: { why: 'guest_blocked' } })
  })

  test('reads a request to call and never the reason', async () => {
    const { venue } = await at(app.db)
    const copy = refusalCopy('guest_blocked', { phone: '(972) 555-0142' })
    expect(copy.text).toBe("We can't take this booking online. Please call us at (972) 555-0142.")
    const taken = await bookDinner(await at(app.db), dinnerFor(CONTACTS[0]))
    if (taken.ok) throw new Error('booked')
    const { why, serviceDay } = taken.reason
    const problems = JSON.stringify(refusalProblems(venue, why, { serviceDay, time: '18:00' }))
    expect(problems).toMatch(/We can't take this booking online\. Please call us at \(\d{3}\)/)
    expect(JSON.stringify([copy, taken.reason, problems])).not.toContain(REASON)
  })

  test('is booked by staff who read the reason and agree, for a dinner and for a night', async () => {
    const deps = { ...(await at(app.db)), actor: { id: staff, name: 'Efua', role: 'host' as const } }
    const guest = {
      source: 'phone',
      guests: '2',
      name: 'N. Adjei',
      phone: '430 201 7777',
      email: '',
      note: '',
    }
    const table = tableOf(night, 2)
    const forms = [
      (more: object) =>
        addDinner(
          deps,
          dinnerForm.parse({
            ...guest,
            ...more,
            date: FAR_SATURDAY,
            time: '18:00',
            tableId: 'best',
            key: randomUUID(),
          }),
        ),
      (more: object) =>
        addNight(
          deps,
          nightForm.parse({
            ...guest,
            ...more,
            eventId: night.event.id,
            tableId: table.id,
            packages: [],
            payment: 'at_door',
            paymentNote: '',
            shownTotalCents: table.cents,
            key: randomUUID(),
          }),
        ),
    ]
    for (const add of forms) {
      // oxlint-disable no-await-in-loop -- one form after the other
      expect(await add({})).toMatchObject({
        ok: false,
        reason: { why: 'guest_blocked', text: `Nana Adjei is blocked: ${REASON}` },
      })
      expect(await add({ agreesToBlocked: true })).toMatchObject({ ok: true })
      // oxlint-enable no-await-in-loop
    }
  })

  test('books again once the block is lifted', async () => {
    await app.pool.query(`update guests set block_reason = null, blocked_at = null where name = 'Nana Adjei'`)
    expect(await bookDinner(await at(app.db), dinnerFor(CONTACTS[1]))).toMatchObject({ ok: true })
  })
})
