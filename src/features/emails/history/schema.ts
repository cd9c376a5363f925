import type { EmailKind } from '../rules.ts'
import type { TextKind } from '../text-messages/rules.ts'

/** `waiting`: not sent yet. `not_sent`: held back, with the reason. Only text messages report delivery. */
export type MessageState = 'waiting' | 'sent' | 'delivered' | 'failed' | 'not_sent'

/** An email or a text to a guest, without its words: they are rendered when it is sent, and stored nowhere. */
export type Message = {
  readonly state: MessageState
  /** A word of ours, or the provider's code. */
  readonly reason: string | null
  /** ISO text, because it is sent as JSON. */
  readonly at: string
} & (
  | { readonly channel: 'email'; readonly kind: EmailKind }
  | { readonly channel: 'text'; readonly kind: TextKind }
)

/** Messages to one party, latest first, and whether it gets texts. */
export type MessageHistory = {
  readonly messages: readonly Message[]
  readonly texts: {
    readonly consent: { readonly source: 'guest' | 'staff'; readonly consentedAt: string } | null
    /** Time of the guest's STOP, which is about the number and ends all texts to it. */
    readonly stoppedAt: string | null
  }
}
