import type { Cents } from '#lib/money.ts'
import type { CalendarDate, WallTime, Weekday } from '#lib/venue-time.ts'

export type Service = 'restaurant' | 'social'

export type Hours = {
  readonly service: Service
  readonly weekday: Weekday
  readonly opens: WallTime
  readonly closes: WallTime
}

/** Date on which a service has different hours or is closed. */
export type SpecialDay = {
  readonly date: CalendarDate
  readonly service: Service
  readonly hours: { readonly opens: WallTime; readonly closes: WallTime } | null
  readonly reason: string
}

export type Package = {
  readonly key: 'birthday_shoutout' | 'screen_display'
  readonly name: string
  readonly description: string
  readonly priceCents: number
  /** Content that the guest provides after paying. */
  readonly needsContent: 'none' | 'name' | 'message_or_picture'
}

/** Settings of dinner reservations. */
export type DiningSettings = {
  /** Turn time by party size: minutes from this number of guests on, smallest first. */
  readonly turnTimes: readonly { readonly fromGuests: number; readonly minutes: number }[]
  /** Pacing: guests who may start dinner within one half hour. */
  readonly coversPerSlot: number
  readonly noticeMinutes: number
  readonly daysAhead: number
  readonly largePartyNoticeHours: number
  /** True if a party without a free table is accepted, for staff to assign one. */
  readonly withoutTable: boolean
}

/** Settings included in every public page. A page that needs others loads them itself. */
export const PUBLIC_SETTINGS = [
  'name',
  'tagline',
  'description',
  'story',
  'cuisine',
  'phone',
  'email',
  'eventsEmail',
  'streetAddress',
  'city',
  'region',
  'postalCode',
  'latitude',
  'longitude',
  'social',
  'holdMinutes',
  'refundResoldTables',
  'graceMinutes',
  'arriveEarlyMinutes',
  'changeNoticeHours',
  'moveFeeCents',
  'creditOnMove',
  'creditMonths',
  'diningCancelHours',
  'largePartySize',
  'minimumAge',
  'policiesChangedOn',
  'hours',
  'specialDays',
  'packages',
] as const satisfies readonly (keyof Venue)[]

export type PublicVenue = Pick<Venue, (typeof PUBLIC_SETTINGS)[number]>

/** All venue settings that staff can change. */
export type Venue = {
  readonly name: string
  readonly tagline: string
  readonly description: string
  readonly story: string
  readonly cuisine: string
  /** E.164 format, for `tel:` links. */
  readonly phone: string
  readonly email: string
  readonly eventsEmail: string
  readonly streetAddress: string
  readonly city: string
  readonly region: string
  readonly postalCode: string
  readonly latitude: number
  readonly longitude: number
  readonly social: readonly { readonly name: 'Instagram' | 'Facebook' | 'TikTok'; readonly url: string }[]
  readonly holdMinutes: number
  /** Minutes for which a table is held for a party of the waiting list. */
  readonly offerMinutes: number
  /** Refunds the kept amount of a late cancellation once the table is sold again. */
  readonly refundResoldTables: boolean
  readonly graceMinutes: number
  readonly arriveEarlyMinutes: number
  readonly changeNoticeHours: number
  /** A guest whose change costs more may pay the difference on the night. */
  readonly changeDueAtVenue: boolean
  /** Fee of a guest who moves to another night on their own page; 0 for none. */
  readonly moveFeeCents: Cents
  /** A guest who moves to a cheaper night keeps the difference as a credit; otherwise it is refunded. */
  readonly creditOnMove: boolean
  readonly creditMonths: number
  readonly diningCancelHours: number
  readonly largePartySize: number
  readonly minimumAge: number
  readonly retentionYears: number
  readonly dining: DiningSettings
  readonly remindersEnabled: boolean
  /** Hours before the start at which a guest is reminded first, and once more; 0 for no second reminder. */
  readonly reminderHours: number
  readonly lastReminderHours: number
  /** Thanks by email on the morning after a visit. */
  readonly thanksEnabled: boolean
  readonly policiesChangedOn: CalendarDate
  readonly hours: readonly Hours[]
  readonly specialDays: readonly SpecialDay[]
  readonly packages: readonly Package[]
}

export const ZONES = ['Right Red Vip', 'Left Green Vip', 'Floor Seating'] as const
export type Zone = (typeof ZONES)[number]
