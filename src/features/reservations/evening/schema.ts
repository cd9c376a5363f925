import type { ReservationStatus } from '#features/reservations/schema.ts'

/** One reservation of an evening that has a dinner and a night. */
export type EveningPart = {
  readonly id: string
  readonly type: 'dining' | 'nightlife'
  readonly status: ReservationStatus
  readonly startsAt: Date
  /** Title of the event; null for a dinner. */
  readonly eventTitle: string | null
  /** Tables of a night. Of a dinner those that its guests keep for the night: staff may still seat it elsewhere. */
  readonly tableNumbers: readonly number[]
  /** A dinner that staff have to answer first. */
  readonly isRequest: boolean
}

/** A reservation and the other one of its evening. */
export type Evening = {
  /** In the order of time. */
  readonly parts: readonly EveningPart[]
  readonly other: EveningPart
}

/**
 * Why two reservations of one date are known to be of the same guests. `holder`: the night keeps the dinner's table and both have
 * one email or phone, or one browser booked both with one email and phone. `address`: both have one email address, which anybody can type, so that it is good for an
 * email to that address only. `guest`: both belong to one guest of the book, or the night keeps the dinner's table as for `holder`,
 * which staff see.
 */
export type KnownBy = 'holder' | 'address' | 'guest'

/** Contact data that both reservations of an evening have. */
export type SharedContact = { readonly email: boolean; readonly phone: boolean }

/** The evening of a reservation in an email, with the link to the other one. */
export type EveningNote = EveningLink & { readonly text: string }

/** The link to the other reservation: `Your dinner`. */
export type EveningLink = { readonly label: string; readonly link: string }
