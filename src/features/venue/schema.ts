import type { CalendarDate, WallTime, Weekday } from '#lib/venue-time.ts'

export type Service = 'restaurant' | 'social'

export type Hours = {
  readonly service: Service
  readonly weekday: Weekday
  readonly opens: WallTime
  readonly closes: WallTime
}

/** A day on which a service keeps other hours, or none. */
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
  /** The content its guest gives for it after paying. */
  readonly needsContent: 'none' | 'name' | 'message_or_picture'
}

/** How dinners are taken. */
export type DiningSettings = {
  /** How long a table is kept, from so many guests on; the smallest party first. */
  readonly turnTimes: readonly { readonly fromGuests: number; readonly minutes: number }[]
  /** How many guests may begin their dinner in one half hour. */
  readonly coversPerSlot: number
  readonly noticeMinutes: number
  readonly daysAhead: number
  readonly largePartyNoticeHours: number
  /** Whether a party that no table is left for is taken all the same, for staff to seat. */
  readonly withoutTable: boolean
}

/** The settings that every public page is sent. Staff alone need the others, or one page loads what it shows of them. */
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
  'graceMinutes',
  'arriveEarlyMinutes',
  'changeNoticeHours',
  'diningCancelHours',
  'largePartySize',
  'minimumAge',
  'policiesChangedOn',
  'hours',
  'specialDays',
  'packages',
] as const satisfies readonly (keyof Venue)[]

export type PublicVenue = Pick<Venue, (typeof PUBLIC_SETTINGS)[number]>

/** Who the venue is and by which figures it runs: everything staff can change in its settings. */
export type Venue = {
  readonly name: string
  readonly tagline: string
  readonly description: string
  readonly story: string
  readonly cuisine: string
  /** E.164, for `tel:` links. */
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
  readonly graceMinutes: number
  readonly arriveEarlyMinutes: number
  readonly changeNoticeHours: number
  readonly diningCancelHours: number
  readonly largePartySize: number
  readonly minimumAge: number
  readonly retentionYears: number
  readonly dining: DiningSettings
  readonly remindersOn: boolean
  readonly policiesChangedOn: CalendarDate
  readonly hours: readonly Hours[]
  readonly specialDays: readonly SpecialDay[]
  readonly packages: readonly Package[]
}

export type Zone = 'Right Red Vip' | 'Left Green Vip' | 'Floor Seating'
