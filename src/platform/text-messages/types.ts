import type { CalendarDate } from '#lib/venue-time.ts'

/** Path to which the provider reports deliveries and the replies of guests. */
export const TEXT_WEBHOOK_PATH = '/text-messages/webhook'

export type TextMessage = {
  /** Phone number in the E.164 form. */
  readonly to: string
  readonly body: string
  /** Our id of the message. */
  readonly id: string
  /** Address to which the provider reports the delivery. */
  readonly statusUrl: string
}

/** A text as its feature renders it at the time of sending. */
export type TextContent = {
  /** Phone number as the guest or staff typed it. */
  readonly to: string
  readonly body: string
  /** Business date that the text is about. */
  readonly date: CalendarDate
  /** An offer with an end, which is worthless after it. */
  readonly isTimed: boolean
  /** Id of the other row that the text is about as well, which then needs none of its own. */
  readonly alsoAbout?: string
}

/** SMS sender. `send` throws a `TextMessageError` where the message was not, or perhaps not, accepted. */
export type TextMessageSender = {
  readonly kind: 'twilio' | 'local'
  /** Returns the provider's id of the message; null where there is no provider. */
  send(message: TextMessage): Promise<string | null>
  /** Whether the provider signed a request to one of our addresses with these form fields. */
  isSigned(url: string, fields: URLSearchParams, signature: string): boolean
}

/**
 * `not_accepted`: certainly not sent, may be retried. `unknown`: no response, so that a retry might send the message
 * twice. The others are final.
 */
export type TextFailure = 'not_accepted' | 'unknown' | 'opted_out' | 'invalid_number' | 'rejected'

/** A message was not sent. The text contains neither the number nor credentials. */
export class TextMessageError extends Error {
  override readonly name = 'TextMessageError'
  readonly failure: TextFailure
  /** The provider's code, such as 21610. */
  readonly code: string

  constructor(message: string, { failure, code }: { failure: TextFailure; code: string }) {
    super(message)
    this.failure = failure
    this.code = code
  }
}
