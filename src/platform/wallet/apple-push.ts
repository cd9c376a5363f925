import type { ClientHttp2Session } from 'node:http2'
import { z } from 'zod'
import { parseJson } from '#lib/text/parse-json.ts'
import type { AppleWalletSettings } from '../config/settings/wallet.ts'
import { keepConnection } from './push-connection.ts'
import type { PushOutcome } from './types.ts'

const DEADLINE_MS = 9000
const IDLE_MS = 60_000

/** Reasons with which Apple says that a device has the pass no more, or that the token was never one. */
const GONE = new Set(['Unregistered', 'BadDeviceToken', 'DeviceTokenNotForTopic', 'ExpiredToken'])

const refusal = z.object({ reason: z.string() })

type PushOptions = {
  readonly settings: AppleWalletSettings
  /** Authority that issued the certificate of the push service; only tests have one of their own. */
  readonly ca?: string
  readonly deadlineMs?: number
  readonly idleMs?: number
}

/**
 * Returns the function that tells devices that a pass changed, with the certificate of the pass. Passes that change soon after
 * another share its connection. The message is empty: the device fetches what changed.
 */
export function createPusher({ settings, ca, deadlineMs = DEADLINE_MS, idleMs = IDLE_MS }: PushOptions) {
  const withConnection = keepConnection({ settings, tls: ca ? { ca } : {}, deadlineMs, idleMs })
  return (deviceTokens: readonly string[]): Promise<PushOutcome[]> =>
    withConnection((session) =>
      Promise.all(deviceTokens.map((token) => pushOne(session, settings, { token, deadlineMs }))),
    )
}

type Push = { readonly token: string; readonly deadlineMs: number }

function pushOne(
  session: ClientHttp2Session,
  { passTypeId }: AppleWalletSettings,
  { token, deadlineMs }: Push,
): Promise<PushOutcome> {
  return new Promise((resolve) => {
    const fail = (reason: string): void => resolve({ kind: 'failed', reason })
    const stream = session.request({
      ':method': 'POST',
      ':path': `/3/device/${encodeURIComponent(token)}`,
      'apns-topic': passTypeId,
      'apns-push-type': 'background',
      // Apple refuses a background message with the default of 10.
      'apns-priority': '5',
      'content-type': 'application/json',
    })
    let status = 0
    let body = ''
    stream.setEncoding('utf8')
    // The next message takes another connection: this one may be dead without either side knowing.
    stream.setTimeout(deadlineMs, () => session.destroy(new Error('no answer')))
    stream.on('response', (headers) => (status = Number(headers[':status'])))
    stream.on('data', (part: string) => (body += part))
    stream.on('error', (error) => fail(error.message))
    // A stream that Apple resets may end with neither an answer nor an error.
    stream.on('close', () => fail('closed without an answer'))
    stream.on('end', () => {
      if (status === 200) return resolve({ kind: 'sent' })
      const reason = refusal.safeParse(parseJson(body)).data?.reason ?? 'unknown'
      if (GONE.has(reason)) return resolve({ kind: 'gone' })
      fail(`refused with ${status}, ${reason}`)
    })
    stream.end('{}')
  })
}
