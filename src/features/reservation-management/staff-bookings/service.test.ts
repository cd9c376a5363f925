import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { findNight as findFreeNight } from '../../../../tests/booking/booking-fixtures.ts'
import { at, FAR_SATURDAY, FRIDAY } from '../../../../tests/dining/dining-fixtures.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { recordMails } from '../../../../tests/support/recorded-mails.ts'
import { resendConfirmation } from '#features/reservation-management/service.ts'
import { enqueueEmails, sendMail } from '#features/emails/service.ts'
import { undoAdded } from '#features/reservation-management/deletion/service.ts'
import { findDueReminders, writeReminderMail } from '#features/reminders/service.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { momentAt } from '#lib/venue-time.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { dinnerForm, nightForm } from './schema.ts'
import { loadDinnerContext, loadNightContext } from './options/service.ts'
import { addDinner, addNight } from './service.ts'

let app: TestDatabase
let staff: string
beforeAll(async () => {
  app = await cloneDatabase()
  staff = await createStaff(app, 'staff@venue.example')
})

const as = async (role: StaffRole = 'host', now = FRIDAY) => ({
  ...(await at(app.db, now)),
  actor: { id: staff, name: 'Efua Boateng', role },
})
/** Form values for a table for two, on a Saturday without seeded reservations. */
const typed = {
  source: 'phone',
  guests: '2',
  name: 'Ama Owusu',
  phone: '972 555 0142',
  email: '',
  note: 'Knows the chef',
} as const
const dinner = (change: object = {}) =>
  dinnerForm.parse({
    ...typed,
    date: FAR_SATURDAY,
    time: '18:00',
    tableId: 'best',
    key: randomUUID(),
    ...change,
  })
const rowsOf = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.pool.query<Row>(statement, values)).rows
const idOf = (added: Awaited<ReturnType<typeof addDinner>>): string => {
  if (!added.ok) throw new Error(JSON.stringify(added.reason))
  return added.value.id
}
const refusalOf = (added: Awaited<ReturnType<typeof addDinner>>): string =>
  !added.ok && added.reason.why === 'refused' ? added.reason.text : ''
const tablesOf = async (id: string) =>
  (
    await rowsOf<{ n: number }>(
      `select t.table_number as n from table_occupancies o join venue_tables t on t.id = o.table_id
       where o.reservation_id = $1 and o.is_active order by 1`,
      [id],
    )
  ).map(({ n }) => n)

describe('a dinner that staff add', () => {
  test('is confirmed at the best free table, and the audit log names the staff member', async () => {
    const id = idOf(await addDinner(await as(), dinner()))
    expect(
      await rowsOf(
        `select status, source, guest_email as email, staff_note as note, payment_status as payment from reservations where id = $1`,
        [id],
      ),
    ).toEqual([{ status: 'confirmed', source: 'phone', email: '', note: 'Knows the chef', payment: 'none' }])
    expect(await tablesOf(id)).toHaveLength(1)
    expect(
      await rowsOf(
        `select action, actor as who, after->>'source' as source from activity where entity_id = $1`,
        [id],
      ),
    ).toEqual([{ action: 'added', who: 'Efua Boateng', source: 'phone' }])
    expect(await rowsOf('select kind from email_queue where reservation_id = $1', [id])).toEqual([])
  })

  test('is created once by parallel submissions with the same form key', async () => {
    const form = dinner({ date: '2027-01-23' })
    const both = await Promise.all([addDinner(await as(), form), addDinner(await as(), form)])
    expect(new Set(both.map(idOf)).size).toBe(1)
    expect(await rowsOf('select id from reservations where form_key = $1', [form.key])).toHaveLength(1)
  })

  test('may exceed the pacing limit, which the form shows', async () => {
    const date = '2027-01-30'
    await app.pool.query('update venue set dining_covers_per_slot = 4')
    const seen = async (guests = 2) => {
      const settings = await loadDinnerContext(await as(), { date, guests, time: '18:00' })
      return settings.slots.find(({ time }) => time === '18:00')
    }
    expect(await seen()).toMatchObject({ state: 'free', covers: 0 })
    idOf(await addDinner(await as(), dinner({ date, guests: '4' })))
    expect(await seen()).toMatchObject({ state: 'full', covers: 4 })
    idOf(await addDinner(await as(), dinner({ date })))
    expect(await seen()).toMatchObject({ covers: 6 })
    await app.pool.query('update venue set dining_covers_per_slot = 24')
  })

  test('is refused at a taken table with the name of the party, and nothing is written', async () => {
    const date = '2027-02-06'
    const settings = await loadDinnerContext(await as(), { date, guests: 2, time: '18:00' })
    const [seat] = settings.seats
    const form = { date, tableId: seat?.id }
    idOf(await addDinner(await as(), dinner(form)))
    const before = await rowsOf('select count(*) from activity')
    expect(refusalOf(await addDinner(await as(), dinner({ ...form, name: 'Kofi' })))).toBe(
      `Table ${seat?.tableNumber} is already taken for that time: Ama Owusu.`,
    )
    expect(await rowsOf('select count(*) from activity')).toEqual(before)
    expect(
      (await loadDinnerContext(await as(), { date, guests: 2, time: '18:30' })).seats.find(
        ({ id }) => id === seat?.id,
      )?.isFree,
    ).toBe(false)
  })

  test('begins this minute for a walk-in, and only while dinner is served', async () => {
    const now = new Date(FRIDAY.getTime() + 17_000)
    const walkIn = dinner({ source: 'walk_in', phone: '', date: '2026-11-20', time: 'now' })
    const id = idOf(await addDinner(await as('host', now), walkIn))
    expect(await rowsOf('select starts_at as at from reservations where id = $1', [id])).toEqual([
      { at: FRIDAY },
    ])
    const late = momentAt('2026-11-20', '23:00')
    expect(refusalOf(await addDinner(await as('host', late), { ...walkIn, key: randomUUID() }))).toMatch(
      /closed/,
    )
    expect(refusalOf(await addDinner(await as(), dinner({ date: '2026-11-19' })))).toBe('That time is over.')
    expect(refusalOf(await addDinner(await as(), dinner({ time: '22:00' })))).toMatch(/^No dinner begins/)
  })

  test('can be added without a table where none is free for the party', async () => {
    expect(refusalOf(await addDinner(await as(), dinner({ guests: '40' })))).toMatch(/^No table is free/)
    expect(
      await tablesOf(idOf(await addDinner(await as(), dinner({ guests: '40', tableId: 'none' })))),
    ).toEqual([])
  })
})

describe('a night table that staff book', () => {
  const night = async (change: object = {}) => {
    const found = await findFreeNight(app.db)
    const [table] = found.tables
    return {
      table,
      form: nightForm.parse({
        ...typed,
        eventId: found.event.id,
        tableId: table?.id,
        packages: ['birthday_shoutout'],
        payment: 'cash',
        paymentNote: 'Envelope 7',
        shownTotalCents: (table?.cents ?? 0) + 5000,
        key: randomUUID(),
        ...change,
      }),
    }
  }

  test('costs the sum of its price lines, and is paid by the method that staff chose', async () => {
    const { form, table } = await night()
    const id = idOf(await addNight(await as(), form))
    expect(
      await rowsOf(
        `select status, payment_status as payment, payment_note as note, total_price_cents as total,
           (select method from ledger_lines where reservation_id = r.id and amount_cents = r.total_price_cents) as paid
         from reservations r where id = $1`,
        [id],
      ),
    ).toEqual([
      {
        status: 'confirmed',
        payment: 'paid',
        paid: 'cash',
        note: 'Envelope 7',
        total: (table?.cents ?? 0) + 5000,
      },
    ])
    expect(
      await rowsOf(
        'select kind, amount_cents as cents from reservation_lines where reservation_id = $1 order by 1 desc',
        [id],
      ),
    ).toEqual([
      { kind: 'table', cents: table?.cents },
      { kind: 'package', cents: 5000 },
    ])
    const settings = await loadNightContext(await as(), form.eventId)
    expect(settings?.tables.some((it) => it.id === table?.id)).toBe(false)
    expect(refusalOf(await addNight(await as(), { ...form, key: randomUUID() }))).toBe(
      `Table ${table?.number} is already taken for that time: Ama Owusu.`,
    )
    expect(idOf(await addNight(await as(), form))).toBe(id)
  })

  test('is refused where the shown price is outdated or the night is over', async () => {
    const { form } = await night({ shownTotalCents: 1 })
    expect(refusalOf(await addNight(await as(), form))).toMatch(/^The price has changed/)
    const later = new Date('2035-01-01T00:00:00Z')
    expect(refusalOf(await addNight(await as('host', later), form))).toBe('That event is over.')
  })

  test('is confirmed by an email that does not call an unpaid table paid', async () => {
    const { form } = await night({ email: 'ama@example.com', payment: 'at_door' })
    const id = idOf(await addNight(await as(), form))
    const [email] = await emailsAbout(id)
    expect(email?.to).toBe('ama@example.com')
    expect(email?.text).toContain('You pay at the door')
    expect(email?.text).not.toMatch(/received your payment|Total Paid/i)
  })

  test('can be undone within ten seconds: its payment is reversed, its table is free and no email is sent', async () => {
    const { form, table } = await night({ email: 'ama@example.com' })
    const id = idOf(await addNight(await as(), form))
    const at11 = new Date(FRIDAY.getTime() + 11_000)
    expect(await undoAdded(await as('host', at11), id)).toEqual({ ok: true, value: null })
    expect(await undoAdded(await as('host', at11), id)).toMatchObject({ reason: { why: 'not_found' } })
    expect(
      await rowsOf(
        'select kind, method, sign(amount_cents)::int as sign from ledger_lines where reservation_id = $1 order by created_at, kind',
        [id],
      ),
    ).toEqual([
      { kind: 'payment', method: 'cash', sign: 1 },
      { kind: 'payment_reversed', method: 'cash', sign: -1 },
    ])
    const settings = await loadNightContext(await as(), form.eventId)
    expect(settings?.tables.some((it) => it.id === table?.id)).toBe(true)
    expect(await emailsAbout(id)).toEqual([])
  })

  test('cannot be undone later, nor after another change', async () => {
    const { form } = await night()
    const id = idOf(await addNight(await as(), form))
    const late = new Date(FRIDAY.getTime() + 13_000)
    const over = { reason: { why: 'refused', text: expect.stringContaining('the time for it is over') } }
    expect(await undoAdded(await as('host', late), id)).toMatchObject(over)
    await app.pool.query(`update reservations set status = 'completed' where id = $1`, [id])
    expect(await undoAdded(await as(), id)).toMatchObject(over)
    await app.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff' where id = $1`,
      [id],
    )
  })
})

const { sent, depsAt } = recordMails()
const mailDeps = (now = FRIDAY) => depsAt(app.db, now)

async function emailsAbout(id: string): Promise<Mail[]> {
  sent.splice(0)
  for (const mail of await rowsOf<{ id: string }>('select id from email_queue where reservation_id = $1', [
    id,
  ]))
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await sendMail(mailDeps(), mail.id)
  return [...sent]
}

test('a reservation without an address receives no email of any kind', async () => {
  const date = '2027-02-13'
  const id = idOf(await addDinner(await as(), dinner({ date })))
  const found = await findFreeNight(app.db)
  const form = {
    eventId: found.event.id,
    tableId: found.tables[0]?.id,
    packages: [],
    payment: 'card',
    paymentNote: '',
  }
  const nightId = idOf(
    await addNight(
      await as(),
      nightForm.parse({ ...typed, ...form, shownTotalCents: found.tables[0]?.cents, key: randomUUID() }),
    ),
  )
  await enqueueEmails(app.db, id, { kinds: ['dinner_confirmed', 'dinner_cancelled', 'dinner_reminder'] })
  await enqueueEmails(app.db, nightId, { kinds: ['confirmation', 'cancelled', 'night_reminder'] })
  expect([...(await emailsAbout(id)), ...(await emailsAbout(nightId))]).toEqual([])
  await app.pool.query('delete from email_queue')
  const dayBefore = momentAt('2027-02-12', '12:00')
  const { emails: due } = await findDueReminders(mailDeps(dayBefore))
  expect(due.map((it) => it.id)).not.toContain(id)
  expect(
    await writeReminderMail(mailDeps(dayBefore), id, { kind: 'dinner_reminder', dedupeKey: '' }),
  ).toBeNull()
  expect(await resendConfirmation(await as(), id)).toMatchObject({ reason: { why: 'refused' } })
})

test('a constraint requires an address for reservations of the website', async () => {
  await expect(
    app.pool.query(`update reservations set guest_email = '' where source = 'website'`),
  ).rejects.toThrow(/check constraint/)
})
