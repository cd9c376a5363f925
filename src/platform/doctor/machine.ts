import { statfs } from 'node:fs/promises'
import { describeTrustProxy } from '../network/client-address.ts'
import type { Config } from '../config/config.ts'
import { isPublic } from '../config/config.ts'
import { ensureWritable } from '../storage/storage.ts'
import { fail, type CheckResult, reasonOf, warn, pass } from './check-result.ts'

const GIGABYTE = 1024 ** 3
const LITTLE_GB = 2
const FAR_TOO_LITTLE_GB = 0.3

/** Checks that the data directory is writable and has space left. */
export async function checkDisk({ dataDir }: Config): Promise<CheckResult[]> {
  try {
    await ensureWritable(dataDir)
  } catch (error) {
    return [
      fail('Data directory', {
        message: reasonOf(error),
        advice: 'Give it to the user that runs the server, or set DATA_DIR.',
      }),
    ]
  }
  const { bavail, bsize } = await statfs(dataDir)
  return [pass('Data directory', `${dataDir} can be written to`), checkSpace((bavail * bsize) / GIGABYTE)]
}

export function checkSpace(gigabytes: number): CheckResult {
  const message = `${gigabytes.toFixed(1)} GB free`
  const advice = 'Make room: a full disk refuses bookings and pictures.'
  if (gigabytes < FAR_TOO_LITTLE_GB) return fail('Disk space', { message, advice })
  return gigabytes < LITTLE_GB ? warn('Disk space', { message, advice }) : pass('Disk space', message)
}

/** Checks Node's time zone data, without which every venue time would be wrong. */
export function checkTimeZones(): CheckResult {
  const hourIn = (month: number): string =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/Chicago',
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(Date.UTC(2026, month, 15, 12))
  const isKnown = hourIn(0) === '06' && hourIn(6) === '07'
  return isKnown
    ? pass('Time zones', 'summer and winter are told apart')
    : fail('Time zones', {
        message: 'noon in UTC is not 6 AM in the winter and 7 AM in the summer of Texas',
        advice: 'Run the Node that the project pins (npm start does), or one built with full ICU.',
      })
}

/** Checks the public URL: TLS and the trusted proxy. */
export function checkOrigin({ origin, trustProxy, processes }: Config): CheckResult[] {
  if (!isPublic(origin))
    return [
      warn('Address', {
        message: `${origin} can only be reached from this machine`,
        advice:
          'Set ORIGIN to the address guests type, such as https://example.com, before you open to them.',
      }),
    ]
  const several = processes === 1 ? '' : `, ${processes} processes`
  if (!origin.startsWith('https:'))
    return [
      fail('Address', {
        message: `${origin} is not sealed: passwords and names cross the net in the open`,
        advice: 'Put a proxy with TLS in front and set ORIGIN to its https:// address.',
      }),
    ]
  if (trustProxy.kind === 'none')
    return [
      warn('Address', {
        message: `${origin}, but what the proxy says of guests is not believed`,
        advice:
          'Set TRUST_PROXY=1 where your proxy ends TLS, or the number of proxies in a row: limits by address would else count all guests as one.',
      }),
    ]
  return [pass('Address', `${origin}; ${describeTrustProxy(trustProxy)}${several}`)]
}

/** Checks the payment settings without a request to the provider. */
export function checkPayments({ payments, origin }: Config): CheckResult {
  if (payments.kind === 'local')
    return isPublic(origin)
      ? warn('Payments', {
          message: 'test payments on a public address: tables are had for money that is not real',
          advice: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, and remove PAYMENT_PROVIDER=local.',
        })
      : pass('Payments', 'test payments, no real money')
  if (isPublic(origin) && /^(sk|rk)_test_/.test(payments.secretKey))
    return warn('Payments', {
      message: 'Stripe in test mode on a public address',
      advice: 'Use the live key, and the signing secret of the live endpoint /payments/webhook.',
    })
  return pass(
    'Payments',
    `Stripe, messages are checked with a signing secret; endpoint ${origin}/payments/webhook`,
  )
}
