import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { hashOfPhone } from '#features/emails/text-messages/service.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import {
  FIND_BOOKINGS,
  purgeLookups,
  renderLinksEmail,
  renderLinkText,
  requestLinks,
  sendLinks,
} from './service.ts'
import { type Contact, LOOKUP_FORM, readContact } from './schema.ts'

const now = new Date('2031-02-01T00:00:00Z')
const askedAt = now.toISOString()
const tokens = createSignedTokens(randomBytes(32))
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
const deps = () => ({ db: database.db, now, tokens, origin: 'https://venue.example' })

type Booked = {
  readonly email?: string
  readonly phone?: string
  readonly day?: string
  readonly status?: string
  readonly texts?: boolean
}
let count = 0
const newPhone = () => `(972) 555-${String((count += 1)).padStart(4, '0')}`
const newEmail = () => `guest${(count += 1)}@example.com`

async function book({ texts = false, ...given }: Booked = {}): Promise<string> {
  const { email = newEmail(), phone = newPhone(), day = '2031-03-01', status = 'confirmed' } = given
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone, guest_count, status, source)
     values ('dining', $1, $1::date + time '23:00', $1::date + interval '25 hours', 'Ada Obi', $2, $3, 2, $4, 'phone') returning id`,
    [day, email, phone, status],
  )
  const id = rows[0]?.id ?? ''
  if (texts)
    await database.pool.query(
      `insert into text_consents (reservation_id, source, consented_at) values ($1, 'guest', now())`,
      [id],
    )
  return id
}

async function queued(ids: readonly string[]) {
  const { rows } = await database.pool.query<{ by: string; id: string }>(
    `select 'email' as by, reservation_id as id from email_queue where kind = 'booking_links' and reservation_id = any($1)
     union all select 'text', reservation_id from text_messages where kind = 'booking_link' and reservation_id = any($1)`,
    [ids],
  )
  return rows.map(({ by, id }) => `${by} ${ids.indexOf(id)}`).toSorted()
}

const jobs = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*)::int as n from graphile_worker.jobs where task_identifier = $1',
    [FIND_BOOKINGS],
  )
  return rows[0]?.n ?? 0
}

const byEmail = (address: string): Contact => ({ by: 'email', address })
const byPhone = (address: string): Contact => ({ by: 'phone', address })

describe('the links of a guest', () => {
  test('are sent in one email for all reservations to come of an address, in any case, and for no others', async () => {
    const email = newEmail()
    const later = await book({ email: email.toUpperCase(), day: '2031-03-02' })
    const first = await book({ email })
    const past = await book({ email, day: '2031-01-01' })
    const cancelled = await book({ email, status: 'cancelled' })
    const other = await book()
    await sendLinks(deps(), { ...byEmail(email), askedAt })
    await sendLinks(deps(), { ...byEmail(email), askedAt })
    expect(await queued([first, later, past, cancelled, other])).toEqual(['email 0'])
    const mail = await renderLinksEmail(deps(), first)
    expect(mail?.to).toBe(email)
    const links = mail?.text?.match(/my-reservation\/[\w-]+/g) ?? []
    expect(links).toEqual([first, later].map((id) => `my-reservation/${tokens.sign('guest', id)}`))
  })

  test('are sent to the guest of a merged reservation, and once to the guest of both', async () => {
    const [email, host] = [newEmail(), newEmail()]
    const stays = await book({ email: host })
    const [goes, twin] = [await book({ email }), await book({ email: host })]
    await database.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff', deleted_at = now(), deleted_status = 'confirmed',
         merged_into_id = $2 where id = any($1)`,
      [[goes, twin], stays],
    )
    for (const address of [email, host])
      // oxlint-disable-next-line no-await-in-loop -- one lookup after the other
      await sendLinks(deps(), { ...byEmail(address), askedAt })
    expect(await queued([stays, goes, twin])).toEqual(['email 0', 'email 1'])
    const mail = await renderLinksEmail(deps(), goes)
    expect(mail?.to).toBe(email)
    expect(mail?.text).toContain(`/my-reservation/${tokens.sign('guest', goes)}`)
    expect((await renderLinksEmail(deps(), stays))?.text?.match(/my-reservation\//g)).toHaveLength(1)
    await database.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'guest' where id = $1`,
      [stays],
    )
    expect(await renderLinksEmail(deps(), goes)).toBeNull()
  })

  test('are not sent to an address without a reservation to come', async () => {
    const past = await book({ day: '2031-01-01', email: 'past@example.com' })
    await sendLinks(deps(), { ...byEmail('past@example.com'), askedAt })
    await sendLinks(deps(), { ...byEmail('unknown@example.com'), askedAt })
    expect(await queued([past])).toEqual([])
    expect(await renderLinksEmail(deps(), past)).toBeNull()
  })

  test('are sent by text where the guest agreed to texts, in any spelling of the number', async () => {
    const phone = newPhone()
    const [agreed, silent] = [
      await book({ phone, texts: true }),
      await book({ phone: `+1 ${phone}`, day: '2031-03-03' }),
    ]
    await sendLinks(deps(), { ...byPhone(`1-${phone.replaceAll(/\D/g, '')}`), askedAt })
    expect(await queued([agreed, silent])).toEqual(['email 1', 'text 0'])
    const text = await renderLinkText(deps(), agreed)
    expect(text).toMatchObject({ to: phone, isTimed: true })
    expect(text?.body).toContain(`/my-reservation/${tokens.sign('guest', agreed)}`)
  })

  test('are sent to the email of the reservation where its guest agreed to no texts, or answered STOP', async () => {
    const phone = newPhone()
    const silent = await book({ phone })
    await sendLinks(deps(), { ...byPhone(phone), askedAt })
    expect(await queued([silent])).toEqual(['email 0'])
    const stopped = newPhone()
    const agreed = await book({ phone: stopped, texts: true })
    await database.pool.query('insert into text_opt_outs (phone_hash, opted_out_at) values ($1, now())', [
      hashOfPhone(tokens, `+1${stopped.replaceAll(/\D/g, '')}`),
    ])
    await sendLinks(deps(), { ...byPhone(stopped), askedAt })
    expect(await queued([agreed])).toEqual(['email 0'])
  })

  test('are sent by email once a number had three texts with links in a day', async () => {
    const phone = newPhone()
    const id = await book({ phone, texts: true })
    for (const key of ['a', 'b', 'c'])
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await database.pool.query(
        `insert into text_messages (reservation_id, kind, dedupe_key, status, sending_at, sent_at, phone_hash)
         values ($1, 'booking_link', $2, 'sent', $3, $3, $4)`,
        [id, key, now, hashOfPhone(tokens, `+1${phone.replaceAll(/\D/g, '')}`)],
      )
    await sendLinks(deps(), { ...byPhone(phone), askedAt })
    expect(await queued([id])).toEqual(['email 0', 'text 0', 'text 0', 'text 0'])
  })

  test('are looked up once for 50 requests of one address, and once for each of two addresses', async () => {
    const before = await jobs()
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        requestLinks(deps(), byEmail(i % 2 === 0 ? 'Fifty@example.com' : 'fifty@example.com')),
      ),
    )
    expect((await jobs()) - before).toBe(1)
    await requestLinks(deps(), byPhone('(972) 555-0199'))
    await requestLinks(deps(), byPhone('972-555-0199'))
    expect((await jobs()) - before).toBe(2)
  })
})

test('a lookup that failed for good is deleted with its address; one that is tried again stays', async () => {
  const [failed, again] = [newEmail(), newEmail()]
  await requestLinks(deps(), byEmail(failed))
  await requestLinks(deps(), byEmail(again))
  await database.pool.query(
    `update graphile_worker._private_jobs set attempts = case payload->>'address' when $1 then max_attempts else 3 end
     where payload->>'address' = any($2)`,
    [failed, [failed, again]],
  )
  await purgeLookups(deps())
  const { rows } = await database.pool.query<{ address: string }>(
    `select payload->>'address' as address from graphile_worker._private_jobs where payload->>'address' = any($1)`,
    [[failed, again]],
  )
  expect(rows).toEqual([{ address: again }])
})

describe('the address of a lookup', () => {
  test.each([
    [' Ama@Example.com ', byEmail('Ama@Example.com')],
    ['972 555 0142', byPhone('(972) 555-0142')],
    ['+44 20 7946 0958', byPhone('+44 20 7946 0958')],
  ])('%j is read', (typed, contact) => expect(readContact(typed)).toEqual({ ok: true, value: contact }))

  test.each(['ama@', 'Ama', '12', '😀'.repeat(120)])('%j is refused in words', (typed) => {
    const read = LOOKUP_FORM.parse({ contact: typed })
    expect(read.ok ? '' : read.reason.contact).toMatch(/name@example\.com/)
  })
})
