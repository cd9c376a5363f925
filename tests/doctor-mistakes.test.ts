import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../scripts/free-port.ts'
import { runChecks } from '../src/cli/doctor-checks.ts'
import type { CheckResult } from '#platform/doctor/check-result.ts'
import {
  LOCAL_SECRET_KEY,
  type StripeEmulator,
  startStripeEmulator,
} from '#platform/payments-gateways/stripe-emulator/server.ts'
import { WEBHOOK_EVENTS } from '#platform/payments-gateways/stripe-events.ts'
import { cloneDatabase } from './support/database.ts'
import {
  closeTakenPorts,
  DATABASES,
  MACHINES,
  type MachineMistake,
  takenPort,
} from './support/machine-mistakes.ts'
import { type MailSink, openMailSink } from './support/mail-sink.ts'
import { type S3Emulator, startS3Emulator } from './support/s3-emulator.ts'
import { startTwilio } from './support/twilio.ts'
import { DOUBTFUL } from './support/doubtful-settings.ts'
import { REFUSED } from './support/setting-mistakes.ts'

let directory: string
let provider: StripeEmulator
let sink: MailSink
let bucket: S3Emulator
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lounge-doctor-'))
  provider = await startStripeEmulator({
    publicUrl: 'http://x',
    webhookUrl: 'http://x',
    webhookSecret: 'whsec_x',
  })
  sink = await openMailSink({ authOptional: false, allowInsecureAuth: true, onAuth: refuseAll })
  bucket = await startS3Emulator('lounge')
})
afterAll(async () => {
  closeTakenPorts()
  await Promise.all([provider.close(), sink.close(), bucket.close()])
  await rm(directory, { recursive: true, force: true })
})

const refuseAll = (_auth: unknown, _session: unknown, done: (error: Error) => void): void =>
  done(new Error('wrong password'))

async function look(env: Readonly<Record<string, string>>): Promise<CheckResult[]> {
  const port = String(await freePort())
  const api = { protocol: 'http' as const, host: '127.0.0.1', port: provider.port }
  return runChecks({ DATA_DIR: join(directory, 'data'), PORT: port, ...env }, { provider: api })
}

/** All failed checks as one text. */
const failuresOf = (results: readonly CheckResult[]): string =>
  results
    .filter(({ status }) => status !== 'ok')
    .map(({ what, message }) => `${what}: ${message}`)
    .join('\n')

const TEXTS = {
  TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'b'.repeat(32),
  TWILIO_FROM: '+19725550100',
}
const S3 = { S3_BUCKET: 'lounge', S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_51HxAbCdEfGhIjKlMn',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123',
}

/** Configuration mistakes that show only when the setting is used. */
const USED: readonly MachineMistake[] = [
  {
    what: 'a key that Stripe does not know',
    env: async () => STRIPE,
    message: /^Provider: Stripe refuses \(.*Invalid API Key/m,
  },
  {
    what: 'a mail server that does not answer',
    env: async () => ({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }),
    message: /^Mail: 127.0.0.1:\d+ does not take us \(.*ECONNREFUSED/m,
  },
  {
    what: 'a password that the mail server refuses',
    env: async () => ({ SMTP_URL: `smtp://me:hunter2@127.0.0.1:${sink.port}?requireTLS=false` }),
    message: /^Mail: 127.0.0.1:\d+ does not take us \(Invalid login/m,
  },
  {
    what: 'a provider of texts that does not answer',
    env: async () => ({ ...TEXTS, TWILIO_API_URL: `http://127.0.0.1:${await freePort()}` }),
    message: /^Text messages: Twilio cannot be reached \(.*ECONNREFUSED/m,
  },
  {
    what: 'a token that the provider of texts refuses',
    env: async () => ({
      ...TEXTS,
      TWILIO_AUTH_TOKEN: 'c'.repeat(32),
      TWILIO_API_URL: (await startTwilio()).account.apiUrl,
    }),
    message: /^Text messages: Twilio refuses the keys \(401\)/m,
  },
  {
    what: 'a bucket that does not answer',
    env: async () => ({ ...S3, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` }),
    message:
      /^Storage: http:\/\/127.0.0.1:\d+\/lounge cannot be used \(the bucket does not answer: .*ECONNREFUSED/m,
  },
  {
    what: 'a bucket that is not there',
    env: async () => ({ ...S3, S3_BUCKET: 'none-such', S3_ENDPOINT: bucket.endpoint }),
    message: /^Storage: .*none-such cannot be used \(the bucket answered 404/m,
  },
  {
    what: 'a key that the bucket refuses',
    env: async () => ({
      ...S3,
      S3_ACCESS_KEY_ID: 'unknown',
      S3_ENDPOINT: bucket.endpoint,
    }),
    message: /^Storage: .*lounge cannot be used \(the bucket answered 403/m,
  },
  {
    what: 'pictures left on the disk when a bucket was set',
    env: async () => ({
      ...S3,
      S3_ENDPOINT: bucket.endpoint,
      DATABASE_URL: (await cloneDatabase()).url,
    }),
    message: /^Pictures: 30 of 30 cannot be read from bucket lounge \(.* is not there\)/m,
  },
  {
    what: 'a replica that is none',
    async env() {
      const { url } = await cloneDatabase()
      return { DATABASE_URL: url, DATABASE_REPLICA_URL: url }
    },
    message: /^Replica: DATABASE_REPLICA_URL: .* is no standby/m,
  },
  {
    what: 'a port that is taken',
    env: async () => ({ PORT: String(await takenPort()) }),
    message: /^Ports: PORT=\d+: is already in use/m,
  },
  {
    what: 'a port of the metrics that is taken',
    env: async () => ({ METRICS_PORT: String(await takenPort('127.0.0.1')) }),
    message: /^Ports: METRICS_PORT=\d+: is already in use/m,
  },
  {
    what: 'an address of another machine',
    env: async () => ({ HOST: '203.0.113.7' }),
    message: /^Ports: HOST=203.0.113.7: is no address of this machine/m,
  },
  {
    what: 'test payments on a public address',
    env: async () => ({ ORIGIN: 'https://lounge.example', PAYMENT_PROVIDER: 'local' }),
    message: /^Payments: test payments on a public address/m,
  },
  {
    what: 'no mail server on a public address',
    env: async () => ({ ORIGIN: 'https://lounge.example', PAYMENT_PROVIDER: 'local' }),
    message: /^Mail: no email is sent/m,
  },
]

const byItself: readonly MachineMistake[] = [...REFUSED, ...DOUBTFUL].map(({ what, env, message }) => ({
  what,
  message,
  env: async () => env,
}))
const withoutStart = ({ source }: RegExp): RegExp => new RegExp(source.replace(/^\^/, ''), 'm')

describe('the doctor names every mistake', () => {
  test.each([...byItself, ...DATABASES, ...MACHINES, ...USED])('$what', async ({ env, message }) => {
    const trouble = failuresOf(await look(await env(directory)))
    expect(trouble).toMatch(USED.some((it) => it.message === message) ? message : withoutStart(message))
    expect(trouble).not.toMatch(/hunter2|could not be checked/)
  })
})

describe('the webhook endpoint of the payment provider', () => {
  const OPEN = {
    ORIGIN: 'https://lounge.example',
    STRIPE_SECRET_KEY: LOCAL_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: STRIPE.STRIPE_WEBHOOK_SECRET,
  }
  const webhookUrl = 'https://lounge.example/payments/webhook'
  const lookAt = async (env: Readonly<Record<string, string>> = OPEN): Promise<CheckResult | undefined> =>
    (await look(env)).find(({ what }) => what === 'Webhooks')

  test('is missing where the account has none at the public address', async () => {
    provider.pointAt({ webhookUrl: 'https://old.example/payments/webhook', webhookEvents: WEBHOOK_EVENTS })
    expect(await lookAt()).toMatchObject({
      status: 'fail',
      message: `Stripe has no endpoint ${webhookUrl}, but https://old.example/payments/webhook`,
    })
  })

  test('is not subscribed to everything: what is missing is named', async () => {
    provider.pointAt({
      webhookUrl,
      webhookEvents: WEBHOOK_EVENTS.filter((it) => !/refund\.failed|dispute\.updated/.test(it)),
    })
    expect(await lookAt()).toMatchObject({
      status: 'fail',
      message: `the endpoint ${webhookUrl} is not subscribed to refund.failed, charge.dispute.updated`,
    })
  })

  test.each([
    ['every event that is needed', WEBHOOK_EVENTS],
    ['all events', ['*']],
  ])('passes when it is subscribed to %s', async (_title, webhookEvents) => {
    provider.pointAt({ webhookUrl, webhookEvents })
    expect(await lookAt()).toMatchObject({ status: 'ok', message: expect.stringContaining(webhookUrl) })
  })

  test('is not compared with test payments, or where Stripe cannot reach the server', async () => {
    expect(await lookAt({})).toMatchObject({ status: 'ok', message: expect.stringContaining('not compared') })
    expect(await lookAt({ ...OPEN, ORIGIN: 'http://localhost:3000' })).toMatchObject({
      status: 'ok',
      message: 'Stripe cannot reach http://localhost:3000: not compared',
    })
  })
})

test('a test email goes to the address that was given', async () => {
  const open = await openMailSink()
  const env = { SMTP_URL: `smtp://127.0.0.1:${open.port}`, MAIL_FROM: 'Lounge <hello@example.com>' }
  const port = String(await freePort())
  const results = await runChecks(
    { DATA_DIR: join(directory, 'data'), PORT: port, ...env },
    { mailTo: 'me@example.com' },
  )
  expect(results.find(({ what }) => what === 'Mail')).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('took a test email to me@example.com'),
  })
  expect(open.taken).toEqual([expect.objectContaining({ to: ['me@example.com'] })])
  await open.close()
})

test('a check that times out or throws gets a line of its own', async () => {
  const { runCheck } = await import('#platform/doctor/check.ts')
  const [late] = await runCheck('Slow', 20, () => new Promise(() => undefined))
  expect(late).toMatchObject({
    what: 'Slow',
    status: 'fail',
    message: 'could not be checked (no answer within 0.02 s)',
  })
  const [broken] = await runCheck('Broken', 1000, async () =>
    Promise.reject(new TypeError('x is not a function')),
  )
  expect(broken).toMatchObject({ status: 'fail', message: 'could not be checked (x is not a function)' })
})

test('nothing is changed: no row, no object, no job', async () => {
  const { url, pool } = await cloneDatabase()
  const count = `select (select count(*)::int from schema_migrations) as migrations, (select count(*)::int from venue) as venues`
  const before = (await pool.query(count)).rows
  const results = await look({ DATABASE_URL: url, ...S3, S3_ENDPOINT: bucket.endpoint })
  expect(results.find(({ what }) => what === 'Writing')?.status).toBe('ok')
  expect(results.find(({ what }) => what === 'Storage')?.status).toBe('ok')
  expect((await pool.query(count)).rows).toEqual(before)
})
