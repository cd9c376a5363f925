import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type TextFailure, type TextMessage, TextMessageError, type TextMessageSender } from './types.ts'

export type TwilioAccount = {
  readonly accountSid: string
  readonly authToken: string
  /** A phone number in the E.164 form, or the id of a messaging service (`MG…`). */
  readonly from: string
  /** Without a trailing slash. */
  readonly apiUrl: string
}

const DEADLINE_MS = 9000

/** Twilio's codes that are final for a number. */
const FINAL_CODES: Readonly<Record<string, TextFailure>> = {
  21610: 'opted_out',
  21211: 'invalid_number',
  21214: 'invalid_number',
  21217: 'invalid_number',
  21401: 'invalid_number',
  21407: 'invalid_number',
  21614: 'invalid_number',
}

/** Errors of a connection that was never open: the request cannot have arrived. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const created = z.object({ sid: z.string() })
const refused = z.object({ code: z.union([z.number(), z.string()]) })

/** Sends text messages by Twilio's REST API. */
export function createTwilioSender(account: TwilioAccount, deadlineMs = DEADLINE_MS): TextMessageSender {
  return {
    kind: 'twilio',
    async send(message) {
      const response = await post(account, message, deadlineMs)
      if (response.ok) return readSid(response)
      throw await explainRefusal(response)
    },
    isSigned: (url, fields, signature) => isEqual(signatureOf(account.authToken, url, fields), signature),
  }
}

/** Basic authentication of each request. */
export const authorizationOf = ({ accountSid, authToken }: TwilioAccount): string =>
  `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

async function post(account: TwilioAccount, message: TextMessage, deadlineMs: number): Promise<Response> {
  const { accountSid, from, apiUrl } = account
  try {
    return await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: 'POST',
      headers: { Authorization: authorizationOf(account) },
      body: new URLSearchParams({
        To: message.to,
        ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }),
        Body: message.body,
        StatusCallback: message.statusUrl,
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
  } catch (error) {
    const code = codeOf(error)
    throw new TextMessageError(`text ${message.id} has no answer of the provider (${code})`, {
      failure: NOT_CONNECTED.has(code) ? 'not_accepted' : 'unknown',
      code,
    })
  }
}

/** Code of a failed request; Node reports the failure of a connection as the cause. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return cause instanceof Error ? cause.name : 'unknown'
}

/** The message was accepted even if the body of the answer is lost. */
const readSid = async (response: Response): Promise<string | null> =>
  created.safeParse(await response.json().catch(() => null)).data?.sid ?? null

/** The provider's own words repeat the number, so only its code is kept. */
async function explainRefusal(response: Response): Promise<TextMessageError> {
  const { status } = response
  const parsed = refused.safeParse(await response.json().catch(() => null))
  const code = String(parsed.data?.code ?? status)
  const mayRetry = status === 429 || status >= 500 || status === 401 || status === 403
  const failure = FINAL_CODES[code] ?? (mayRetry ? 'not_accepted' : 'rejected')
  return new TextMessageError(`the provider refused a text (${status}, code ${code})`, { failure, code })
}

/** Signature of a request from Twilio: the URL, then each field in the order of the names, name and value. */
export function signatureOf(authToken: string, url: string, fields: URLSearchParams): string {
  const sorted = [...fields].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const signed = url + sorted.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
