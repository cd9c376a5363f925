import { readDatabaseUrl } from './database-url.ts'
import { showValue } from './values.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Settings that are checked against each other. */
type Settings = {
  readonly PORT: number
  readonly METRICS_PORT?: number | undefined
  readonly TEST_PAYMENTS_LISTEN?: { readonly host: string; readonly port: number } | undefined
  readonly DATABASE_URL?: string | undefined
  readonly DATABASE_DIRECT_URL?: string | undefined
  readonly DATABASE_REPLICA_URL?: string | undefined
  readonly DATABASE_PASSWORD?: string | undefined
  readonly PAYMENT_PROVIDER?: 'stripe' | 'local' | undefined
  readonly STRIPE_SECRET_KEY?: string | undefined
  readonly STRIPE_WEBHOOK_SECRET?: string | undefined
  readonly MAIL_FROM?: string | undefined
  readonly SMTP_URL?: string | undefined
}

/** Errors for settings that are valid alone but not together. */
export function findClashes(it: Settings): string[] {
  const { PORT, METRICS_PORT, TEST_PAYMENTS_LISTEN: test } = it
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_REPLICA_URL } = it
  const clashes: string[] = []
  if (METRICS_PORT !== undefined && METRICS_PORT !== 0 && METRICS_PORT === PORT)
    clashes.push(`METRICS_PORT=${METRICS_PORT}: is PORT too; must be another port, such as 9464`)
  if (test && (test.port === PORT || test.port === METRICS_PORT))
    clashes.push(
      `TEST_PAYMENTS_LISTEN=${test.host}:${test.port}: is PORT or METRICS_PORT too; must be another port`,
    )
  for (const [name, url] of Object.entries({ DATABASE_DIRECT_URL, DATABASE_REPLICA_URL }))
    if (url && !DATABASE_URL) clashes.push(`${name}=${showValue(name, url)}: needs DATABASE_URL beside it`)
  return [...clashes, ...findPasswordClashes(it)]
}

/** DATABASE_PASSWORD is inserted into each URL that has a user but no password. */
function findPasswordClashes({ DATABASE_URL: url, DATABASE_PASSWORD: password }: Settings): string[] {
  if (password === undefined) return []
  if (!url) return ['DATABASE_PASSWORD: needs DATABASE_URL beside it, such as postgres://user@host:5432/name']
  const given = readDatabaseUrl(url)
  if (given.password !== undefined)
    return ['DATABASE_PASSWORD: DATABASE_URL has a password in it too: keep one of the two']
  return given.user === undefined
    ? ['DATABASE_PASSWORD: needs a user in DATABASE_URL, such as postgres://user@host:5432/name']
    : []
}

/** Warnings for settings that work but are probably not intended. */
export function findDoubtful(
  it: Settings,
  { env, site, isOpen }: { env: Env; site: string; isOpen: boolean },
): string[] {
  const doubtful: string[] = []
  if (isOpen && site.startsWith('http:'))
    doubtful.push(`ORIGIN=${site} is not encrypted: passwords cross the net in the open; use https://`)
  if (isOpen && it.STRIPE_SECRET_KEY && /^.k_test_/.test(it.STRIPE_SECRET_KEY))
    doubtful.push(
      'STRIPE_SECRET_KEY is a test key on a public ORIGIN: guests pay with money that is not real',
    )
  if (it.PAYMENT_PROVIDER === 'local' && it.STRIPE_SECRET_KEY)
    doubtful.push('PAYMENT_PROVIDER=local leaves STRIPE_SECRET_KEY unused: only test payments are taken')
  if (it.STRIPE_WEBHOOK_SECRET && !it.STRIPE_SECRET_KEY)
    doubtful.push('STRIPE_WEBHOOK_SECRET has no effect without STRIPE_SECRET_KEY')
  if (it.MAIL_FROM && !it.SMTP_URL)
    doubtful.push('MAIL_FROM has no effect without SMTP_URL: no email is sent')
  if (env['METRICS_HOST'] && it.METRICS_PORT === undefined)
    doubtful.push('METRICS_HOST has no effect without METRICS_PORT: no metrics are served')
  const zone = env['TZ']?.trim().replace(/^:/, '')
  if (zone && !isTimeZone(zone))
    doubtful.push(`TZ=${showValue('TZ', zone)} is no time zone; the venue's times are right all the same`)
  return doubtful
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}
