import { resolve } from 'node:path'
import { z } from 'zod'
import { type BackupSettings, backupSettings, readBackupSettings } from '../backup/settings.ts'
import {
  applePassTypeId,
  appleTeamId,
  bucket,
  certificate,
  databaseUrl,
  directory,
  endpoint,
  flag,
  googleIssuerId,
  hostAndPort,
  listenHost,
  oneOf,
  oneWord,
  origin as originSetting,
  port,
  privateKey,
  processes,
  region,
  replicaUrl,
  sender,
  serviceAccount,
  smtpUrl,
  stripeSecretKey,
  stripeWebhookSecret,
  testPaymentsUrl,
  trustProxy,
  twilioAccountSid,
  twilioAuthToken,
  twilioFrom,
  wholeNumber,
} from './settings/kinds.ts'
import { TRUST_NONE, type TrustProxy } from '../network/client-address.ts'
import { collectSettings } from './file-settings.ts'
import { withPassword } from './settings/database-url.ts'
import { findUnknown } from './settings/names.ts'
import { type PaymentSettings, readPayments } from './settings/payments.ts'
import {
  type CurrentSettings,
  describeRenamed,
  OLD_NAMES,
  type RenamedSetting,
  replaceOldNames,
} from './settings/renamed.ts'
import { readStorage, type StorageSettings } from './settings/storage.ts'
import { readTextMessages, type TextSettings } from './settings/text-messages.ts'
import { findClashes, findDoubtful } from './settings/together.ts'
import { findStray, showValue } from './settings/values.ts'
import { GOOGLE_WALLET_URL, readWallet, type WalletSettings } from './settings/wallet.ts'

const settings = z.object({
  NODE_ENV: oneOf(['development', 'production']).default('production'),
  PORT: port(3000).default(3000),
  HOST: listenHost.default('0.0.0.0'),
  ORIGIN: originSetting.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: replicaUrl.optional(),
  DATABASE_REPLICA_LAG: wholeNumber({ from: 1, to: 300, such: 5 }).default(5),
  DATABASE_PASSWORD: z.string().optional(),
  DATABASE_POOL_SIZE: wholeNumber({ from: 1, to: 200, such: 10 }).default(10),
  DATA_DIR: directory.default('./data'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: trustProxy.default(TRUST_NONE),
  PREGENERATE_IMAGES: flag.default(true),
  WEB_CONCURRENCY: processes.default(1),
  DRAIN_SECONDS: wholeNumber({ from: 0, to: 300, such: 5 }).optional(),
  METRICS_PORT: port(9464).optional(),
  METRICS_HOST: listenHost.default('127.0.0.1'),
  PAYMENT_PROVIDER: oneOf(['stripe', 'local']).optional(),
  STRIPE_SECRET_KEY: stripeSecretKey.optional(),
  STRIPE_WEBHOOK_SECRET: stripeWebhookSecret.optional(),
  TEST_PAYMENTS_URL: testPaymentsUrl.optional(),
  TEST_PAYMENTS_LISTEN: hostAndPort.optional(),
  OPEN_TEST_PAGES: flag.default(false),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  TWILIO_ACCOUNT_SID: twilioAccountSid.optional(),
  TWILIO_AUTH_TOKEN: twilioAuthToken.optional(),
  TWILIO_FROM: twilioFrom.optional(),
  TWILIO_API_URL: endpoint('https://api.twilio.com').default('https://api.twilio.com'),
  APPLE_PASS_TYPE_ID: applePassTypeId.optional(),
  APPLE_TEAM_ID: appleTeamId.optional(),
  APPLE_PASS_CERTIFICATE: certificate.optional(),
  APPLE_PASS_KEY: privateKey.optional(),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional(),
  APPLE_WWDR_CERTIFICATE: certificate.optional(),
  APPLE_PUSH_URL: endpoint('https://api.push.apple.com').default('https://api.push.apple.com'),
  GOOGLE_WALLET_ISSUER_ID: googleIssuerId.optional(),
  GOOGLE_WALLET_KEY: serviceAccount.optional(),
  GOOGLE_WALLET_URL: endpoint(GOOGLE_WALLET_URL).default(GOOGLE_WALLET_URL),
  S3_ENDPOINT: endpoint('https://s3.example.com').optional(),
  S3_BUCKET: bucket.optional(),
  S3_REGION: region.default('us-east-1'),
  S3_ACCESS_KEY_ID: oneWord.optional(),
  S3_SECRET_ACCESS_KEY: oneWord.optional(),
  ...backupSettings,
})

type Settings = z.infer<typeof settings>

/** Longer than a proxy's health checks need to notice: see deploy/Caddyfile. */
const PROXY_NOTICES_S = 5

export type MailSettings =
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string | null }
  | { readonly kind: 'local' }

export type Config = {
  readonly mode: 'development' | 'production'
  readonly port: number
  readonly host: string
  /** Public URL of the site, without a trailing slash. */
  readonly origin: string
  /** Null: the server runs an embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null
  /** Bypasses the pooler, for sessions that outlive a transaction. Defaults to `databaseUrl`. */
  readonly databaseDirectUrl: string | null
  /** Whether `databaseUrl` leads to a pooler that may assign each transaction another connection. */
  readonly isPooled: boolean
  readonly databasePoolSize: number
  /** Standby for reads of public pages while its lag is below the limit; null: they use the primary. */
  readonly replica: { readonly url: string; readonly maxLagMs: number } | null
  readonly dataDir: string
  readonly logLevel: Settings['LOG_LEVEL']
  /** Proxies whose X-Forwarded-* headers are trusted. */
  readonly trustProxy: TrustProxy
  /** Whether image renditions are generated before the first request for them. */
  readonly pregenerateImages: boolean
  /** Time during which requests are still served after /readyz reports 503. */
  readonly drainMs: number
  /** Number of worker processes that share the port. */
  readonly processes: number
  /** Address of the metrics endpoint; null if it is off. */
  readonly metrics: { readonly port: number; readonly host: string } | null
  readonly payments: PaymentSettings
  /** Whether outbox and test payments respond to all clients instead of only this machine. */
  readonly openTestPages: boolean
  readonly mail: MailSettings
  readonly textMessages: TextSettings
  readonly wallet: WalletSettings
  readonly storage: StorageSettings
  readonly backup: BackupSettings
  /** One line for each setting that is valid but probably a mistake. */
  readonly warnings: readonly string[]
  /** Settings given by an old name, which works for one version. */
  readonly renamed: readonly RenamedSetting[]
}

/** Invalid settings. The message has one line for each mistake. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Env = Readonly<Record<string, string | undefined>>

/** Names of all settings; docs/operating.md and .env.example list the same. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape)

/**
 * Reads and validates the settings. An empty value counts as unset, so that a copied .env.example works.
 * NAME_FILE=path reads NAME from a file.
 */
export function readConfig(env: Env): Config {
  const collected = collectSettings(env, [...SETTING_NAMES, ...OLD_NAMES])
  const current = replaceOldNames(collected.values)
  const it = parse({ ...current, mistakes: [...collected.mistakes, ...current.mistakes] })
  const site = it.ORIGIN ?? `http://localhost:${it.PORT}`
  const isOpen = it.NODE_ENV === 'production' && isPublic(site)
  const payments = readPayments(it, { site, isOpen })
  const storage = readStorage(it)
  const backup = readBackupSettings(it)
  const textMessages = readTextMessages(it)
  const wallet = readWallet(it)
  const together = [
    ...findClashes(it),
    ...[payments, storage, backup, textMessages, wallet].flatMap(mistakesOf),
  ]
  if (
    together.length > 0 ||
    typeof payments === 'string' ||
    typeof storage === 'string' ||
    typeof backup === 'string' ||
    typeof textMessages === 'string' ||
    typeof wallet === 'string'
  )
    throw new ConfigError(together.join('\n'))
  return {
    mode: it.NODE_ENV,
    port: it.PORT,
    host: it.HOST,
    origin: site,
    databaseUrl: withPasswordOf(it, it.DATABASE_URL),
    databaseDirectUrl: withPasswordOf(it, it.DATABASE_DIRECT_URL ?? it.DATABASE_URL),
    isPooled: it.DATABASE_DIRECT_URL !== undefined,
    databasePoolSize: it.DATABASE_POOL_SIZE,
    replica: readReplica(it),
    dataDir: resolve(it.DATA_DIR),
    logLevel: it.LOG_LEVEL,
    trustProxy: it.TRUST_PROXY,
    pregenerateImages: it.PREGENERATE_IMAGES && it.NODE_ENV === 'production',
    // Without a proxy nothing polls /readyz, and draining would only delay the stop.
    drainMs: (it.DRAIN_SECONDS ?? (it.TRUST_PROXY.kind === 'none' ? 0 : PROXY_NOTICES_S)) * 1000,
    processes: it.WEB_CONCURRENCY,
    metrics: it.METRICS_PORT === undefined ? null : { port: it.METRICS_PORT, host: it.METRICS_HOST },
    payments,
    openTestPages: it.OPEN_TEST_PAGES,
    mail: it.SMTP_URL ? { kind: 'smtp', url: it.SMTP_URL, from: it.MAIL_FROM ?? null } : { kind: 'local' },
    textMessages,
    wallet,
    storage,
    backup,
    warnings: [
      ...current.renamed.map(describeRenamed),
      ...findUnknown(env, SETTING_NAMES),
      ...findDoubtful(it, { env, site, isOpen }),
    ],
    renamed: current.renamed,
  }
}

/** Only a password may contain spaces at its ends, quotation marks or control characters. */
const VERBATIM = 'DATABASE_PASSWORD'

function parse({ values, renamed, mistakes: earlier }: CurrentSettings): Settings {
  const given = Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = values[name] ?? ''
      const clean = name === VERBATIM ? value : value.trim()
      return clean === '' ? [] : [[name, clean]]
    }),
  )
  const stray = Object.entries(given).flatMap(([name, value]) => {
    const message = name === VERBATIM ? null : findStray(value)
    return message === null ? [] : [{ name, message }]
  })
  const parsed = settings.safeParse(given)
  const malformed = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    name: path.join('.'),
    message,
  }))
  const named = new Set(stray.map(({ name }) => name))
  const nameInEnv = (name: string): string =>
    renamed.find(({ renamedTo }) => renamedTo === name)?.setting ?? name
  const mistakes = [...stray, ...malformed.filter(({ name }) => !named.has(name))]
  const lines = mistakes.map(
    ({ name, message }) => `${nameInEnv(name)}=${showValue(name, given[name] ?? '')}: ${message}`,
  )
  if (parsed.success && lines.length === 0 && earlier.length === 0) return parsed.data
  throw new ConfigError([...earlier, ...lines].join('\n'))
}

const withPasswordOf = (it: Settings, url: string | undefined): string | null =>
  url === undefined
    ? null
    : it.DATABASE_PASSWORD === undefined
      ? url
      : withPassword(url, it.DATABASE_PASSWORD)

function readReplica(it: Settings): Config['replica'] {
  const url = withPasswordOf(it, it.DATABASE_REPLICA_URL)
  return url === null ? null : { url, maxLagMs: it.DATABASE_REPLICA_LAG * 1000 }
}

const mistakesOf = (read: object | string): string[] => (typeof read === 'string' ? [read] : [])

/** Whether the address is reachable from other machines. */
export function isPublic(origin: string): boolean {
  const { hostname } = new URL(origin)
  return !/^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** Clients that may use the outbox and the test payments. */
export type TestPages = 'machine' | 'everybody' | 'nobody'

/** Clients that may use the outbox and the test payments; null if neither is enabled. */
export function testPagesOf({ mail, payments, openTestPages, origin }: Config): TestPages | null {
  if (mail.kind !== 'local' && payments.kind !== 'local') return null
  if (openTestPages) return 'everybody'
  return isPublic(origin) ? 'nobody' : 'machine'
}
