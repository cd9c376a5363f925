import { beforeAll, describe, expect, test } from 'vitest'
import { addMinutes } from '#lib/venue-time.ts'
import { SIGN_UP_FORM } from '#features/guest-lists/sign-ups/schema.ts'
import { NIGHT_WAITING_FORM } from '#features/waiting-list/joining/schema.ts'
import { loadSigningKey, createSignedTokens } from '#platform/security/signed-tokens.ts'
import { signatureOf } from '#platform/text-messages/twilio.ts'
import { issueFormToken } from '#forms/form-token.ts'
import { newPhone } from '../booking/booking-fixtures.ts'
import { makeGuestList } from '../guest-lists/listed-nights.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { createShiftedClock, lastNoon } from '../support/shifted-clock.ts'
import { type FakeTwilio, startTwilio, twilioSettings } from '../support/twilio.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { makeSoldOutNight } from '../waiting-list/sold-out-nights.ts'

/* Forms of guests, and webhooks of the text message provider, at a server that sends its texts over HTTP. */

let database: TestDatabase
let app: RunningApp
let twilio: FakeTwilio
let formToken: (form: string) => string
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  twilio = await startTwilio()
  const noon = lastNoon(new Date())
  const clock = await createShiftedClock(noon)
  app = await startApp({
    env: {
      DATABASE_URL: database.url,
      LOG_LEVEL: 'trace',
      TRUST_PROXY: 'true',
      ...twilioSettings(twilio),
      ...clock.env,
    },
  })
  const tokens = createSignedTokens(await loadSigningKey(database.db))
  formToken = (form) => issueFormToken({ tokens, now: addMinutes(noon, -1) }, form)
})

let visitors = 0
function post(path: string, fields: Record<string, string>): Promise<Response> {
  visitors += 1
  return app.get(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': `10.0.1.${visitors}`,
    },
    body: new URLSearchParams(fields).toString(),
  })
}

const isPhone = (phone: string) => (it: Record<string, string>) => it['To'] === phone

/** Puts a guest on a list of tonight; returns their number. */
async function signUp(change: Record<string, string> = {}): Promise<string> {
  const list = await makeGuestList(database)
  const phone = newPhone()
  const response = await post(`/lists/${list.code}`, {
    name: 'Ama Mensah',
    guests: '2',
    phone,
    email: '',
    consent: 'yes',
    ...change,
    formToken: formToken(SIGN_UP_FORM.name),
    topic: '',
  })
  expect(response.headers.get('location')).toMatch(/^\/list-entry\//)
  return phone
}

async function takenBy(phone: string): Promise<Record<string, string>> {
  await waitFor(() => twilio.taken.some(isPhone(phone)))
  return twilio.taken.find(isPhone(phone)) ?? {}
}

const textOf = async (statusCallback: string) =>
  (
    await database.pool.query<{ status: string; reason: string | null }>(
      'select status, reason from text_messages where id = $1',
      [new URL(statusCallback).searchParams.get('text')],
    )
  ).rows[0]

/** A message of the provider, signed with a token. */
function report(url: string, fields: Record<string, string>, token = twilio.account.authToken) {
  const body = new URLSearchParams(fields)
  return fetch(url, {
    method: 'POST',
    headers: { 'X-Twilio-Signature': signatureOf(token, url, body) },
    body,
  })
}

describe('a guest of a list', () => {
  test('without email gets the code by text, and its delivery is recorded', async () => {
    const phone = await signUp({ texts: 'on' })
    const { Body, StatusCallback = '' } = await takenBy(phone)
    expect(Body).toMatch(
      /^Baobab & Olive: You are on the list for Highlife Saturday, .* Your code [A-Z0-9]{8}: http:\/\/localhost:\d+\/list-entry\/[\w-]{43} Reply STOP to end texts\.$/,
    )
    const link = /http\S+/.exec(Body ?? '')?.[0] ?? ''
    expect((await fetch(link)).status).toBe(200)
    const sent = { MessageSid: 'SM1', To: phone, MessageStatus: 'sent' }
    expect((await report(StatusCallback, sent)).status).toBe(200)
    await waitFor(async () => (await textOf(StatusCallback))?.status === 'sent')
    expect((await report(StatusCallback, { ...sent, MessageStatus: 'delivered' })).status).toBe(200)
    expect(await textOf(StatusCallback)).toEqual({ status: 'delivered', reason: null })
    // Reports may arrive in another order.
    await report(StatusCallback, { ...sent, MessageStatus: 'undelivered', ErrorCode: '30007' })
    expect(await textOf(StatusCallback)).toEqual({ status: 'delivered', reason: null })
    const forged = await report(StatusCallback, { ...sent, MessageStatus: 'failed' }, 'c'.repeat(32))
    expect(forged.status).toBe(403)
    const unsigned = await fetch(StatusCallback, { method: 'POST', body: new URLSearchParams(sent) })
    expect(unsigned.status).toBe(403)
  })

  test('who leaves the box empty, or has an email address, gets none', async () => {
    const email = 'ama@example.com'
    const phones = [await signUp(), await signUp({ texts: 'on', email })]
    await takenBy(await signUp({ texts: 'on' }))
    expect(twilio.taken.filter((it) => phones.some((phone) => isPhone(phone)(it)))).toEqual([])
  })

  test('who answered STOP gets none until START', async () => {
    const url = `${app.origin}/text-messages/webhook`
    const phone = newPhone()
    const reply = (Body: string) => report(url, { MessageSid: 'SM2', From: phone, Body })
    expect((await reply('Stop')).headers.get('content-type')).toContain('text/xml')
    await signUp({ phone, texts: 'on' })
    const { rows } = await database.pool.query('select from text_opt_outs')
    expect(rows).toHaveLength(1)
    await waitFor(async () => {
      const last = await database.pool.query(`select from text_messages where reason = 'opted_out'`)
      return last.rows.length === 1
    })
    expect(twilio.taken.some(isPhone(phone))).toBe(false)
    await reply('START')
    await signUp({ phone, texts: 'on' })
    await takenBy(phone)
  })
})

test('the form of a waiting list records the consent of guests who tick the box', async () => {
  const night = await makeSoldOutNight(database, { title: 'Full night' })
  const join = (texts: string, email: string) =>
    post(`/waiting-list?event=${night.slug}`, {
      name: 'Efua Sarpong',
      guests: '2',
      zone: '',
      email,
      phone: newPhone(),
      ...(texts === '' ? {} : { texts }),
      consent: 'yes',
      formToken: formToken(NIGHT_WAITING_FORM.name),
      topic: '',
    })
  for (const texts of ['', 'on'])
    // oxlint-disable-next-line no-await-in-loop -- one guest after the other
    expect((await join(texts, `efua${texts}@example.com`)).headers.get('location')).toMatch(/^\/waiting\//)
  expect((await join('yes', 'odd@example.com')).status).toBe(422)
  const { rows } = await database.pool.query(
    'select source from text_consents where waiting_entry_id is not null',
  )
  expect(rows).toEqual([{ source: 'guest' }])
})

test('the log names no number and no token', () => {
  expect(twilio.taken.length).toBeGreaterThan(2)
  const log = app.output()
  for (const { To = '' } of twilio.taken) expect(log).not.toContain(To.slice(2))
  expect(log).not.toContain(twilio.account.authToken)
  expect(log).toContain('"event":"texts.sent"')
  expect(log).toContain('"event":"texts.webhook_rejected"')
})
