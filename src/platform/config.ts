import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { collectSettings } from './file-settings.ts'

const flag = z.enum(['true', 'false', '1', '0', '']).transform((text) => text === 'true' || text === '1')

const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must be 0 or more')
  .max(65_535, 'must be 65535 or less')

const MOST_PROCESSES = 64

const processes = z
  .string()
  .regex(/^(auto|[1-9]\d?)$/, 'must be auto or a number of processes')
  .transform((text) => (text === 'auto' ? availableParallelism() : Number(text)))
  .pipe(z.number().max(MOST_PROCESSES, `must be ${MOST_PROCESSES} or less`))

/** `127.0.0.1:4242`: an address of this machine and a port of it. */
const place = z
  .string()
  .regex(/^[\w.-]+:\d{1,5}$/, 'must be an address and a port, such as 127.0.0.1:4242')
  .transform((text) => {
    const [host = '', number] = text.split(':')
    return { host, port: Number(number) }
  })
  .refine((it) => it.port >= 1 && it.port <= 65_535, 'must have a port between 1 and 65535')

const settings = z.object({
  NODE_ENV: z.enum(['development', 'production']).default('production'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  ORIGIN: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://example.com' })
    .transform((text) => new URL(text).origin)
    .optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/name' })
    .optional(),
  DATABASE_PASSWORD: z.string().optional(),
  DATABASE_POOL: z.coerce.number('must be a number').int().min(1).max(200).default(10),
  DATA_DIR: z.string().min(1).default('./data'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: flag.default(false),
  PICTURES_AHEAD: flag.default(true),
  CLUSTER: processes.default(1),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  PAYMENTS: z.enum(['stripe', 'local'], 'must be stripe or local').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret or restricted key of Stripe, such as sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must be the signing secret of the webhook endpoint, such as whsec_…')
    .optional(),
  TEST_PAYMENTS_URL: z
    .url({ protocol: /^http$/, error: 'must be an address such as http://127.0.0.1:4242' })
    .optional(),
  TEST_PAYMENTS_LISTEN: place.optional(),
  OPEN_TEST_PAGES: flag.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com' })
    .optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
})

const SECRETS = new Set([
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'S3_SECRET_ACCESS_KEY',
])

type Place = { readonly host: string; readonly port: number }

export type PaymentSettings =
  | { readonly kind: 'stripe'; readonly secretKey: string; readonly webhookSecret: string }
  /** Without `providerUrl`, the server runs the test provider itself: at `listen`, or at any port that only this machine reaches. */
  | { readonly kind: 'local'; readonly providerUrl: string | null; readonly listen: Place | null }

export type MailSettings =
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string | null }
  | { readonly kind: 'local' }

export type StorageSettings =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3'
      /** Without a trailing slash. */
      readonly endpoint: string
      readonly bucket: string
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

export type Config = {
  readonly mode: 'development' | 'production'
  readonly port: number
  readonly host: string
  /** Where guests reach the site, without a trailing slash. */
  readonly origin: string
  /** Null: the server runs a PostgreSQL of its own under `dataDir`. */
  readonly databaseUrl: string | null
  readonly databasePool: number
  readonly dataDir: string
  readonly logLevel: z.infer<typeof settings>['LOG_LEVEL']
  /** Whether X-Forwarded-* headers come from a proxy of ours and may be believed. */
  readonly trustProxy: boolean
  /** Whether narrower copies of pictures are made before anybody asks for them. */
  readonly picturesAhead: boolean
  /** How many processes serve on the one port. */
  readonly processes: number
  /** Where the figures of the server can be read; null where nobody asked for them. */
  readonly metrics: { readonly port: number; readonly host: string } | null
  readonly payments: PaymentSettings
  /** Whether the outbox and the test payments answer everybody, and not this machine alone. */
  readonly openTestPages: boolean
  readonly mail: MailSettings
  readonly storage: StorageSettings
}

/** A setting nobody can run with. The message lists each mistake on a line of its own. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the settings. An empty value counts as unset, so that a copied .env.example works; NAME_FILE gives NAME by a file.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = collectSettings(env, Object.keys(settings.shape))
  const parsed = settings.safeParse(given.values)
  const mistakes = (parsed.error?.issues ?? []).map((issue) => {
    const key = issue.path.join('.')
    return `${key}=${SECRETS.has(key) ? '…' : (given.values[key] ?? '')}: ${issue.message}`
  })
  const all = [...given.mistakes, ...mistakes]
  if (!parsed.success || all.length > 0)
    throw new ConfigError(`These settings cannot be used (see .env.example):\n  ${all.join('\n  ')}`)
  const it = parsed.data
  const origin = it.ORIGIN ?? `http://localhost:${it.PORT}`
  return {
    mode: it.NODE_ENV,
    port: it.PORT,
    host: it.HOST,
    origin,
    databaseUrl: readDatabaseUrl(it),
    databasePool: it.DATABASE_POOL,
    dataDir: resolve(it.DATA_DIR),
    logLevel: it.LOG_LEVEL,
    trustProxy: it.TRUST_PROXY,
    picturesAhead: it.PICTURES_AHEAD && it.NODE_ENV === 'production',
    processes: it.CLUSTER,
    metrics: it.METRICS_PORT === undefined ? null : { port: it.METRICS_PORT, host: it.METRICS_HOST },
    payments: readPayments(it, origin),
    openTestPages: it.OPEN_TEST_PAGES,
    mail: it.SMTP_URL ? { kind: 'smtp', url: it.SMTP_URL, from: it.MAIL_FROM ?? null } : { kind: 'local' },
    storage: readStorage(it),
  }
}

/** The address of the database. A password of its own may hold any character; in the address some would end it. */
function readDatabaseUrl(it: z.infer<typeof settings>): string | null {
  const { DATABASE_URL: url, DATABASE_PASSWORD: password } = it
  if (password === undefined) return url ?? null
  if (!url)
    throw new ConfigError(
      'DATABASE_PASSWORD needs DATABASE_URL beside it, such as postgres://user@host:5432/name.',
    )
  const [, scheme = '', user, rest = ''] = /^(\w+:\/\/)(?:([^/?#]*)@)?(.*)$/s.exec(url) ?? []
  if (user?.includes(':'))
    throw new ConfigError(
      'DATABASE_URL has a password in it and DATABASE_PASSWORD is set too: keep one of the two.',
    )
  if (!user)
    throw new ConfigError(
      'DATABASE_PASSWORD needs a user in DATABASE_URL, such as postgres://user@host:5432/name.',
    )
  return `${scheme}${user}:${encodeURIComponent(password)}@${rest}`
}

function readStorage(it: z.infer<typeof settings>): StorageSettings {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = it
  const given = [S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY]
  if (given.every((value) => value === undefined)) return { kind: 'disk' }
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new ConfigError(
      'Pictures are kept in S3 where S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are all set.',
    )
  return {
    kind: 's3',
    endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
    bucket: S3_BUCKET,
    region: it.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

function readPayments(it: z.infer<typeof settings>, origin: string): PaymentSettings {
  if (it.PAYMENTS !== 'local' && it.STRIPE_SECRET_KEY) {
    if (it.STRIPE_WEBHOOK_SECRET)
      return { kind: 'stripe', secretKey: it.STRIPE_SECRET_KEY, webhookSecret: it.STRIPE_WEBHOOK_SECRET }
    throw new ConfigError(
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET beside it: the signing secret of the endpoint /payments/webhook.',
    )
  }
  if (it.PAYMENTS === 'stripe') throw new ConfigError('PAYMENTS=stripe needs STRIPE_SECRET_KEY.')
  // A guest on the open internet must never be sold a table for money that is not real by mistake.
  if (it.PAYMENTS !== 'local' && it.NODE_ENV === 'production' && isPublic(origin))
    throw new ConfigError(
      `ORIGIN=${origin} is public and no payment provider is set: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=local to take test payments only.`,
    )
  return {
    kind: 'local',
    providerUrl: it.TEST_PAYMENTS_URL ?? null,
    listen: it.TEST_PAYMENTS_LISTEN ?? null,
  }
}

/** Whether guests from anywhere can come to this address: anything but this machine itself. */
export function isPublic(origin: string): boolean {
  const { hostname } = new URL(origin)
  return !/^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** Who may use the outbox and the test payments. */
export type TestPages = 'machine' | 'everybody' | 'nobody'

/** Who may use the outbox and the test payments by these settings; null where there are neither. */
export function testPagesOf({ mail, payments, openTestPages, origin }: Config): TestPages | null {
  if (mail.kind !== 'local' && payments.kind !== 'local') return null
  if (openTestPages) return 'everybody'
  return isPublic(origin) ? 'nobody' : 'machine'
}
