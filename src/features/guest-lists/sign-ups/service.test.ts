import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordConsent } from '#features/emails/text-messages/service.ts'
import { renderListEmail, renderListLinkText } from '#features/guest-lists/links/service.ts'
import { addMinutes } from '#lib/venue-time.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { entriesOf, makeGuestList } from '../../../../tests/guest-lists/listed-nights.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import type { SignUp } from './schema.ts'
import { SIGN_UP_FORM } from './schema.ts'
import { changeOwnEntry, signUp } from './service.ts'

let database: TestDatabase
let phones = 0
beforeAll(async () => {
  database = await cloneDatabase()
})
const tokens = createSignedTokens(randomBytes(32))
const deps = (now = new Date()) => ({ db: database.db, now, tokens, origin: 'https://venue.example' })
const guest = (more: Partial<SignUp> = {}): SignUp => {
  phones += 1
  const phone = `+1972555${String(phones).padStart(4, '0')}`
  return { guestName: 'Ama Mensah', guestCount: 2, phone, email: null, agreesToTexts: false, ...more }
}
const OWN = 'the browser of the guest'
/** A form from a browser, by default that of the guest; each one is a form of its own. */
const put = (
  code: string,
  form: SignUp,
  { isChange = false, browser = OWN, key = randomUUID(), now = new Date() } = {},
) => signUp(deps(now), code, { form, isChange, browser, key })
const elsewhere = () => ({ browser: randomUUID() })
const KNOWN = { ok: false, reason: { why: 'known_contact' } }
/** Emails and texts that bring the link to an entry again. */
const linksTo = async (id: string): Promise<string[]> =>
  (
    await database.pool.query<{ kind: string }>(
      `select 'email' as kind from email_queue where list_entry_id = $1 union all
       select 'text' from text_messages where list_entry_id = $1 and kind = 'list_link'`,
      [id],
    )
  ).rows.map(({ kind }) => kind)
const placesOf = async (id: string) =>
  (await database.pool.query<{ guests: number }>('select guests from guest_lists where id = $1', [id]))
    .rows[0]?.guests

describe('a sign-up', () => {
  test('of thirty guests at once never fills a list beyond its cap', async () => {
    const list = await makeGuestList(database, { maxGuests: 25, inDays: 1 })
    const all = await Promise.all(Array.from({ length: 30 }, () => put(list.code, guest())))
    expect(all.filter(({ ok }) => ok)).toHaveLength(12)
    expect(await placesOf(list.id)).toBe(24)
    expect(await put(list.code, guest({ guestCount: 2 }))).toMatchObject({ reason: { why: 'few' } })
    expect(await put(list.code, guest({ guestCount: 1 }))).toMatchObject({ ok: true })
    expect(await put(list.code, guest({ guestCount: 1 }))).toEqual({ ok: false, reason: { why: 'full' } })
  })

  test('that is sent twice at once is one entry', async () => {
    const list = await makeGuestList(database, { inDays: 1 })
    const form = guest({ email: 'ama@example.com' })
    const [key, browsers] = [randomUUID(), Array.from({ length: 5 }, () => randomUUID())]
    // No browser has the cookie yet, which the first answer brings.
    const ids = await Promise.all(browsers.map((browser) => put(list.code, form, { key, browser })))
    expect(new Set(ids.map((it) => (it.ok ? it.value : it.reason.why))).size).toBe(1)
    expect(await entriesOf(database, list.id)).toEqual(['Ama Mensah 2'])
  })

  test('with a phone or email that is on the list offers to change the number, to the same name only', async () => {
    const list = await makeGuestList(database, { inDays: 1, maxGuests: 6 })
    const form = guest({ email: 'Ama@Example.com' })
    await put(list.code, form)
    const more = { ...form, phone: null, email: 'ama@example.com', guestName: ' AMA  mensah', guestCount: 5 }
    expect(await put(list.code, more)).toEqual({ ok: false, reason: { why: 'listed', guestCount: 2 } })
    expect(await put(list.code, { ...more, guestName: 'Kofi Boateng' }, { isChange: true })).toEqual({
      ok: false,
      reason: { why: 'other_name' },
    })
    const change = { isChange: true }
    expect(await put(list.code, { ...more, guestCount: 7 }, change)).toMatchObject({ reason: { why: 'few' } })
    expect(await put(list.code, more, change)).toMatchObject({ ok: true })
    expect(await entriesOf(database, list.id)).toEqual(['Ama Mensah 5'])
  })

  test('is refused for a closed list, one whose time has passed, one of a deleted event, and a wrong link', async () => {
    const closed = await makeGuestList(database, { isOpen: false, inDays: 1 })
    expect(await put(closed.code, guest())).toMatchObject({ reason: { why: 'closed' } })
    const past = await makeGuestList(database, { inDays: -2 })
    expect(await put(past.code, guest())).toMatchObject({ reason: { why: 'past' } })
    const early = await makeGuestList(database, { inDays: 1, untilTime: '23:00' })
    const late = new Date(Date.now() + 48 * 3_600_000)
    expect(await put(early.code, guest(), { now: late })).toMatchObject({
      reason: { why: 'past' },
    })
    const deleted = await makeGuestList(database, { inDays: 1 })
    await database.pool.query('update events set deleted_at = now() where id = $1', [deleted.eventId])
    expect(await put(deleted.code, guest())).toMatchObject({ reason: { why: 'not_found' } })
    const wrong = [closed.id, `${closed.code}x`, closed.code.toLowerCase(), "' or 1=1 --"]
    const answers = await Promise.all(wrong.map((code) => put(code, guest())))
    expect(answers.map((it) => (it.ok ? '' : it.reason.why))).toEqual(wrong.map(() => 'not_found'))
  })

  test('from another browser says nothing about a contact on the list, and sends the link to its guest', async () => {
    const list = await makeGuestList(database, { inDays: 1, maxGuests: 8 })
    const form = guest({ email: 'Esi@Example.com' })
    const done = await put(list.code, form)
    const id = done.ok ? done.value : ''
    const typed = [
      form,
      { ...form, phone: null, guestName: 'Kofi Boateng' },
      { ...form, email: null, guestCount: 5 },
    ]
    for (const it of typed)
      for (const isChange of [false, true])
        // oxlint-disable-next-line no-await-in-loop -- one form after the other
        expect(await put(list.code, it, { isChange, ...elsewhere() })).toEqual(KNOWN)
    // Without enough places, the contact is answered as any other.
    const many = guest({ guestCount: 7 })
    const few = { ok: false, reason: { why: 'few', places: expect.objectContaining({ guests: 2 }) } }
    expect([
      await put(list.code, many, elsewhere()),
      await put(list.code, { ...form, guestCount: 7 }, elsewhere()),
    ]).toEqual([few, few])
    expect(await entriesOf(database, list.id)).toEqual(['Ama Mensah 2'])
    expect(await linksTo(id)).toEqual(['email'])
    const mail = await renderListEmail(deps(), id)
    expect([mail?.to, mail?.text]).toEqual([
      'Esi@Example.com',
      expect.stringContaining(`/list-entry/${tokens.sign('list_entry', id)}`),
    ])
    await changeOwnEntry(deps(), id, 0)
    expect(await renderListEmail(deps(), id)).toBeNull()
  })

  test('from another browser sends the link by text to a guest without email who agreed to texts', async () => {
    const [list, other] = [
      await makeGuestList(database, { inDays: 1 }),
      await makeGuestList(database, { inDays: 2 }),
    ]
    const [form, silent] = [guest(), guest()]
    const ids = await Promise.all([form, silent].map((it) => put(list.code, it)))
    const [id = '', silentId = ''] = ids.map((it) => (it.ok ? it.value : ''))
    await recordConsent(deps(), { subject: 'list_entry', id, source: 'guest' })
    // One link in a while, whatever list it is for, and none without consent.
    await put(other.code, form)
    for (const code of [list.code, other.code])
      for (const it of [form, silent])
        // oxlint-disable-next-line no-await-in-loop -- one form after the other
        await put(code, it, elsewhere())
    expect([await linksTo(id), await linksTo(silentId)]).toEqual([['text'], []])
    expect(await renderListLinkText(deps(), id)).toMatchObject({ to: form.phone, isTimed: true })
    expect(await put(list.code, form, { ...elsewhere(), now: addMinutes(new Date(), 1) })).toEqual(KNOWN)
    expect(await linksTo(id)).toEqual(['text'])
  })

  test('of a blocked guest is refused as one of a contact on the list, by phone number or email address', async () => {
    const list = await makeGuestList(database, { inDays: 1 })
    const banned = guest({ email: 'banned@example.com' })
    const listed = await put(list.code, guest({ phone: banned.phone, guestCount: 1 }))
    await database.pool.query(
      `with g as (insert into guests (name, block_reason, blocked_at, blocked_by) values ('Ama', 'Fights', now(), 'Zainab') returning id)
       insert into guest_contacts (kind, value, guest_id)
       select c.kind, c.value, g.id from g, (values ('phone', $1), ('email', 'banned@example.com')) c (kind, value)`,
      [banned.phone],
    )
    const again = await makeGuestList(database, { inDays: 1 })
    expect(await put(again.code, guest({ phone: banned.phone }))).toEqual(KNOWN)
    expect(await put(again.code, guest({ phone: null, email: 'Banned@Example.com' }))).toEqual(KNOWN)
    expect(await entriesOf(database, again.id)).toEqual([])
    const blocked = { ok: false, reason: { why: 'guest_blocked' } }
    const more = guest({ phone: banned.phone, guestCount: 3 })
    expect(await put(list.code, more, { isChange: true })).toEqual(blocked)
    expect(await changeOwnEntry(deps(), listed.ok ? listed.value : '', 3)).toEqual(blocked)
    expect(await entriesOf(database, list.id)).toEqual(['Ama Mensah 1'])
  })

  test('is changed and taken back by its guest, and a removed one does not come back', async () => {
    const list = await makeGuestList(database, { inDays: 1, maxGuests: 5 })
    const done = await put(list.code, guest())
    const id = done.ok ? done.value : ''
    expect(await changeOwnEntry(deps(), id, 6)).toMatchObject({ reason: { why: 'few' } })
    expect(await changeOwnEntry(deps(), id, 5)).toEqual({ ok: true, value: null })
    expect(await changeOwnEntry(deps(), id, 0)).toEqual({ ok: true, value: null })
    expect(await changeOwnEntry(deps(), id, 0)).toEqual({ ok: true, value: null })
    expect(await changeOwnEntry(deps(), id, 2)).toEqual({ ok: false, reason: { why: 'closed' } })
    expect(await placesOf(list.id)).toBe(0)
  })
})

test('no code of a list is sent for a night that is called off meanwhile', async () => {
  const list = await makeGuestList(database, { inDays: 3 })
  const signedUp = await put(list.code, guest())
  const id = signedUp.ok ? signedUp.value : ''
  expect(await renderListLinkText(deps(), id)).toMatchObject({ body: expect.stringContaining('Your code') })
  await database.pool.query(
    `insert into venue_special_days (business_date, service, reason, closed_events)
     select e.date, service_of_event(e.start_time, e.end_time), 'Storm', 'cancelled'
     from guest_lists l join events e on e.id = l.event_id where l.id = $1`,
    [list.id],
  )
  expect(await renderListLinkText(deps(), id)).toBeNull()
})

describe('the form of a sign-up', () => {
  const good = { name: 'Ama', guests: '2', phone: '(972) 555-0142', email: '', texts: '', consent: 'yes' }
  const problems = (more: Partial<typeof good>) => {
    const parsed = SIGN_UP_FORM.parse({ ...good, ...more })
    return parsed.ok ? null : parsed.reason
  }

  test('needs a phone number or an email address, and consent', () => {
    expect(problems({})).toBeNull()
    expect(problems({ phone: '', email: 'ama@example.com' })).toBeNull()
    expect(problems({ phone: '' })).toEqual({
      phone: 'Please enter your phone number or your email address.',
    })
    expect(problems({ consent: '' })).toHaveProperty('consent')
  })

  test.each([
    [{ name: '😀'.repeat(300) }, 'name'],
    [{ guests: '99' }, 'guests'],
    [{ guests: '-3' }, 'guests'],
    [{ guests: '2.5' }, 'guests'],
    [{ phone: '555-0142 x12' }, 'phone'],
  ])('refuses %j and names the field', (more, field) => {
    expect(Object.keys(problems(more) ?? {})).toEqual([field])
  })
})
