import { expect, test } from 'vitest'
import { spanOf } from './rules.ts'
import { NOW } from './schema.ts'

// The restaurant serves from 5 PM to 3 AM. On Sunday, November 1, 2026 (end of DST), the clock goes from 2 AM back to 1 AM.
const venue = {
  hours: [{ service: 'restaurant', weekday: 6, opens: '17:00', closes: '03:00' }],
  specialDays: [],
  largePartySize: 8,
  dining: {
    coversPerSlot: 40,
    noticeMinutes: 60,
    daysAhead: 60,
    largePartyNoticeHours: 24,
    withoutTable: true,
    turnTimes: [{ fromGuests: 1, minutes: 90 }],
  },
} as const

test.each([
  ['the first 1:30 AM', '2026-11-01T06:30:00.000Z', '2026-11-01T08:00:00.000Z'],
  ['the second 1:30 AM', '2026-11-01T07:30:00.000Z', '2026-11-01T09:00:00.000Z'],
])(
  'a party that walks in at %s of the night on which the clock goes back begins then',
  (_name, from, until) => {
    const walkIn = { date: '2026-10-31', guests: 2, time: NOW }
    // Within the minute: a party begins with it.
    expect(spanOf(venue, walkIn, new Date(Date.parse(from) + 20_000))).toEqual({
      ok: true,
      value: { startsAt: new Date(from), endsAt: new Date(until) },
    })
  },
)
