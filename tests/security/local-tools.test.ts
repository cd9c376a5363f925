import { networkInterfaces } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOutboxMailer } from '#platform/mail/mail-outbox.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { sendRaw } from './raw-request.ts'

/* The outbox and the test payments respond only to the machine that the server runs on. */

const elsewhere = Object.values(networkInterfaces())
  .flatMap((it) => it ?? [])
  .find((it) => it.family === 'IPv4' && !it.internal)?.address

const EMAIL = 'an invitation to the staff area'
const TOOLS = ['/outbox', '/outbox/email@localhost', '/test-payment/pay/cs_test_x', '/%6futbox']

/** A server with one email in its outbox. */
async function start(env: Readonly<Record<string, string>>): Promise<RunningApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lounge-tools-'))
  const database = await cloneDatabase(TODAY_TEMPLATE)
  const mailer = createOutboxMailer({ directory: join(dataDir, 'outbox'), from: 'venue@example.com' })
  await mailer.send({
    to: 'new@example.com',
    subject: EMAIL,
    html: EMAIL,
    text: EMAIL,
    messageId: 'email@localhost',
  })
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
  return startApp({
    env: { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env },
  })
}
const cleanUp: (() => Promise<void>)[] = []

type From = { readonly origin?: string; readonly headers?: Record<string, string> }
const read = (app: RunningApp, path: string, { origin = app.origin, headers = {} }: From = {}) =>
  sendRaw(origin, { method: 'GET', path, headers })

/** The test pages that a client can read: the URLs that showed an email or a test payment. */
async function shown(app: RunningApp, from: From = {}): Promise<string[]> {
  const seen = await Promise.all(
    TOOLS.map(async (path) => {
      const { text } = await read(app, path, from)
      return text.includes(EMAIL) ||
        /Test payment: no real money|This payment does not exist|no such payment/i.test(text)
        ? [path]
        : []
    }),
  )
  return seen.flat()
}

const otherMachine = (app: RunningApp): From => ({
  origin: `http://${elsewhere}:${new URL(app.origin).port}`,
  headers: { Host: new URL(app.origin).host },
})

describe('the outbox and the test payments', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await start({})
    return () => Promise.all(cleanUp.map((tidy) => tidy()))
  })

  test('are shown to the machine itself', async () => {
    expect(await shown(app)).toEqual(
      expect.arrayContaining(['/outbox', '/outbox/email@localhost', '/test-payment/pay/cs_test_x']),
    )
  })

  test.skipIf(!elsewhere)('are shown to no other machine, whatever headers it sends', async () => {
    const from = otherMachine(app)
    expect(await shown(app, from)).toEqual([])
    for (const headers of [
      { 'X-Forwarded-For': '127.0.0.1' },
      { 'X-Real-IP': '127.0.0.1' },
      { Forwarded: 'for=127.0.0.1' },
      { Host: '127.0.0.1' },
    ])
      // oxlint-disable-next-line no-await-in-loop
      expect(await shown(app, { ...from, headers: { ...from.headers, ...headers } })).toEqual([])
    const paying = await sendRaw(from.origin ?? '', {
      method: 'POST',
      path: '/test-payment/pay/cs_test_x',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'outcome=approve',
    })
    expect(paying.status).toBe(403)
  })

  test.skipIf(!elsewhere)('tell another machine how to open them', async () => {
    for (const path of ['/outbox', '/test-payment/pay/cs_test_x']) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, text } = await read(app, path, otherMachine(app))
      expect(status).toBe(403)
      expect(text).toContain('OPEN_TEST_PAGES=true')
      expect(text).toContain('ssh -L')
    }
    expect(app.output()).toContain('OPEN_TEST_PAGES=true')
  })

  test('are not shown through an unconfigured proxy on the same machine', async () => {
    for (const headers of [
      { 'X-Forwarded-For': '203.0.113.9' },
      { 'X-Real-IP': '203.0.113.9' },
      { Forwarded: 'for=203.0.113.9' },
      { Via: '1.1 proxy' },
      { 'CF-Connecting-IP': '203.0.113.9' },
      { 'X-Forwarded-Host': 'venue.example' },
    ])
      // oxlint-disable-next-line no-await-in-loop
      expect(await shown(app, { headers }), JSON.stringify(headers)).toEqual([])
  })

  test('are not shown to a page of another site that calls itself by a name for this machine', async () => {
    const { port } = new URL(app.origin)
    expect(await shown(app, { headers: { Host: `evil.example:${port}` } })).toEqual([])
  })
})

test('behind a trusted proxy it is the guest who counts, not the proxy', async () => {
  const app = await start({ TRUST_PROXY: 'true' })
  expect(await shown(app, { headers: { 'X-Forwarded-For': '203.0.113.9' } })).toEqual([])
  expect(await shown(app, { headers: { 'X-Forwarded-For': '127.0.0.1, 203.0.113.9' } })).toEqual([])
  expect(await shown(app, { headers: { 'X-Forwarded-For': '203.0.113.9, 127.0.0.1' } })).toContain('/outbox')
  expect(await shown(app)).toContain('/outbox')
})

test('on a public address they are closed to all clients, a proxy without forwarding headers included', async () => {
  const app = await start({ ORIGIN: 'https://lounge.example', PAYMENT_PROVIDER: 'local' })
  expect(await shown(app)).toEqual([])
})

test.skipIf(!elsewhere)('a setting opens them to all clients', async () => {
  const app = await start({ OPEN_TEST_PAGES: 'true' })
  expect(await shown(app, otherMachine(app))).toEqual(
    expect.arrayContaining(['/outbox', '/test-payment/pay/cs_test_x']),
  )
})
