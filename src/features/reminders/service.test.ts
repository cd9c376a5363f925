import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newPhone } from '../../../tests/booking/booking-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { changeText } from '#features/dining/dinners/rules.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import { hashOfPhone } from '#features/emails/text-messages/service.ts'
import { eveningText } from '#features/reservations/evening/rules.ts'
import { findEvening } from '#features/reservations/evening/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { countSegments } from '#lib/text/segments.ts'
import { addHours, momentOf } from '#lib/venue-time.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { takeReply } from './replies/service.ts'
import { findConfirmation, writeReminderMail } from './service.ts'
import { writeReminderText } from './texts/service.ts'

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

test('the reminder emails of dinner and night each name the whole evening, as the confirmations do', async () => {
  const guest = newGuest()
  const dinner = await bookDinner(guest)
  const night = await bookNight(guest, 4)
  const line = eveningText((await findEvening(deps(), dinner, 'address'))?.parts ?? [])
  expect(line).toBe('Your evening: dinner at 7:00 PM, then Afro Night from 9:30 PM at table 4.')
  const linkTo = (id: string) => `https://lounge.example/my-reservation/${tokens.sign('guest', id)}`
  const ofDinner = await writeReminderMail(deps(), dinner, 'dinner_reminder')
  const ofNight = await writeReminderMail(deps(), night, 'night_reminder')
  expect(plain(ofDinner?.text)).toContain(line)
  expect(ofDinner?.html).toContain(`"${linkTo(night)}"`)
  expect(plain(ofNight?.text)).toContain(line)
  expect(ofNight?.html).toContain(`"${linkTo(dinner)}"`)
  const alone = await writeReminderMail(deps(), await bookDinner(newGuest()), 'dinner_reminder')
  expect(alone?.text).not.toContain('Your evening')
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
    const email = await writeReminderMail(deps(now), id, 'dinner_reminder')
    expect(email?.text).toMatch(new RegExp(`Entry code\\s+${found?.entryCode}`, 'i'))
    expect(terms).toContain(way)
    expect(plain(email?.text)).toContain(terms)
  },
)

test('the reminder text of one part of an evening names the other, and YES confirms both', async () => {
  const guest = newGuest()
  const dinner = await bookDinner(guest)
  const night = await bookNight(guest, 5)
  const [ofDinner, ofNight] = [
    await writeReminderText(deps(), dinner),
    await writeReminderText(deps(), night),
  ].map((it) => it?.body ?? '')
  expect(ofDinner).toContain('Dinner, Sat, Jan 16, 7:00 PM, 2 guests, and the night from 9:30 PM. Code ')
  expect(ofNight).toContain('table 5, 2 guests, and dinner at 7:00 PM. Code ')
  expect([ofDinner, ofNight].map((it) => countSegments(it ?? ''))).toEqual([2, 2])
  // The dinner is past: the last reminder of the night is about the night alone.
  const late = await writeReminderText(deps(addHours(dinnerAt, 1)), night)
  expect(late?.body).toContain('table 5, 2 guests. Code ')
  await app.pool.query(
    `insert into text_messages (reservation_id, kind, dedupe_key, status, phone_hash, sending_at, sent_at)
     values ($1, 'reminder', $2, 'sent', $3, $4, $4)`,
    [dinner, DAY, hashOfPhone(tokens, guest.phone), EVE],
  )
  const reply = { phone: guest.phone, body: 'YES', providerId: null, isOptOut: false }
  expect(await takeReply(deps(), reply)).toBe('confirmed')
  expect(await findConfirmation(app.db, dinner)).toEqual(EVE)
  expect(await findConfirmation(app.db, night)).toEqual(EVE)
})
