import type { TwilioAccount } from '../../text-messages/twilio.ts'

export type TextSettings = ({ readonly kind: 'twilio' } & TwilioAccount) | { readonly kind: 'local' }

type Given = {
  readonly TWILIO_ACCOUNT_SID?: string | undefined
  readonly TWILIO_AUTH_TOKEN?: string | undefined
  readonly TWILIO_FROM?: string | undefined
  readonly TWILIO_API_URL: string
}

/** Settings of text messages, or an error message. */
export function readTextMessages(it: Given): TextSettings | string {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_API_URL } = it
  const given = { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM }
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === Object.keys(given).length) return { kind: 'local' }
  if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_FROM)
    return `${missing.join(', ')}: must be set too; text messages are sent only with TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM`
  return {
    kind: 'twilio',
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
    apiUrl: TWILIO_API_URL,
  }
}
