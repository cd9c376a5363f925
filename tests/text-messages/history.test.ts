import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { sendMail } from '#features/emails/service.ts'
import { enqueueText, recordConsent, sendText } from '#features/emails/text-messages/service.ts'
import { receiveTextWebhook } from '#features/emails/text-webhook/service.ts'
import { erasePerson, exportPerson } from '#features/guests/privacy/service.ts'
import { takeReply } from '#features/reminders/replies/service.ts'
import { findReservationDetails } from '#features/reservation-management/list/service.ts'
import { EMAIL_RENDERERS } from '#jobs/email-renderers.ts'
import { TEXT_RENDERERS } from '#jobs/text-renderers.ts'
import { addDays, momentAt } from '#lib/venue-time.ts'
import { MailError, type Mailer } from '#platform/mail/mail.ts'
import { createLog } from '#platform/observability/log.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { createTwilioSender, signatureOf } from '#platform/text-messages/twilio.ts'
import { newPhone } from '../booking/booking-fixtures.ts'
import { booked, FAR_SATURDAY, FRIDAY } from '../dining/dining-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type FakeTwilio, startTwilio } from '../support/twilio.ts'

const ORIGIN = 'https://lounge.example'
const NOON = momentAt(addDays(FAR_SATURDAY, -1), '12:00')
const tokens = createSignedTokens(randomBytes(32))

let app: TestDatabase
let twilio: FakeTwilio
beforeAll(async () => {
  app = await cloneDatabase()
  twilio = await startTwilio()
})

const deps = () => ({
  db: app.db,
  now: NOON,
  tokens,
  origin: ORIGIN,
  log: createLog('silent'),
  texts: createTwilioSender(twilio.account),
  textRenderers: TEXT_RENDERERS,
  renderers: EMAIL_RENDERERS,
})

/** A dinner whose guest agreed to texts. */
async function agreed() {
  const guest = { guestPhone: newPhone(), guestEmail: `${randomUUID()}@example.com` }
  const id = await booked(app.db, guest)
  await recordConsent({ db: app.db, now: FRIDAY }, { subject: 'reservation', id, source: 'guest' })
  return { id, ...guest }
}

/** Enqueues and sends the code once more; returns the id of the text. */
async function text(id: string): Promise<string> {
  const dedupeKey = randomUUID()
  await enqueueText(app.db, id, { kind: 'reservation_code', dedupeKey })
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from text_messages where dedupe_key = $1',
    [dedupeKey],
  )
  const textId = rows[0]?.id ?? ''
  await sendText(deps(), textId)
  return textId
}

const mailer = (send: Mailer['send']): Mailer => ({ kind: 'smtp', send, close: async () => {} })

async function receive(query: string, fields: Record<string, string>): Promise<void> {
  const params = new URLSearchParams(fields)
  const signature = signatureOf(twilio.account.authToken, `${ORIGIN}/text-messages/webhook${query}`, params)
  expect(
    await receiveTextWebhook({ ...deps(), takeReply }, { query, fields: params, signature }),
  ).toMatchObject({ ok: true })
}

async function emailOf(id: string): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `select id from email_queue where reservation_id = $1 and kind not like '%\\_notice'`,
    [id],
  )
  return rows[0]?.id ?? ''
}

const historyOf = async (id: string) =>
  (await findReservationDetails({ ...deps(), actor: { role: 'host' } }, id))?.messages

test('staff read which texts and emails reached a guest, and the answer STOP', async () => {
  const { id, guestPhone } = await agreed()
  expect(await historyOf(id)).toMatchObject({
    messages: [{ channel: 'email', kind: 'dinner_received', state: 'waiting' }],
    texts: { consent: { source: 'guest', consentedAt: FRIDAY.toISOString() }, stoppedAt: null },
  })
  await sendMail({ ...deps(), mailer: mailer(async () => {}) }, await emailOf(id))
  await text(id)
  await receive(`?text=${await text(id)}`, { MessageStatus: 'delivered' })
  await receive(`?text=${await text(id)}`, { MessageStatus: 'undelivered', ErrorCode: '30003' })
  await receive('', { From: guestPhone, Body: 'STOP' })
  await text(id)
  const history = await historyOf(id)
  expect(history?.texts).toMatchObject({ stoppedAt: NOON.toISOString() })
  const shown = history?.messages.map(({ channel, state, reason }) => [channel, state, reason])
  expect(shown).toHaveLength(5)
  expect(shown).toEqual(
    expect.arrayContaining([
      ['text', 'sent', null],
      ['text', 'delivered', null],
      ['text', 'failed', '30003'],
      ['text', 'not_sent', 'opted_out'],
      ['email', 'sent', null],
    ]),
  )
})

test('an address that the mail server refuses is shown as failed', async () => {
  const { id } = await agreed()
  const refusing = mailer(() =>
    Promise.reject(new MailError('no such mailbox', { code: 'EENVELOPE', undeliverable: true })),
  )
  await sendMail({ ...deps(), mailer: refusing }, await emailOf(id))
  expect((await historyOf(id))?.messages).toMatchObject([{ state: 'failed', reason: 'refused' }])
})

test('an email that no longer applies is shown as not sent', async () => {
  const { id } = await agreed()
  const emailId = await emailOf(id)
  await app.pool.query(`update reservations set guest_email = 'gone@guest.invalid' where id = $1`, [id])
  await sendMail({ ...deps(), mailer: mailer(() => Promise.reject(new Error('sent'))) }, emailId)
  expect((await historyOf(id))?.messages).toMatchObject([{ state: 'not_sent', reason: 'no_longer_applies' }])
})

test('an email whose job is over is not waiting: withheld without a mark, or given up', async () => {
  const { id } = await agreed()
  const key = `send_mail:${await emailOf(id)}`
  await app.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
    key,
  ])
  expect((await historyOf(id))?.messages).toMatchObject([{ state: 'failed', reason: null }])
  await app.pool.query('delete from graphile_worker._private_jobs where key = $1', [key])
  expect((await historyOf(id))?.messages).toMatchObject([{ state: 'not_sent', reason: null }])
})

test('a privacy request exports the texts of a guest, and erases them with the reservation', async () => {
  const { id, guestEmail } = await agreed()
  await text(id)
  // The number is corrected to none afterwards: its hash must not outlive the guest's data.
  await app.pool.query(`update reservations set guest_phone = null where id = $1`, [id])
  const other = await agreed()
  await text(other.id)
  const exported = await exportPerson(deps(), guestEmail)
  expect(exported.messages).toMatchObject([
    { channel: 'text', kind: 'reservation_code', state: 'sent' },
    { channel: 'email', kind: 'dinner_received' },
  ])
  await erasePerson(deps(), guestEmail)
  const count = async (of: string) =>
    (await app.pool.query('select from text_messages where reservation_id = $1', [of])).rows.length
  expect(await count(id)).toBe(1)
  const after = { ...deps(), now: momentAt(addDays(FAR_SATURDAY, 2), '12:00') }
  expect((await erasePerson(after, guestEmail)).erased.reservations).toBe(1)
  expect([await count(id), await count(other.id)]).toEqual([0, 1])
  expect((await exportPerson(after, guestEmail)).messages).toEqual([])
  const consents = await app.pool.query('select reservation_id from text_consents')
  expect(consents.rows).toContainEqual({ reservation_id: other.id })
  expect(consents.rows).not.toContainEqual({ reservation_id: id })
})
