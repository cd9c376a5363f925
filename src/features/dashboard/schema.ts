import type { TextReply } from '#features/reminders/replies/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/** Counters at the top of the dashboard. */
export type Counts = {
  readonly menuItems: number
  readonly activeReservations: number
  readonly upcomingEvents: number
  readonly galleryItems: number
}

export type RecentReservation = {
  readonly id: string
  readonly guestName: string
  readonly guestCount: number
  readonly status: 'pending' | 'confirmed' | 'cancelled' | 'completed'
}

export type TableGlance = {
  readonly id: string
  readonly tableNumber: number
  readonly maxGuests: number
  /** False where staff took it out of service, as in the list of tables. */
  readonly isAvailable: boolean
  /** Whether a party or a block has it at this moment. */
  readonly isTakenNow: boolean
}

/** Guests who arrive within one half hour. */
export type Arrivals = {
  readonly at: string
  readonly guests: number
  readonly parties: number
}

/** Key figures of one night. */
export type NightFigures = {
  readonly date: CalendarDate
  readonly covers: number
  readonly tablesSold: number
  /** Revenue for the night: payments less refunds and lost disputes. Null for roles without access to payments. */
  readonly moneyCents: number | null
}

/** Backup problem that needs a staff member's attention. */
export type BackupNotice = {
  readonly kind: 'failing' | 'old'
  /** Start of the last successful backup; null where there is none. */
  readonly lastGoodAt: string | null
}

export type AttentionKind =
  /** Parties whose table is not in use any more. */
  | 'parties_to_move'
  /** Reservations to come that staff have to confirm. */
  | 'unconfirmed'
  /** Parties of tonight that still have something to pay for their reservation. */
  | 'due_tonight'
  | 'payment_issues'
  /** Nights that are over and not closed. */
  | 'nights_to_close'
  /** Parties that two devices may have admitted both. */
  | 'admitted_twice'
  /** Parties whose guests came although they had been moved to another night. */
  | 'moved_guests'
  /** Low ratings that staff have not looked at. */
  | 'low_ratings'
  | 'new_inquiries'
  | 'new_table_requests'
  | 'new_applications'

/** Something that waits for a member of staff. */
export type Attention = {
  readonly kind: AttentionKind
  /** At least 1. */
  readonly count: number
  /** Sum of the amounts due; null where the kind has none, and for roles without access to payments. */
  readonly cents: Cents | null
  /** The night that it is about; null for what belongs to none. */
  readonly night: CalendarDate | null
}

export type Overview = {
  /** Null where backups are healthy, and for roles without access to settings. */
  readonly backups: BackupNotice | null
  readonly attention: readonly Attention[]
  /** Unread replies by text message, the oldest first. */
  readonly replies: readonly TextReply[]
  readonly counts: Counts
  readonly recent: readonly RecentReservation[]
  readonly tables: readonly TableGlance[]
  readonly tonight: NightFigures & {
    /** Number of tables that can be sold for a night. */
    readonly tablesToSell: number
    readonly arrivals: readonly Arrivals[]
  }
  /** Previous nights, oldest first. Closed days are included with zeros. */
  readonly nights: readonly NightFigures[]
}
