import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueReminders } from '#features/reminders/due/service.ts'
import { writeReminderMail } from '#features/reminders/service.ts'
import { writeReminderText } from '#features/reminders/texts/service.ts'
import type { TextKind } from '#features/emails/text-messages/rules.ts'
import { enqueueText, recordConsent, SEND_TEXT, sendText } from '#features/emails/text-messages/service.ts'
import { TEXT_RENDERERS } from '#jobs/text-renderers.ts'
import { countSegments } from '#lib/text/segments.ts'
import { addDays, addMinutes, momentAt } from '#lib/venue-time.ts'
import { createLog } from '#platform/observability/log.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { createTwilioSender } from '#platform/text-messages/twilio.ts'
import { freePort } from '../../scripts/free-port.ts'
import { newPhone } from '../booking/booking-fixtures.ts'
import { booked, FAR_SATURDAY, FRIDAY } from '../dining/dining-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { insertDinnerEntry } from '../waiting-list/insert-entry.ts'
import { type FakeTwilio, startTwilio } from '../support/twilio.ts'

const DEADLINE_MS = 400
const tokens = createSignedTokens(randomBytes(32))

let app: TestDatabase
let twilio: FakeTwilio
beforeAll(async () => {
  app = await cloneDatabase()
  twilio = await startTwilio()
})
beforeEach(async () => {
  // The dinners of earlier tests must not fill the evening.
  await app.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'guest' where business_date = $1`,
    [FAR_SATURDAY],
  )
  twilio.taken.splice(0)
  twilio.replies.splice(0)
})

const deps = (now: Date, deadlineMs = 60_000) => ({
  db: app.db,
  now,
  tokens,
  origin: 'https://lounge.example',
  log: createLog('silent'),
  texts: createTwilioSender(twilio.account, deadlineMs),
  textRenderers: TEXT_RENDERERS,
})

/** A dinner whose guest agreed to texts; returns its id. */
async function agreed(change: Parameters<typeof booked>[1] = {}): Promise<string> {
  const id = await booked(app.db, { guestPhone: newPhone(), ...change })
  await recordConsent({ db: app.db, now: FRIDAY }, { subject: 'reservation', id, source: 'guest' })
  return id
}

/** 24 hours before a dinner at 6 PM. */
const EVE = momentAt(addDays(FAR_SATURDAY, -1), '18:00')
const NOON = momentAt(addDays(FAR_SATURDAY, -1), '12:00')

async function queued(id: string, dedupeKey = '', kind: TextKind = 'reservation_code'): Promise<string> {
  await enqueueText(app.db, id, { kind, dedupeKey })
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from text_messages where reservation_id = $1 and dedupe_key = $2',
    [id, dedupeKey],
  )
  if (!rows[0]) throw new Error('no text is queued')
  return rows[0].id
}

const stateOf = async (textId: string) =>
  (
    await app.pool.query<{ status: string; reason: string | null }>(
      'select status, reason from text_messages where id = $1',
      [textId],
    )
  ).rows[0]

const countTexts = async (id: string): Promise<number> =>
  (await app.pool.query('select from text_messages where reservation_id = $1', [id])).rows.length

describe('a text to a guest who agreed', () => {
  test('names the venue, the dinner, its code and the link, and how to stop', async () => {
    const guestPhone = newPhone()
    const id = await agreed({ guestPhone })
    const textId = await queued(id)
    await sendText(deps(NOON), textId)
    expect(await stateOf(textId)).toEqual({ status: 'sent', reason: null })
    const { rows } = await app.pool.query<{ code: string }>(
      'select entry_code as code from reservations where id = $1',
      [id],
    )
    expect(twilio.taken).toEqual([
      {
        To: guestPhone,
        From: '+19725550100',
        Body: `Baobab & Olive: Dinner, Sat, Jan 16, 6:00 PM, 2 guests. Your code ${rows[0]?.code}: https://lounge.example/my-reservation/${tokens.sign('guest', id)} Reply STOP to end texts.`,
        StatusCallback: `https://lounge.example/text-messages/webhook?text=${textId}`,
      },
    ])
    expect(countSegments(twilio.taken[0]?.['Body'] ?? '')).toBeLessThanOrEqual(2)
    // A job that runs again sends nothing.
    await sendText(deps(NOON), textId)
    expect(twilio.taken).toHaveLength(1)
  })

  test.each([
    [21211, 'invalid_number'],
    [21610, 'opted_out'],
    [30034, '30034'],
  ])('that the provider refuses with %i is not sent again', async (code, reason) => {
    const textId = await queued(await agreed())
    twilio.replies.push({ status: 400, code })
    await sendText(deps(NOON), textId)
    await sendText(deps(NOON), textId)
    expect(await stateOf(textId)).toEqual({ status: 'failed', reason })
    expect(twilio.taken).toHaveLength(1)
  })

  test('whose number is on the stop list of the provider gets no other', async () => {
    const id = await agreed()
    const first = await queued(id)
    const second = await queued(id, 'again')
    twilio.replies.push({ status: 400, code: 21610 })
    await sendText(deps(NOON), first)
    await sendText(deps(NOON), second)
    expect(await stateOf(second)).toEqual({ status: 'suppressed', reason: 'opted_out' })
    expect(twilio.taken).toHaveLength(1)
  })

  test.each([429, 500, 503])('is sent later after the answer %i', async (status) => {
    const textId = await queued(await agreed())
    twilio.replies.push({ status, code: 20429 })
    await expect(sendText(deps(NOON), textId)).rejects.toThrow('the provider refused a text')
    expect(await stateOf(textId)).toEqual({ status: 'queued', reason: null })
    await sendText(deps(NOON), textId)
    expect(await stateOf(textId)).toEqual({ status: 'sent', reason: null })
  })

  test('is sent later where the provider cannot be reached', async () => {
    const textId = await queued(await agreed())
    const texts = createTwilioSender({ ...twilio.account, apiUrl: `http://127.0.0.1:${await freePort()}` })
    await expect(sendText({ ...deps(NOON), texts }, textId)).rejects.toThrow(/no answer/)
    expect(await stateOf(textId)).toEqual({ status: 'queued', reason: null })
  })

  test.each(['hang', 'lost'] as const)(
    'is never sent twice where the answer is missing: %s',
    async (reply) => {
      const textId = await queued(await agreed())
      twilio.replies.push(reply)
      await sendText(deps(NOON, reply === 'hang' ? DEADLINE_MS : undefined), textId)
      expect(await stateOf(textId)).toEqual({ status: 'failed', reason: 'unknown' })
      await sendText(deps(NOON), textId)
      expect(twilio.taken).toHaveLength(1)
    },
  )

  test('is never sent twice where the process ended during the request', async () => {
    const textId = await queued(await agreed())
    await app.pool.query(`update text_messages set status = 'sending', sending_at = $2 where id = $1`, [
      textId,
      NOON,
    ])
    await sendText(deps(NOON), textId)
    expect(await stateOf(textId)).toEqual({ status: 'failed', reason: 'unknown' })
    expect(twilio.taken).toEqual([])
  })

  test('is the sixth of a day at most, also of texts that are sent at once', async () => {
    const id = await agreed()
    const ids: string[] = []
    for (let i = 0; i < 10; i += 1)
      // oxlint-disable-next-line no-await-in-loop -- in their order
      ids.push(await queued(id, String(i)))
    await Promise.all(ids.map((it) => sendText(deps(NOON), it)))
    expect(twilio.taken).toHaveLength(6)
    const states = await Promise.all(ids.map(stateOf))
    expect(states.filter((it) => it?.reason === 'limit')).toHaveLength(4)
    const next = await queued(id, 'next day')
    await sendText(deps(addMinutes(NOON, 24 * 60 + 1)), next)
    expect(twilio.taken).toHaveLength(7)
  })

  test('with a requested link is the third of a day at most, and takes the place of no other', async () => {
    const id = await agreed()
    const states: unknown[] = []
    for (let i = 0; i < 10; i += 1) {
      // oxlint-disable no-await-in-loop -- in their order
      const textId = await queued(id, String(i), i < 4 ? 'booking_link' : 'reservation_code')
      await sendText(deps(NOON), textId)
      states.push((await stateOf(textId))?.reason ?? 'sent')
      // oxlint-enable no-await-in-loop
    }
    expect(states).toEqual([...Array(3).fill('sent'), 'limit', ...Array(6).fill('sent')])
  })

  test('waits for the end of the quiet hours', async () => {
    const textId = await queued(await agreed())
    await sendText(deps(momentAt(addDays(FAR_SATURDAY, -3), '22:15')), textId)
    expect(await stateOf(textId)).toEqual({ status: 'queued', reason: null })
    expect(twilio.taken).toEqual([])
    const { rows } = await app.pool.query<{ runAt: Date }>(
      `select run_at as "runAt" from graphile_worker.jobs where task_identifier = $1 and key = $2`,
      [SEND_TEXT, `${SEND_TEXT}:${textId}`],
    )
    expect(rows).toEqual([{ runAt: momentAt(addDays(FAR_SATURDAY, -2), '09:00') }])
  })
})

describe('no text', () => {
  test('is queued for a guest who did not agree', async () => {
    const id = await booked(app.db, { guestPhone: newPhone() })
    await enqueueText(app.db, id, { kind: 'reservation_code' })
    expect(await countTexts(id)).toBe(0)
  })

  test('is sent to another number than the one it was agreed for', async () => {
    const id = await agreed({ guestPhone: '(972) 555-0142' })
    await app.pool.query(`update reservations set guest_phone = '+1 972 555 0142' where id = $1`, [id])
    const same = await queued(id, 'same number')
    await app.pool.query(`update reservations set guest_phone = '+1 972 555 0143' where id = $1`, [id])
    await sendText(deps(NOON), same)
    expect(await stateOf(same)).toEqual({ status: 'suppressed', reason: 'no_consent' })
    await enqueueText(app.db, id, { kind: 'reservation_code', dedupeKey: 'other number' })
    expect(await countTexts(id)).toBe(1)
    expect(twilio.taken).toEqual([])
  })

  test('is sent about a dinner that was cancelled', async () => {
    const id = await agreed()
    const textId = await queued(id)
    await app.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'guest' where id = $1`,
      [id],
    )
    await sendText(deps(NOON), textId)
    expect(await stateOf(textId)).toEqual({ status: 'suppressed', reason: 'no_longer_applies' })
  })
})

test('a reminder goes by text to guests who agreed, once', async () => {
  const id = await agreed()
  const other = await booked(app.db, { guestPhone: newPhone() })
  await enqueueReminders(deps(EVE))
  await enqueueReminders(deps(EVE))
  const { rows } = await app.pool.query<{ id: string; kind: string }>(
    'select id, kind from text_messages where reservation_id = any($1)',
    [[id, other]],
  )
  expect(rows).toMatchObject([{ kind: 'reminder' }])
  await sendText(deps(EVE), rows[0]?.id ?? '')
  const [{ Body: body = '' } = {}] = twilio.taken
  expect(body).toContain(
    `Coming? Reply YES, or tap: https://lounge.example/my-reservation/${tokens.sign('guest', id)}#coming`,
  )
  expect(countSegments(body)).toBeLessThanOrEqual(2)
  // Three hours before the dinner it is reminded of once more.
  const last = momentAt(FAR_SATURDAY, '15:00')
  await enqueueReminders(deps(addMinutes(last, -1)))
  expect(await countTexts(id)).toBe(1)
  await enqueueReminders(deps(last))
  await enqueueReminders(deps(last))
  expect(await countTexts(id)).toBe(2)
})

test('an offered dinner is reminded of once its guest has taken it', async () => {
  const id = await agreed()
  const dinnerAt = momentAt(FAR_SATURDAY, '18:00').toISOString()
  const entryId = await insertDinnerEntry(app, { dinnerAt, date: FAR_SATURDAY })
  const holdUntil = (at: Date | null) =>
    app.pool.query('update reservations set held_until = $2, waiting_entry_id = $3 where id = $1', [
      id,
      at,
      entryId,
    ])
  const queuedOf = async (): Promise<number> => {
    await enqueueReminders(deps(EVE))
    const emails = await app.pool.query(
      `select from email_queue where reservation_id = $1 and kind = 'dinner_reminder'`,
      [id],
    )
    return emails.rows.length + (await countTexts(id))
  }
  const written = async () =>
    [
      await writeReminderMail(deps(EVE), id, { kind: 'dinner_reminder', dedupeKey: FAR_SATURDAY }),
      await writeReminderText(deps(EVE), id, FAR_SATURDAY),
    ].filter((it) => it !== null).length
  await holdUntil(addMinutes(EVE, 10))
  expect([await queuedOf(), await written()]).toEqual([0, 0])
  await holdUntil(null)
  expect([await queuedOf(), await written()]).toEqual([2, 2])
})
