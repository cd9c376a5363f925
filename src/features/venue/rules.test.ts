import { describe, expect, test } from 'vitest'
import {
  closedDays,
  comingSpecialDays,
  copyrightLine,
  subtitleOf,
  formatPhone,
  hoursOn,
  lastHour,
  restaurantSchema,
  serviceCaption,
  weekLines,
} from './rules.ts'
import type { Hours, Venue } from './schema.ts'

const open = [3, 4, 5, 6, 0] as const
const hours: Hours[] = open.flatMap((weekday) => [
  { service: 'restaurant', weekday, opens: '15:00', closes: '21:00' },
  { service: 'social', weekday, opens: '21:00', closes: '05:00' },
])

describe('the venue', () => {
  test('reads its phone number out as Texans do', () => {
    expect(formatPhone('+19725550142')).toBe('(972) 555-0142')
    expect(formatPhone('+442071838750')).toBe('+442071838750')
  })

  test('tells its week in one line a service', () => {
    expect(weekLines(hours, 'restaurant')).toEqual([
      { days: 'Wed-Sun', times: '3:00 PM-9:00 PM', timesShort: '3PM-9PM' },
    ])
    expect(serviceCaption(hours, 'social')).toBe('Wed - Sun • 9PM - 5AM')
  })

  test('splits the week where the hours differ', () => {
    const late = hours.map((it) =>
      it.service === 'social' && it.weekday === 6 ? { ...it, closes: '06:00' } : it,
    )
    expect(weekLines(late, 'social').map((line) => line.days)).toEqual(['Wed-Fri', 'Sat', 'Sun'])
  })

  test('names the days it is closed', () =>
    expect(closedDays(hours, 'restaurant')).toBe('Monday and Tuesday'))

  test('keeps a closure over its ordinary week', () => {
    const closure = { date: '2026-11-26', service: 'social' as const, hours: null, reason: 'Thanksgiving' }
    const venue = { hours, specialDays: [closure] }
    expect(hoursOn(venue, 'social', '2026-11-26')).toBeNull()
    expect(hoursOn(venue, 'restaurant', '2026-11-26')).toMatchObject({ opens: '15:00' })
    expect(hoursOn(venue, 'restaurant', '2026-11-23')).toBeNull()
  })

  test.each([
    ['RESTAURANT & LOUNGE', 'Restaurant & Lounge'],
    ["CHEF'S TABLE", "Chef's Table"],
    ['Supper club', 'Supper club'],
  ])('is called %j beside its name as %j', (tagline, subtitle) => expect(subtitleOf(tagline)).toBe(subtitle))

  test('has been here since 2024', () =>
    expect(copyrightLine('X', '2026')).toBe('© 2024–2026 X. All rights reserved.'))
})

test('the night ends at an hour one can say', () => {
  const until = (closes: string) => [
    { service: 'social' as const, weekday: 5 as const, opens: '21:00', closes },
  ]
  expect(lastHour(hours)).toBe('five')
  expect(lastHour(until('00:00'))).toBe('twelve')
  expect(lastHour(until('04:30'))).toBe('late')
  expect(lastHour([])).toBe('late')
})

test('special days are told a month ahead, and no longer once they have passed', () => {
  const on = (date: string) => ({ date, service: 'social' as const, hours: null, reason: 'Private event' })
  const days = ['2026-11-19', '2026-11-20', '2026-12-20', '2026-12-21'].map(on)
  expect(comingSpecialDays(days, '2026-11-20').map((day) => day.date)).toEqual(['2026-11-20', '2026-12-20'])
})

describe('the venue as structured data', () => {
  const venue: Venue = {
    name: 'The Fig',
    tagline: '',
    description: 'Figs.',
    story: '',
    cuisine: 'Figs',
    phone: '+19725550100',
    email: 'a@example.com',
    eventsEmail: '',
    streetAddress: '1 Fig St',
    city: 'Addison',
    region: 'TX',
    postalCode: '75001',
    latitude: 32.9,
    longitude: -96.8,
    social: [],
    holdMinutes: 15,
    offerMinutes: 15,
    refundResoldTables: false,
    graceMinutes: 15,
    arriveEarlyMinutes: 15,
    changeNoticeHours: 24,
    changeDueAtVenue: false,
    moveFeeCents: 0,
    creditOnMove: false,
    creditMonths: 12,
    diningCancelHours: 2,
    largePartySize: 8,
    minimumAge: 18,
    retentionYears: 3,
    dining: {
      turnTimes: [{ fromGuests: 1, minutes: 90 }],
      coversPerSlot: 24,
      noticeMinutes: 30,
      daysAhead: 60,
      largePartyNoticeHours: 24,
      withoutTable: false,
    },
    remindersEnabled: true,
    reminderHours: 24,
    lastReminderHours: 3,
    thanksEnabled: true,
    policiesChangedOn: '2026-01-01',
    hours,
    specialDays: [{ date: '2026-11-26', service: 'social', hours: null, reason: 'Thanksgiving' }],
    packages: [],
  }
  const found = { origin: 'https://fig.example', images: ['https://fig.example/a.jpg'], priceRange: '$7–$42' }

  test('opens both services, the night past midnight', () =>
    expect(restaurantSchema(venue, found)).toMatchObject({
      url: 'https://fig.example/',
      priceRange: '$7–$42',
      openingHoursSpecification: [
        {
          name: 'Restaurant',
          dayOfWeek: ['Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
          opens: '15:00',
        },
        { name: 'Social', opens: '21:00', closes: '05:00' },
      ],
    }))

  test('tells a closure as a day without hours', () =>
    expect(restaurantSchema(venue, found)).toMatchObject({
      specialOpeningHoursSpecification: [{ validFrom: '2026-11-26', opens: '00:00', closes: '00:00' }],
    }))

  test('names no price range while there is no menu', () =>
    expect(restaurantSchema(venue, { ...found, priceRange: null })).not.toHaveProperty('priceRange'))
})
