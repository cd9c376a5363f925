import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SIGN_UP_FORM } from '#features/guest-lists/sign-ups/schema.ts'
import { newPhone } from '../booking/booking-fixtures.ts'
import { entriesOf, makeGuestList } from '../guest-lists/listed-nights.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { issueOldToken } from '../support/old-form-token.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { makeSoldOutNight } from '../waiting-list/sold-out-nights.ts'

/* A stranger who types the contact of a guest gets neither the guest's entry nor a fact about it. */

let database: TestDatabase
let app: RunningApp
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } })
})
beforeEach(async () => {
  await database.db.deleteFrom('rateLimits').execute()
})

type Fields = Readonly<Record<string, string>>
type Visitor = { readonly address: string; readonly cookie?: string }

let visitors = 0
/** A browser without a cookie on a network of its own. */
const stranger = (): Visitor => ({ address: `203.0.113.${(visitors += 1)}` })

async function post(path: string, fields: Fields, { address, cookie }: Visitor) {
  const response = await app.get(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': address,
      ...(cookie === undefined ? {} : { Cookie: cookie }),
    },
    body: new URLSearchParams({ topic: '', ...fields }).toString(),
  })
  const html = (await response.text()).replaceAll('<!-- -->', '')
  return {
    status: response.status,
    to: response.headers.get('location'),
    cookie: response.headers.get('set-cookie')?.split(';')[0],
    /** The refusal: its title and text. */
    refusal:
      /role="alert"[^>]*>(.*?)<ul/s
        .exec(html)?.[1]
        ?.replaceAll(/<[^>]+>/g, ' ')
        .trim() ?? null,
    offersChange: html.includes('Change it to'),
  }
}

/** The parts of an answer by which a stranger could tell one contact from another. */
const seen = ({ status, to, refusal, offersChange }: Awaited<ReturnType<typeof post>>) => ({
  status,
  to,
  refusal,
  offersChange,
})

const ama = () => ({
  name: 'Ama Mensah',
  guests: '2',
  phone: newPhone(),
  email: `ama${(visitors += 1)}@example.com`,
  consent: 'yes',
})

describe('a guest list', () => {
  const signUp = async (code: string, fields: Fields, visitor = stranger()) =>
    post(
      `/lists/${code}`,
      { formToken: await issueOldToken(database, SIGN_UP_FORM.name), ...fields },
      visitor,
    )

  async function block(email: string): Promise<void> {
    await database.pool.query(
      `with g as (insert into guests (name, block_reason, blocked_at, blocked_by) values ('Kwame', 'Fights', now(), 'Zainab') returning id)
       insert into guest_contacts (kind, value, guest_id) select 'email', $1, g.id from g`,
      [email],
    )
  }

  const queuedTo = async (listId: string) =>
    (
      await database.pool.query<{ message: string }>(
        `select 'email ' || q.kind as message from email_queue q join guest_list_entries n on n.id = q.list_entry_id where n.list_id = $1
         union all select 'text ' || t.kind from text_messages t join guest_list_entries n on n.id = t.list_entry_id where n.list_id = $1`,
        [listId],
      )
    ).rows.map(({ message }) => message)

  test('answers every contact that it knows in the same words, from another browser', async () => {
    const list = await makeGuestList(database, { inDays: 1 })
    const form = ama()
    expect((await signUp(list.code, form)).to).toMatch(/^\/list-entry\//)
    await block('blocked@example.com')
    const typed: Fields[] = [
      { ...form, name: 'Kofi Boateng', phone: '' },
      { ...form, name: 'Kofi Boateng', email: '' },
      { ...form, guests: '5' },
      { ...form, guests: '5', intent: 'change' },
      form,
      { ...form, texts: 'on' },
      { ...form, email: '', texts: 'on' },
      { ...ama(), email: 'blocked@example.com' },
    ]
    const answers: unknown[] = []
    // oxlint-disable-next-line no-await-in-loop -- one stranger after the other
    for (const fields of typed) answers.push(seen(await signUp(list.code, fields)))
    expect(answers[0]).toEqual({
      status: 409,
      to: null,
      refusal: expect.stringMatching(
        /^Please look at your messages\s+If this email address or phone number is on the list/,
      ),
      offersChange: false,
    })
    expect(new Set(answers.map((it) => JSON.stringify(it))).size).toBe(1)
    expect(await entriesOf(database, list.id)).toEqual(['Ama Mensah 2'])
    const { rows } = await database.pool.query(
      'select from text_consents c join guest_list_entries n on n.id = c.list_entry_id where n.list_id = $1',
      [list.id],
    )
    expect(rows).toEqual([])
    // The guest gets the link, once for all who typed the contact.
    await eventually(async () => expect(await queuedTo(list.id)).toEqual(['email list_code']))
  })

  test('that is full answers a contact on it as any other', async () => {
    const list = await makeGuestList(database, { inDays: 1, maxGuests: 5 })
    const form = ama()
    await signUp(list.code, form)
    await signUp(list.code, { ...ama(), guests: '2' })
    const more = { ...form, guests: '3' }
    const few = [await signUp(list.code, more), await signUp(list.code, { ...ama(), guests: '3' })]
    expect(few.map(seen)).toEqual([seen(few[0]!), seen(few[0]!)])
    expect(few[0]?.refusal).toContain('Not enough places')
    await signUp(list.code, { ...ama(), guests: '1' })
    const full = [await signUp(list.code, form), await signUp(list.code, ama())]
    expect(full.map(seen)).toEqual([seen(full[0]!), seen(full[0]!)])
    expect(full[0]?.refusal).toContain('This list is full')
  })

  test.each([
    ['of a contact on it', {}],
    ['of a full list', { maxGuests: 2 }],
  ])('counts a refusal %s, so that contacts cannot be tried out', async (_what, facts) => {
    const list = await makeGuestList(database, { inDays: 1, ...facts })
    const form = ama()
    await signUp(list.code, form)
    const visitor = stranger()
    const statuses: number[] = []
    for (let i = 0; i < 7; i += 1)
      // oxlint-disable-next-line no-await-in-loop -- one form after the other
      statuses.push((await signUp(list.code, form, visitor)).status)
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429, 429])
  })

  test('knows the browser of a guest: a form sent again counts once, and the number can be changed', async () => {
    const list = await makeGuestList(database, { inDays: 1 })
    const form = { ...ama(), formToken: await issueOldToken(database, SIGN_UP_FORM.name) }
    const first = await signUp(list.code, form)
    expect(first.cookie).toMatch(/^guest=/)
    const back = { ...stranger(), cookie: first.cookie ?? '' }
    const { formToken: _formToken, ...again } = form
    // The first answer was lost with its cookie. The form itself is one that no other browser has.
    for (const [fields, visitor] of [
      [form, stranger()],
      [again, back],
    ] as const)
      // oxlint-disable-next-line no-await-in-loop -- one form after the other
      expect(seen(await signUp(list.code, fields, visitor))).toEqual(seen(first))
    const more = { ...again, guests: '5' }
    const offered = await signUp(list.code, more, back)
    expect([offered.status, offered.offersChange]).toEqual([409, true])
    expect(offered.refusal).toContain('Your name is on it for 2 people. Change it to 5 people?')
    expect((await signUp(list.code, { ...more, intent: 'change' }, back)).to).toBe(first.to)
    expect(await entriesOf(database, list.id)).toEqual(['Ama Mensah 5'])
  })
})

test('the page of a night has one form for all guests, and a place in line is shown to the browser that joined', async () => {
  const night = await makeSoldOutNight(database, { title: 'Full night' })
  const page = await (await app.get(`/events/${night.slug}`)).text()
  const formToken = /name="formToken" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const form = { ...ama(), zone: '', formToken }
  const join = (visitor: Visitor) => post(`/waiting-list?event=${night.slug}`, form, visitor)
  const guest = stranger()
  const first = await join(guest)
  expect(first.to).toMatch(/^\/waiting\//)
  const other = await join(stranger())
  expect([other.status, other.to]).toEqual([409, null])
  expect(other.refusal).toContain('If this email address or phone number is in line already')
  // Another network in the same browser, and the same network of a browser that lost the first answer with its cookie.
  expect((await join({ ...stranger(), cookie: first.cookie ?? '' })).to).toBe(first.to)
  expect((await join(guest)).to).toBe(first.to)
})
