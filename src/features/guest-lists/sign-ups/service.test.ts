import { beforeAll, describe, expect, test } from 'vitest'
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
const deps = (now = new Date()) => ({ db: database.db, now })
const guest = (more: Partial<SignUp> = {}): SignUp => {
  phones += 1
  const phone = `+1972555${String(phones).padStart(4, '0')}`
  return { guestName: 'Ama Mensah', guestCount: 2, phone, email: null, agreesToTexts: false, ...more }
}
const put = (code: string, form: SignUp, isChange = false) => signUp(deps(), code, { form, isChange })
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
    const ids = await Promise.all(Array.from({ length: 5 }, () => put(list.code, form)))
    expect(new Set(ids.map((it) => (it.ok ? it.value : it.reason.why))).size).toBe(1)
    expect(await entriesOf(database, list.id)).toEqual(['Ama Mensah 2'])
  })

  test('with a phone or email that is on the list offers to change the number, to the same name only', async () => {
    const list = await makeGuestList(database, { inDays: 1, maxGuests: 6 })
    const form = guest({ email: 'Ama@Example.com' })
    await put(list.code, form)
    const more = { ...form, phone: null, email: 'ama@example.com', guestName: ' AMA  mensah', guestCount: 5 }
    expect(await put(list.code, more)).toEqual({ ok: false, reason: { why: 'listed', guestCount: 2 } })
    expect(await put(list.code, { ...more, guestName: 'Kofi Boateng' }, true)).toEqual({
      ok: false,
      reason: { why: 'other_name' },
    })
    expect(await put(list.code, { ...more, guestCount: 7 }, true)).toMatchObject({ reason: { why: 'few' } })
    expect(await put(list.code, more, true)).toMatchObject({ ok: true })
    expect(await entriesOf(database, list.id)).toEqual(['Ama Mensah 5'])
  })

  test('is refused for a closed list, one whose time has passed, one of a deleted event, and a wrong link', async () => {
    const closed = await makeGuestList(database, { isOpen: false, inDays: 1 })
    expect(await put(closed.code, guest())).toMatchObject({ reason: { why: 'closed' } })
    const past = await makeGuestList(database, { inDays: -2 })
    expect(await put(past.code, guest())).toMatchObject({ reason: { why: 'past' } })
    const early = await makeGuestList(database, { inDays: 1, untilTime: '23:00' })
    const late = new Date(Date.now() + 48 * 3_600_000)
    expect(await signUp(deps(late), early.code, { form: guest(), isChange: false })).toMatchObject({
      reason: { why: 'past' },
    })
    const deleted = await makeGuestList(database, { inDays: 1 })
    await database.pool.query('update events set deleted_at = now() where id = $1', [deleted.eventId])
    expect(await put(deleted.code, guest())).toMatchObject({ reason: { why: 'not_found' } })
    const wrong = [closed.id, `${closed.code}x`, closed.code.toLowerCase(), "' or 1=1 --"]
    const answers = await Promise.all(wrong.map((code) => put(code, guest())))
    expect(answers.map((it) => (it.ok ? '' : it.reason.why))).toEqual(wrong.map(() => 'not_found'))
  })

  test('of a blocked guest is refused, by phone number or email address', async () => {
    const list = await makeGuestList(database, { inDays: 1 })
    const banned = guest({ email: 'banned@example.com' })
    const listed = await put(list.code, guest({ phone: banned.phone, guestCount: 1 }))
    await database.pool.query(
      `with g as (insert into guests (name, block_reason, blocked_at, blocked_by) values ('Ama', 'Fights', now(), 'Zainab') returning id)
       insert into guest_contacts (kind, value, guest_id)
       select c.kind, c.value, g.id from g, (values ('phone', $1), ('email', 'banned@example.com')) c (kind, value)`,
      [banned.phone],
    )
    const blocked = { ok: false, reason: { why: 'guest_blocked' } }
    expect(await put(list.code, guest({ phone: banned.phone }))).toEqual(blocked)
    expect(await put(list.code, guest({ phone: null, email: 'Banned@Example.com' }))).toEqual(blocked)
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
