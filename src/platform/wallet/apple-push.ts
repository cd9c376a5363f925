import { type ClientHttp2Session, connect, type SecureClientSessionOptions } from 'node:http2'
import { z } from 'zod'
import type { AppleWalletSettings } from '../config/settings/wallet.ts'
import type { PushOutcome } from './types.ts'

const DEADLINE_MS = 9000

/** Reasons with which Apple says that a device has the pass no more, or that the token was never one. */
const GONE = new Set(['Unregistered', 'BadDeviceToken', 'DeviceTokenNotForTopic', 'ExpiredToken'])

const refusal = z.object({ reason: z.string() })

type PushOptions = {
  readonly settings: AppleWalletSettings
  /** Authority that issued the certificate of the push service; only tests have one of their own. */
  readonly ca?: string
  readonly deadlineMs?: number
}

/**
 * Returns the function that tells devices that a pass changed, over one connection with the certificate of the pass. The message
 * is empty: the device fetches what changed.
 */
export const createPusher =
  ({ settings, ca, deadlineMs = DEADLINE_MS }: PushOptions) =>
  async (deviceTokens: readonly string[]): Promise<PushOutcome[]> => {
    const session = await open(settings, ca ? { ca } : {}, deadlineMs)
    try {
      return await Promise.all(deviceTokens.map((token) => pushOne(session, settings, { token, deadlineMs })))
    } finally {
      session.close()
    }
  }

function open(
  { pushUrl, certificate: cert, key, keyPassphrase }: AppleWalletSettings,
  options: SecureClientSessionOptions,
  deadlineMs: number,
): Promise<ClientHttp2Session> {
  return new Promise((resolve, reject) => {
    const session = connect(pushUrl, {
      ...options,
      cert,
      key,
      ...(keyPassphrase === null ? {} : { passphrase: keyPassphrase }),
    })
    const fail = (error: Error): void => {
      session.destroy()
      reject(new Error('the push service of Apple cannot be reached', { cause: error }))
    }
    session.setTimeout(deadlineMs, () => fail(new Error('timeout')))
    // Stays for the whole connection: an error that nothing listens to ends the process.
    session.on('error', fail)
    session.once('connect', () => resolve(session))
  })
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
    stream.setTimeout(deadlineMs, () => stream.destroy(new Error('no answer')))
    stream.on('response', (headers) => (status = Number(headers[':status'])))
    stream.on('data', (part: string) => (body += part))
    stream.on('error', (error) => fail(error.message))
    // A stream that Apple resets may end with neither an answer nor an error.
    stream.on('close', () => fail('closed without an answer'))
    stream.on('end', () => {
      if (status === 200) return resolve({ kind: 'sent' })
      const reason = refusal.safeParse(parse(body)).data?.reason ?? 'unknown'
      if (GONE.has(reason)) return resolve({ kind: 'gone' })
      fail(`refused with ${status}, ${reason}`)
    })
    stream.end('{}')
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
