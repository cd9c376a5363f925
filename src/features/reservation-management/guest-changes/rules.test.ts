import { describe, expect, test } from 'vitest'
import { changedForm, isUnchanged, paymentOf, sharedText, standingRefusal, wantedText } from './rules.ts'

const STARTS = new Date('2027-01-16T03:00:00Z')
const standing = {
  type: 'nightlife',
  status: 'confirmed',
  startsAt: STARTS,
  refundableUntil: null,
  secondTableId: null,
  extraTableIds: [],
  deletedAt: null,
  hasArrived: false,
  noticeHours: 24,
} as const
const hoursBefore = (hours: number) => new Date(STARTS.getTime() - hours * 3_600_000)

describe('a guest', () => {
  test.each([
    { title: 'may change until the deadline', change: {}, hours: 24, why: null },
    { title: 'may not change after it', change: {}, hours: 23, why: 'too_late' },
    {
      title: 'may not change once the party arrived',
      change: { hasArrived: true },
      hours: 48,
      why: 'arrived',
    },
    {
      title: 'may not change what is unconfirmed',
      change: { status: 'pending' },
      hours: 48,
      why: 'not_live',
    },
    { title: 'calls about several tables', change: { secondTableId: 'b' }, hours: 48, why: 'by_phone' },
  ] as const)('$title', ({ change, hours, why }) => {
    expect(standingRefusal({ ...standing, ...change }, hoursBefore(hours))?.why ?? null).toBe(why)
  })
})

describe('the wanted change', () => {
  const booking = { version: 3, guestCount: 4, tableId: 'a', eventId: 'e' }

  test('leaves out what is so already', () => {
    const same = { guests: 4, tableId: 'a', eventId: 'e', packages: ['screen_display' as const] }
    expect(isUnchanged(changedForm({ booking, packages: ['screen_display'] }, same, 2500))).toBe(true)
    expect(changedForm({ booking, packages: [] }, { guests: 5, tableId: 'a' }, 2500)).toEqual({
      version: 3,
      isEmailed: true,
      guests: 5,
    })
  })

  test('keeps the table of another night, even where it is the same one, and costs the fee', () => {
    const wanted = { eventId: 'f', tableId: 'a' }
    expect(changedForm({ booking, packages: [] }, wanted, 2500)).toMatchObject({
      ...wanted,
      moveFeeCents: 2500,
    })
  })
})

describe('a price difference', () => {
  const of = (riseCents: number, other: { surplus?: number; dueBefore?: number; allowed?: boolean } = {}) => {
    const { surplus: surplusCents = 0, dueBefore: dueBeforeCents = 0, allowed = false } = other
    return paymentOf({
      difference: { riseCents, surplusCents, dueBeforeCents },
      isDueAtVenueAllowed: allowed,
      isCredited: false,
    })
  }

  test('is paid online, unless the reservation or the setting says that it is due on the night', () => {
    expect([of(0), of(5000), of(5000, { dueBefore: 100 }), of(5000, { allowed: true })]).toEqual([
      'none',
      'online',
      'at_venue',
      'at_venue',
    ])
  })

  test('is due on the night where the provider accepts no payment as small, and goes back where it is lower', () => {
    expect([of(49), of(50), of(0, { surplus: 100 })]).toEqual(['at_venue', 'online', 'refund'])
  })
})

test('a party is not smaller than its host and the friends with codes', () => {
  expect(sharedText(3, 2)).toBeNull()
  expect(sharedText(undefined, 9)).toBeNull()
  expect(sharedText(1, 1)).toBe(
    '1 friend of your party has a code of their own. Take codes back first, or choose 2 guests or more.',
  )
})

test('a wanted change is named by what it changes', () => {
  const names = { tableNumber: 4, night: { title: 'Afro Night', date: '2026-11-28' }, packages: [] }
  expect(wantedText({ guests: 6 }, names)).toBe('Afro Night on Sat, Nov 28, table 4, 6 guests, no packages')
  expect(wantedText({}, { tableNumber: null, night: null, packages: ['Screen Display'] })).toBe(
    'Screen Display',
  )
})
