/** A reply of a guest by text message that no member of staff has read yet. */
export type TextReply = {
  readonly id: string
  /** Name of the guest; null for a number without a booking. */
  readonly guestName: string | null
  /** For display: `(972) 555-0142`. */
  readonly phone: string
  readonly body: string
  /** The reservation of the number that is next, or was last. */
  readonly reservationId: string | null
  /** ISO text. */
  readonly receivedAt: string
}
