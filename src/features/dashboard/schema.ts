import type { CalendarDate } from '#lib/venue-time.ts'

/** The four figures at the top of the desk. */
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
  /** Somebody has it at this moment, or the house has taken it out of use. */
  readonly isOccupied: boolean
}

/** Who arrives within one half hour. */
export type Arrivals = {
  readonly at: string
  readonly guests: number
  readonly parties: number
}

/** What one night came to. */
export type NightFigures = {
  readonly date: CalendarDate
  readonly covers: number
  readonly tablesSold: number
  /** What was paid for the night less what went back; null for whoever may not see money. */
  readonly moneyCents: number | null
}

/** How backups want a person to look after them. */
export type BackupNotice = {
  readonly kind: 'failing' | 'old'
  /** When the last good backup was begun; null where there is none. */
  readonly lastGoodAt: string | null
}

export type Overview = {
  /** Null where backups are well, and for roles that may not see the settings. */
  readonly backups: BackupNotice | null
  readonly counts: Counts
  readonly recent: readonly RecentReservation[]
  readonly tables: readonly TableGlance[]
  readonly tonight: NightFigures & {
    /** How many tables could be sold for a night. */
    readonly tablesToSell: number
    readonly arrivals: readonly Arrivals[]
  }
  /** The nights before this one, the oldest first; closed days stand among them with nothing. */
  readonly nights: readonly NightFigures[]
}
