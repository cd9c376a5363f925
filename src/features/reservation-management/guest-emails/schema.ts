import type { Bill } from '#features/reservations/bill/rules.ts'
import type { EveningNote } from '#features/reservations/evening/schema.ts'
import type { Venue } from '#features/venue/schema.ts'
import type { Cents } from '#lib/money.ts'

/** Data of every email about a night reservation. */
export type ReservationMail = {
  readonly venue: Pick<
    Venue,
    'name' | 'tagline' | 'phone' | 'email' | 'streetAddress' | 'city' | 'region' | 'postalCode'
  >
  readonly reservation: {
    readonly guestName: string
    readonly guestCount: number
    readonly tables: { readonly numbers: readonly number[]; readonly zone: string }
    readonly eventTitle: string
    /** Names both calendar days: `Fri Nov 27, 9 PM – Sat 5 AM`. */
    readonly nightText: string
    readonly longDate: string
    readonly timeText: string
    readonly entryCode: string
    readonly bill: Bill
    readonly totalCents: Cents
    readonly paidCents: Cents
    /** Still to be paid at the door. */
    readonly dueCents: Cents
    /** `$25 a person, 5 of your 6 pay: $125 at the door`; null on a free night. */
    readonly cover: string | null
    /** `Minimum spend at the table: $400.` */
    readonly minimumSpend: string | null
    readonly hasBirthdayPackage: boolean
    /** `We still need the name for your Birthday Shoutout Package.` */
    readonly needed: readonly string[]
    readonly specialRequests: string | null
  }
  /** The dinner of the same guest; null without one. */
  readonly evening?: EveningNote | null
  /** Signed link to the guest's page. It needs no sign-in: every holder of the link can cancel. */
  readonly guestLink: string
  /** Link to the passes on that page; null where none are offered. */
  readonly passLink?: string | null
  readonly eventsUrl: string
  /** Whether the table is paid; a table that staff booked may be paid at the door. */
  readonly isPaid: boolean
  readonly notes: {
    readonly arriveEarlyMinutes: number
    readonly changeNoticeHours: number
    readonly graceMinutes: number
    /** The very hour until which the guest can cancel, and what comes back. */
    readonly terms: string
    /** The guest can still change it online. */
    readonly isChangeable: boolean
  }
  /** Content id of the attached image with the QR code. */
  readonly qrCid: string
}

export type RefundFacts = {
  readonly why: 'table_gone' | 'paid_twice' | 'wrong_amount'
  readonly refundCents: Cents
  /** Whether the reservation stays confirmed, such as after a double payment. */
  readonly stillReserved: boolean
}
