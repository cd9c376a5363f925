import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newPhone } from '../../../tests/booking/booking-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { changeText } from '#features/dining/dinners/rules.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import { readMessageHistory } from '#features/emails/history/service.ts'
import { sendMail } from '#features/emails/service.ts'
import { recordConsent, sendText } from '#features/emails/text-messages/service.ts'
import { eveningText } from '#features/reservations/evening/rules.ts'
import { findEvening } from '#features/reservations/evening/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { countSegments } from '#lib/text/segments.ts'
import { addHours, addMinutes, momentOf } from '#lib/venue-time.ts'
import { type Mail, MailError } from '#platform/mail/mail.ts'
import { createLog } from '#platform/observability/log.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { type TextFailure, TextMessageError } from '#platform/text-messages/types.ts'
import { EMAIL_RENDERERS } from '#jobs/email-renderers.ts'
import { TEXT_RENDERERS } from '#jobs/text-renderers.ts'
import { confirmComing } from './answers/service.ts'
import { enqueueReminders } from './due/service.ts'
import { takeReply } from './replies/service.ts'
import { findConfirmation, setReminderOptOut, writeReminderMail } from './service.ts'

const DAY = '2027-01-16'
const dinnerAt = momentOf(DAY, '19:00')
const tokens = createSignedTokens(randomBytes(32))
let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
  await app.pool.query('update venue set reminders_enabled = true')
  await app.pool.query(
    `insert into events (slug, title, description, category, date, start_time, end_time, price, price_range)
     values ('one-evening', 'Afro Night', '', 'Nightlife', $1, '21:30', '05:00', 'Free', 'free')`,
    [DAY],
  )
})
const EVE = addHours(dinnerAt, -24)
const deps = (now = EVE) => ({ db: app.db, now, tokens, origin: 'https://lounge.example' })
const plain = (text: string | undefined) => text?.replaceAll(/\s+/g, ' ')

const idOf = async (query: string, values: unknown[]): Promise<string> =>
  (await app.pool.query<{ id: string }>(query, values)).rows[0]?.id ?? ''

const newGuest = () => ({ email: `${randomUUID()}@example.com`, phone: newPhone(), browser: randomUUID() })
type Guest = ReturnType<typeof newGuest>

const bookDinner = ({ email, phone, browser }: Guest) =>
  idOf(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
       guest_count, status, holder_browser)
     values ('dining', $1, $2, $2::timestamptz + interval '90 minutes', 'Ada Obi', $3, $4, 2, 'confirmed', $5) returning id`,
    [DAY, dinnerAt, email, phone, browser],
  )

const bookNight = ({ email, phone, browser }: Guest, table: number) =>
  idOf(
    `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_phone, guest_count, status, holder_browser)
     select e.id, t.id, 'nightlife', e.date, e.starts_at, e.ends_at, 'Ada Obi', $1, $2, 2, 'confirmed', $3
     from events e, venue_tables t where e.slug = 'one-evening' and t.table_number = $4 returning id`,
    [email, phone, browser, table],
  )

const linkTo = (id: string) => `https://lounge.example/my-reservation/${tokens.sign('guest', id)}`
const codeOf = (id: string) => idOf('select entry_code as id from reservations where id = $1', [id])
const set = (id: string, columns: string) =>
  app.pool.query(`update reservations set ${columns} where id = $1`, [id])

/** Sends the reminder emails that are due to a guest, and those that waited. Returns those that left. */
async function remind({ email }: Guest, now: Date, { isDown = false } = {}): Promise<Mail[]> {
  await enqueueReminders(deps(now))
  const { rows } = await app.pool.query<{ id: string }>(
    `select q.id from email_queue q join reservations r on r.id = q.reservation_id where r.guest_email = $1
       and q.sent_at is null and not q.is_withheld order by q.created_at`,
    [email],
  )
  const sent: Mail[] = []
  const send = async (mail: Mail) => {
    if (isDown) throw new MailError('down', { code: 'EDOWN', undeliverable: false })
    sent.push(mail)
  }
  const mailer = { kind: 'smtp' as const, send, close: async () => {} }
  for (const { id } of rows) {
    const done = sendMail({ ...deps(now), mailer, log: createLog('silent'), renderers: EMAIL_RENDERERS }, id)
    // oxlint-disable-next-line no-await-in-loop -- in the order of the queue
    await (isDown ? done.catch(() => {}) : done)
  }
  return sent
}
/** Emails and texts in the queues that remind of one reservation by itself. */
const ownReminders = async (id: string): Promise<number> =>
  (
    await app.pool.query(
      `select id from email_queue where reservation_id = $1 union all select id from text_messages where reservation_id = $1`,
      [id],
    )
  ).rows.length
const subjectsOf = (mails: readonly Mail[]) => mails.map(({ subject }) => subject)
const OF_BOTH = 'Tomorrow: your dinner and Afro Night, Sat, Jan 16, 7:00 PM'
const OF_NIGHT = 'Tomorrow: Afro Night, Sat Jan 16, 9:30 PM – Sun 5 AM'
const NIGHT_EVE = momentOf('2027-01-15', '20:00')

test('dinner and night of one guest have one reminder a day and one three hours before the dinner, with both codes', async () => {
  const guest = newGuest()
  const [dinner, night] = [await bookDinner(guest), await bookNight(guest, 4)]
  expect(await remind(guest, addHours(EVE, -1))).toEqual([])
  const [first, ...more] = await remind(guest, EVE)
  expect([first?.subject, more]).toEqual([OF_BOTH, []])
  const line = eveningText((await findEvening(deps(), dinner, 'address'))?.parts ?? [])
  expect(line).toBe('Your evening: dinner at 7:00 PM, then Afro Night from 9:30 PM at table 4.')
  expect(plain(first?.text)).toContain(line)
  for (const [id, change] of [
    [dinner, '?move=1#change'],
    [night, '/change'],
  ] as const) {
    expect(first?.text).toMatch(new RegExp(`Entry code\\s+${await codeOf(id)}`, 'i'))
    for (const answer of ['?coming=1#coming', change, '?cancel=1#'])
      expect(first?.html).toContain(`"${linkTo(id)}${answer}`)
  }
  expect(await remind(guest, NIGHT_EVE)).toEqual([])
  await confirmComing(deps(), night)
  const [last, ...others] = await remind(guest, addHours(dinnerAt, -3))
  expect([last?.subject, others]).toEqual([OF_BOTH.replace('Tomorrow', 'Today'), []])
  expect(last?.html).not.toContain(`${linkTo(night)}?coming`)
  expect(last?.html).toContain(`${linkTo(dinner)}?coming`)
  expect(await remind(guest, addHours(dinnerAt, -0.5))).toEqual([])
  const { messages } = await readMessageHistory(deps(), {
    reservationId: night,
    waitingEntryId: null,
    guestPhone: null,
  })
  expect(messages.map(({ kind, state }) => [kind, state])).toEqual([
    ['dinner_reminder', 'sent'],
    ['dinner_reminder', 'sent'],
  ])
})

test('a night that is booked after the reminder of the dinner left has one of its own, which names the dinner', async () => {
  const guest = newGuest()
  const dinner = await bookDinner(guest)
  expect(subjectsOf(await remind(guest, EVE))).toEqual(['Tomorrow: your dinner, Sat, Jan 16, 7:00 PM'])
  await bookNight(guest, 5)
  const [own, ...more] = await remind(guest, NIGHT_EVE)
  expect([own?.subject, more]).toEqual([OF_NIGHT, []])
  expect(plain(own?.text)).toContain('Your evening: dinner at 7:00 PM')
  expect(own?.html).toContain(`"${linkTo(dinner)}"`)
  expect(await remind(guest, NIGHT_EVE)).toEqual([])
})

test('a guest who booked less than three hours before a reminder that leaves early has it the next morning', async () => {
  const guest = newGuest()
  const night = await bookNight(guest, 21)
  await agree(night)
  await set(night, `created_at = '2027-01-15 17:31 America/Chicago'`)
  expect(await remind(guest, addMinutes(NIGHT_EVE, 30))).toEqual([])
  expect(await ownReminders(night)).toBe(0)
  await set(night, `created_at = '2027-01-15 17:30 America/Chicago'`)
  expect(subjectsOf(await remind(guest, addMinutes(NIGHT_EVE, 30)))).toEqual([OF_NIGHT])
  const late = newGuest()
  await set(await bookNight(late, 22), `created_at = '2027-01-15 18:25 America/Chicago'`)
  expect(await remind(late, addMinutes(NIGHT_EVE, 30))).toEqual([])
  expect(subjectsOf(await remind(late, momentOf(DAY, '10:00')))).toEqual([
    OF_NIGHT.replace('Tomorrow', 'Today'),
  ])
})

test('a night is reminded of by itself once its dinner is cancelled, and with it while an email waits', async () => {
  const cancel = `status = 'cancelled', cancel_reason = 'guest'`
  const guest = newGuest()
  const [dinner] = [await bookDinner(guest), await bookNight(guest, 6)]
  expect(await remind(guest, EVE, { isDown: true })).toEqual([])
  await set(dinner, cancel)
  expect(subjectsOf(await remind(guest, NIGHT_EVE))).toEqual([OF_NIGHT])
  expect(await remind(guest, NIGHT_EVE)).toEqual([])

  const other = newGuest()
  const [, night] = [await bookDinner(other), await bookNight(other, 7)]
  for (const now of [EVE, NIGHT_EVE, NIGHT_EVE])
    expect(await remind(other, now, { isDown: true })).toEqual([])
  expect(await ownReminders(night)).toBe(0)
  expect(subjectsOf(await remind(other, NIGHT_EVE))).toEqual([OF_BOTH])
  // The guest is not reminded of a night that was cancelled before the last reminder leaves.
  await set(night, cancel)
  expect(subjectsOf(await remind(other, addHours(dinnerAt, -3)))).toEqual([
    'Today: your dinner, Sat, Jan 16, 7:00 PM',
  ])
})

test('a repeat after a crash is the same email, and another one where a night was booked in between', async () => {
  const guest = newGuest()
  const dinner = await bookDinner(guest)
  const again = () =>
    app.pool.query('update email_queue set sent_at = null, also_about = null where reservation_id = $1', [
      dinner,
    ])
  const [alone] = await remind(guest, EVE)
  await again()
  expect((await remind(guest, EVE))[0]?.messageId).toBe(alone?.messageId)
  await again()
  await bookNight(guest, 8)
  const [both] = await remind(guest, EVE)
  expect([both?.subject, both?.messageId === alone?.messageId]).toEqual([OF_BOTH, false])
  await again()
  expect((await remind(guest, EVE))[0]?.messageId).toBe(both?.messageId)
})

test('a guest who stopped reminders has none of either, and the night none where its dinner waits for an answer', async () => {
  const guest = newGuest()
  const [dinner] = [await bookDinner(guest), await bookNight(guest, 9)]
  await setReminderOptOut(deps(), { reservationId: dinner, to: null }, true)
  expect(await remind(guest, EVE)).toEqual([])
  expect(await remind(guest, NIGHT_EVE)).toEqual([])
  const other = newGuest()
  const [request] = [await bookDinner(other), await bookNight(other, 10)]
  await set(request, `status = 'pending', guest_count = 12`)
  expect(await remind(other, EVE)).toEqual([])
  expect(subjectsOf(await remind(other, NIGHT_EVE))).toEqual([OF_NIGHT])
})

test.each([
  ['before its deadline', EVE, 'If you cannot come, you can still tell us there.'],
  ['after its deadline', addHours(dinnerAt, -1), 'If you cannot come, please tell us with the link above.'],
])(
  'the reminder email of a dinner has its code, and the terms of its confirmation %s',
  async (_, now, way) => {
    const id = await bookDinner(newGuest())
    const found = await findDinner(deps(), id)
    const terms = found && changeText(found, await loadVenue(deps()), now)
    const email = await writeReminderMail(deps(now), id, { kind: 'dinner_reminder', dedupeKey: DAY })
    expect(email?.text).toMatch(new RegExp(`Entry code\\s+${found?.entryCode}`, 'i'))
    expect(terms).toContain(way)
    expect(plain(email?.text)).toContain(terms)
  },
)

/** Sends the reminder texts that are due to a guest, and returns what left. A provider may accept none. */
async function remindByText(
  { phone }: Guest,
  now: Date,
  failure: TextFailure | null = null,
): Promise<string[]> {
  await enqueueReminders(deps(now))
  const { rows } = await app.pool.query<{ id: string }>(
    `select t.id from text_messages t join reservations r on r.id = t.reservation_id where r.guest_phone = $1
       and t.status = 'queued' order by t.created_at`,
    [phone],
  )
  const sent: string[] = []
  const texts = {
    kind: 'twilio' as const,
    isSigned: () => true,
    send: async ({ body }: { readonly body: string }) => {
      if (failure !== null) throw new TextMessageError('no', { failure, code: '30007' })
      sent.push(body)
      return randomUUID()
    },
  }
  for (const { id } of rows) {
    const done = sendText(
      { ...deps(now), texts, log: createLog('silent'), textRenderers: TEXT_RENDERERS },
      id,
    )
    // oxlint-disable-next-line no-await-in-loop -- in the order of the queue
    await (failure === null ? done : done.catch(() => {}))
  }
  return sent
}
const agree = (...ids: string[]) =>
  Promise.all(ids.map((id) => recordConsent(deps(), { subject: 'reservation', id, source: 'guest' })))

test('one reminder text is about dinner and night with both codes, and YES confirms both', async () => {
  const guest = newGuest()
  const [dinner, night] = [await bookDinner(guest), await bookNight(guest, 11)]
  await agree(dinner, night)
  const [first = '', ...more] = await remindByText(guest, EVE)
  expect(first).toContain(
    `Dinner, Sat, Jan 16, 7:00 PM, 2 guests, and the night from 9:30 PM. Code ${await codeOf(dinner)} for dinner, ${await codeOf(night)} for the night. Coming? Reply YES, or tap: ${linkTo(dinner)}#coming`,
  )
  expect([countSegments(first), more]).toEqual([2, []])
  expect(await remindByText(guest, NIGHT_EVE)).toEqual([])
  expect(await remindByText(guest, addHours(dinnerAt, -3))).toHaveLength(1)
  expect(await remindByText(guest, addHours(dinnerAt, -0.5))).toEqual([])
  expect(await ownReminders(night)).toBe(0)
  const reply = { phone: guest.phone, body: 'YES', providerId: null, isOptOut: false }
  expect(await takeReply(deps(), reply)).toBe('confirmed')
  expect(await findConfirmation(app.db, dinner)).toEqual(EVE)
  expect(await findConfirmation(app.db, night)).toEqual(EVE)
})

test('a night has a text of its own where that of the dinner failed, was not agreed to, or left before it', async () => {
  const ofNight = expect.stringContaining('2 guests, and dinner at 7:00 PM. Code ')
  const failed = newGuest()
  await agree(await bookDinner(failed), await bookNight(failed, 12))
  expect(await remindByText(failed, EVE, 'rejected')).toEqual([])
  const [own = ''] = await remindByText(failed, NIGHT_EVE)
  expect(own).toContain(' for the night, ')
  expect(countSegments(own)).toBe(2)
  const waiting = newGuest()
  const waitingNight = await bookNight(waiting, 13)
  await agree(await bookDinner(waiting), waitingNight)
  expect(await remindByText(waiting, EVE, 'not_accepted')).toEqual([])
  expect(await remindByText(waiting, NIGHT_EVE, 'not_accepted')).toEqual([])
  expect(await ownReminders(waitingNight)).toBe(0)
  expect(await remindByText(waiting, NIGHT_EVE)).toEqual([expect.stringContaining('Dinner, Sat')])
  const silent = newGuest()
  await bookDinner(silent)
  await agree(await bookNight(silent, 14))
  expect(await remindByText(silent, EVE)).toEqual([])
  expect(await remindByText(silent, NIGHT_EVE)).toEqual([ofNight])
  const late = newGuest()
  await agree(await bookDinner(late))
  expect(await remindByText(late, EVE)).toHaveLength(1)
  await agree(await bookNight(late, 15))
  expect(await remindByText(late, NIGHT_EVE)).toEqual([ofNight])
  // The dinner is past: the last reminder of the night is about the night alone.
  const past = newGuest()
  await bookDinner(past)
  await agree(await bookNight(past, 16))
  const [alone] = await remindByText(past, addHours(dinnerAt, 0.5))
  expect(alone).toContain('table 16, 2 guests. Code ')
})
