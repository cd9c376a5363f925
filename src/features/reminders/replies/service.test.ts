import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { newPhone } from '../../../../tests/booking/booking-fixtures.ts'
import { hashOfPhone, recordConsent } from '#features/emails/text-messages/service.ts'
import { receiveTextWebhook } from '#features/emails/text-webhook/service.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { erasePerson, exportPerson } from '#features/guests/privacy/service.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { listReplies, markReplyRead, takeReply } from './service.ts'

// 5 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-27T23:00:00Z')
const tokens = createSignedTokens(randomBytes(32))
let app: TestDatabase
let phone = ''
beforeAll(async () => {
  app = await cloneDatabase()
})
beforeEach(async () => {
  phone = newPhone()
  await app.pool.query('delete from text_replies')
})
const deps = () => ({ db: app.db, now, tokens, origin: 'https://lounge.example' })
const as = (role: StaffRole = 'host') => ({ ...deps(), actor: { id: randomUUID(), name: 'Ama', role } })

/** A dinner of tomorrow under the number, whose guest agreed to texts. */
async function book(hours = 24): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
       guest_count, status)
     values ('dining', business_day_of($1), $1, $1::timestamptz + interval '90 minutes', 'Ada Obi', 'ada@example.com', $2, 2,
       'confirmed') returning id`,
    [new Date(now.getTime() + hours * 3_600_000), phone],
  )
  const id = rows[0]?.id ?? ''
  await recordConsent(deps(), { subject: 'reservation', id, source: 'guest' })
  return id
}
const remind = (id: string, status = 'sent') =>
  app.pool.query(
    `insert into text_messages (reservation_id, kind, dedupe_key, status, phone_hash, sending_at, sent_at)
     select id, 'reminder', business_date::text, $4, $2, $3, $3 from reservations where id = $1`,
    [id, hashOfPhone(tokens, phone), now, status],
  )
/** A message of the provider with a valid signature. */
async function reply(Body: string, more: Record<string, string> = {}) {
  const texts = {
    kind: 'twilio' as const,
    isSigned: () => true,
    send: () => Promise.reject(new Error('nothing is sent at once')),
  }
  const fields = new URLSearchParams({ MessageSid: randomUUID(), From: phone, Body, ...more })
  const done = await receiveTextWebhook({ ...deps(), texts, takeReply }, { query: '', fields, signature: '' })
  return done.ok ? done.value : done.reason
}
const isConfirmed = async (id: string) =>
  (await app.pool.query('select from guest_confirmations where reservation_id = $1', [id])).rows.length === 1
const unread = async () => (await listReplies(as())).map(({ body }) => body)

test.each(['YES', 'yes!', ' Confirm. ', '“Yes”'])(
  'the reply %j to a reminder confirms the reservation',
  async (body) => {
    const id = await book()
    await remind(id)
    expect(await reply(body)).toBe('confirmed')
    expect([await isConfirmed(id), await unread()]).toEqual([true, []])
  },
)

test('YES confirms all that the texts asked about, and none of which no text was sent or that moved since', async () => {
  const [dinner, night, later, failed, moved] = [
    await book(),
    await book(27),
    await book(24 * 21),
    await book(28),
    await book(29),
  ]
  await remind(moved)
  await remind(failed, 'failed')
  await app.pool.query(
    `update reservations set starts_at = starts_at + interval '7 days', ends_at = ends_at + interval '7 days',
       business_date = business_date + 7 where id = $1`,
    [moved],
  )
  await remind(dinner)
  await remind(night)
  expect([await reply('YES'), await reply('Yes')]).toEqual(['confirmed', 'confirmed'])
  expect(await Promise.all([dinner, night, later, failed, moved].map(isConfirmed))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(await unread()).toEqual([])
})

test('YES confirms nothing without a reminder, or after an offer: staff read it', async () => {
  const id = await book()
  expect(await reply('Yes')).toBe('stored')
  await remind(id)
  await app.pool.query(
    `with entry as (insert into waiting_entries (dinner_at, business_date, guest_name, guest_email, guest_phone, guest_count,
         consented_at) values ($1, business_day_of($1), 'Ada', 'ada@example.com', $2, 2, now()) returning id)
     insert into text_messages (waiting_entry_id, kind, status, phone_hash, sending_at)
     select id, 'waiting_offer', 'sent', $3, $4 from entry`,
    [new Date(now.getTime() + 86_400_000), phone, hashOfPhone(tokens, phone), new Date(now.getTime() + 1000)],
  )
  expect(await reply('Yes')).toBe('stored')
  expect([await isConfirmed(id), (await unread()).length]).toEqual([false, 2])
})

test('NO is answered with the link and cancels nothing, once for each message', async () => {
  const id = await book()
  await remind(id)
  const again = { MessageSid: 'SM-no' }
  expect([await reply('No', again), await reply('No', again)]).toEqual(['answered', 'answered'])
  const { rows } = await app.pool.query(
    `select r.status, t.status as text from reservations r join text_messages t on t.reservation_id = r.id
     where r.id = $1 and t.kind = 'reply_link'`,
    [id],
  )
  expect([rows, await unread()]).toEqual([[{ status: 'confirmed', text: 'queued' }], []])
})

test('STOP ends the texts, CANCEL too and is read by staff, and YES takes both back', async () => {
  const id = await book()
  await remind(id)
  expect([await reply('STOP'), await unread()]).toEqual(['opted_out', []])
  expect([await reply('Yes'), await isConfirmed(id)]).toEqual(['opted_in', false])
  expect([await reply('Cancel.'), await unread()]).toEqual(['opted_out', ['Cancel.']])
  expect(await reply('No')).toBe('stored')
})

test('other words wait for staff with the name of the guest, once, until one of them has read them', async () => {
  const id = await book()
  const sent = { MessageSid: 'SM-late' }
  expect(await reply('We are 20 minutes late', sent)).toBe('stored')
  await reply('We are 20 minutes late', sent)
  await reply('What is HELP?', { From: '+12125550188' })
  const [late, unknown, ...rest] = await listReplies(as())
  expect(late).toMatchObject({ guestName: 'Ada Obi', reservationId: id, body: 'We are 20 minutes late' })
  expect(unknown).toMatchObject({ guestName: null, reservationId: null, phone: '(212) 555-0188' })
  expect([rest, await listReplies(as('marketing'))]).toEqual([[], []])
  expect(await markReplyRead(as('marketing'), late?.id ?? '')).toMatchObject({
    reason: { why: 'not_allowed' },
  })
  expect(await markReplyRead(as(), late?.id ?? '')).toMatchObject({ ok: true })
  expect(await markReplyRead(as(), late?.id ?? '')).toMatchObject({ reason: { why: 'not_found' } })
  expect(await unread()).toEqual(['What is HELP?'])
})

test('a privacy request exports the replies of a guest, and deletes them', async () => {
  await book(-48)
  await reply('Thank you all')
  expect((await exportPerson(app, phone)).textReplies).toMatchObject([{ body: 'Thank you all' }])
  await erasePerson(deps(), phone)
  expect(await unread()).toEqual([])
})
