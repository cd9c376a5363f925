import { describe, expect, test } from 'vitest'
import { momentAt } from '#lib/venue-time.ts'
import { readReply, readReport, sendAt } from './rules.ts'

/** `2026-11-21 21:00` at the venue. */
function at(text: string): Date {
  const [date = '', time = ''] = text.split(' ')
  return momentAt(date, time)
}

describe('the quiet hours', () => {
  const later = { isTimed: false, date: '2026-11-28' }

  test.each([
    ['2026-11-21 20:59', '2026-11-21 20:59'],
    ['2026-11-21 21:00', '2026-11-22 09:00'],
    ['2026-11-21 23:59', '2026-11-22 09:00'],
    ['2026-11-22 00:00', '2026-11-22 09:00'],
    ['2026-11-22 08:59', '2026-11-22 09:00'],
    ['2026-11-22 09:00', '2026-11-22 09:00'],
    // The clocks go back at 2 AM.
    ['2026-10-31 22:00', '2026-11-01 09:00'],
  ])('hold back a text of %s until %s', (from, until) => {
    expect(sendAt(at(from), later)).toEqual(at(until))
  })

  test('hold back neither a timed offer nor a text about the running night', () => {
    const night = momentAt('2026-11-22', '01:30')
    expect(sendAt(night, { ...later, isTimed: true })).toEqual(night)
    expect(sendAt(night, { isTimed: false, date: '2026-11-21' })).toEqual(night)
    expect(sendAt(night, { isTimed: false, date: '2026-11-22' })).toEqual(momentAt('2026-11-22', '09:00'))
  })

  test.each([
    ['2026-11-22 05:59', '2026-11-22 09:00'],
    ['2026-11-22 06:00', '2026-11-22 09:00'],
    ['2026-11-22 08:59', '2026-11-22 09:00'],
    ['2026-11-22 09:00', '2026-11-22 09:00'],
    ['2026-11-22 21:00', '2026-11-22 21:00'],
    ['2026-11-23 05:59', '2026-11-23 05:59'],
  ])(
    'hold back a text about the day that begins at 6 AM in the morning only: of %s until %s',
    (from, until) => {
      expect(sendAt(at(from), { isTimed: false, date: '2026-11-22' })).toEqual(at(until))
    },
  )
})

test.each([
  ['STOP', null, 'stop'],
  [' stop. ', null, 'stop'],
  ['Unsubscribe', null, 'stop'],
  ['Arrêt', 'STOP', 'stop'],
  ['Start', null, 'start'],
  ['Cancel!', null, 'stop'],
  ['Yes.', null, 'yes'],
  ['YES', 'START', 'yes'],
  ['Please stop by at nine', null, 'other'],
  ['', null, 'other'],
  ['help', 'HELP', 'other'],
] as const)('a reply of %j, which the provider calls %j, means %s', (body, type, reply) =>
  expect(readReply(body, type)).toBe(reply),
)

test.each([
  ['delivered', null, { status: 'delivered', reason: null }],
  ['undelivered', '30007', { status: 'failed', reason: '30007' }],
  ['failed', null, { status: 'failed', reason: 'failed' }],
  ['failed', '<b>', { status: 'failed', reason: 'failed' }],
  ['queued', null, null],
  ['sent', null, null],
  ['', null, null],
])('a report of %j with the code %j is %j', (status, code, report) =>
  expect(readReport(status, code)).toEqual(report),
)
