import { describe, expect, test } from 'vitest'
import { readSentForm } from './event-book-form.ts'

const EVENT = '0199a0b0-0000-7000-8000-000000000001'
const sent = {
  guestName: 'Ada Obi',
  guestEmail: 'ada@example.com',
  guestPhone: '(972) 555-0100',
  guestCount: '4',
  specialRequests: '',
  tableId: '0199a0b0-0000-7000-8000-000000000002',
  key: '0199a0b0-0000-4000-8000-000000000003',
  shownTableCents: '25000',
  shownBirthdayCents: '5000',
  shownScreenCents: '5000',
}
const read = (over: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...sent, ...over })) form.set(name, value)
  return readSentForm(form, EVENT)
}

describe('a form that was sent without scripts', () => {
  test('becomes a request with the total its guest was shown', () => {
    expect(read({ birthdayPackage: 'on' })).toMatchObject({
      is: 'booking',
      request: {
        eventId: EVENT,
        guestCount: 4,
        birthdayPackage: true,
        screenDisplay: false,
        shownTotalCents: 30_000,
      },
    })
  })

  test.each(['2e9', '-1', '', '0', ' ', '4.0', '100'])(
    'with %j guests is refused beside that field, and keeps what was typed',
    (guestCount) => {
      const answer = read({ guestCount })
      expect(answer).toMatchObject({ is: 'refused', typed: { guestCount, guestName: 'Ada Obi' } })
      expect(answer.is === 'refused' ? Object.keys(answer.refusal.problems) : []).toEqual(['guestCount'])
    },
  )

  test.each([
    ['an unknown field', { totalCents: '1' }],
    ['a price that is no price', { shownTableCents: '2e4' }],
    ['a price below nothing', { shownTableCents: '-25000' }],
    ['a box ticked with something else', { birthdayPackage: 'true' }],
    ['a table that is none', { tableId: '7' }],
    ['a key that is none', { key: 'again' }],
    ['an intent that is none', { intent: 'steal' }],
  ])('with %s is not ours', (_what, over: Record<string, string>) => {
    expect(read(over)).toMatchObject({ is: 'invalid_form', typed: { guestName: 'Ada Obi' } })
  })

  test('with a field twice, or one missing, is not ours', () => {
    const twice = new FormData()
    for (const [name, value] of Object.entries(sent)) twice.append(name, value)
    twice.append('shownTableCents', '1')
    expect(readSentForm(twice, EVENT).is).toBe('invalid_form')
    const missing = new FormData()
    for (const [name, value] of Object.entries(sent))
      if (name !== 'shownTableCents') missing.append(name, value)
    expect(readSentForm(missing, EVENT).is).toBe('invalid_form')
  })

  test('can ask for another table before everything is filled in', () => {
    expect(read({ intent: 'swap', guestEmail: '' })).toMatchObject({
      is: 'swap',
      typed: { guestName: 'Ada Obi' },
    })
  })
})
