import { describe, expect, test } from 'vitest'
import { checkTyped } from '#lib/forms/check.ts'
import { planEventForm, shortInquiryForm } from './schema.ts'

const TODAY = '2026-11-20'
const typed = {
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: '972 555 0100',
  eventType: 'wedding',
  guestCount: '120',
  selectedDate: '2027-06-05',
  budget: '50000+',
  duration: 'full-day',
  catering: '',
  specialRequirements: '',
  eventDetails: 'Two hundred lanterns.',
}
const problems = (over: Partial<typeof typed>) => {
  const checked = checkTyped(planEventForm(TODAY), { ...typed, ...over })
  return checked.ok ? {} : checked.reason.problems
}

describe('the four steps', () => {
  test('make an inquiry', () => {
    expect(checkTyped(planEventForm(TODAY), typed)).toEqual({
      ok: true,
      value: {
        ...typed,
        phone: '(972) 555-0100',
        guestCount: 120,
        catering: null,
        specialRequirements: null,
      },
    })
  })

  test.each(['2026-11-19', '2027-02-29', '2026-13-01', 'tomorrow', '', '2126-01-01', '20261201'])(
    'do not take %j for a date to come',
    (selectedDate) => expect(Object.keys(problems({ selectedDate }))).toEqual(['selectedDate']),
  )

  test.each(['2026-11-20', '2027-03-14', '2027-11-07', '2028-02-29'])('take %s', (selectedDate) =>
    expect(problems({ selectedDate })).toEqual({}),
  )

  test.each([
    ['eventType', 'rave'],
    ['eventType', ''],
    ['guestCount', '0'],
    ['guestCount', '2001'],
    ['budget', '1-2'],
    ['duration', '7-hours'],
    ['catering', 'drones'],
    ['eventDetails', ' '],
    ['eventDetails', 'x'.repeat(10_240)],
  ] as const)('do not take %s of %j', (field, text) =>
    expect(Object.keys(problems({ [field]: text }))).toEqual([field]),
  )
})

test('the short form asks for less, and offers less', () => {
  const short = { ...typed, guestCount: '', selectedDate: '', budget: '' }
  expect(checkTyped(shortInquiryForm(TODAY), short)).toMatchObject({
    ok: true,
    value: { guestCount: null, selectedDate: null, budget: null },
  })
  const graduation = checkTyped(shortInquiryForm(TODAY), { ...short, eventType: 'graduation' })
  expect(graduation.ok).toBe(false)
})
