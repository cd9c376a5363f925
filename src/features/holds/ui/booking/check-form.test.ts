import { describe, expect, test } from 'vitest'
import { checkForm, missingLine } from './check-form.ts'
import { emptyForm, readTyped } from './typed-form.ts'

const typed = {
  ...emptyForm(2),
  guestName: ' Ada Obi ',
  guestEmail: 'ada@example.com',
  guestPhone: '972.555.0100',
}
const refusal = (over: Partial<typeof typed>, maxGuests = 6) => {
  const checked = checkForm({ ...typed, ...over }, maxGuests)
  return checked.ok ? null : checked.reason
}

describe('the reservation form', () => {
  test('trims names and accepts any common way to write a phone number', () => {
    const { texts: _texts, ...rest } = typed
    const value = { ...rest, guestName: 'Ada Obi', guestPhone: '(972) 555-0100', guestCount: 2 }
    expect(checkForm(typed, 6)).toEqual({ ok: true, value })
    // Only a ticked box is sent: an older server, which serves beside this one, refuses a field it does not know.
    expect(checkForm({ ...typed, texts: true }, 6)).toEqual({ ok: true, value: { ...value, texts: true } })
  })

  test('that was not touched equals the empty form', () => {
    const form = new FormData()
    form.set('guestCount', '4')
    expect(JSON.stringify(readTyped(form))).toBe(JSON.stringify(emptyForm(4)))
  })

  test('names each missing field', () => {
    expect(refusal({ guestName: '', guestEmail: ' ' })).toEqual({
      title: 'Missing Information',
      text: 'Please fill in all required fields',
      problems: { guestName: 'Please enter your name.', guestEmail: 'Please enter your email address.' },
    })
  })

  test('refuses more guests than the table seats and names the maximum', () => {
    const text = 'This table can accommodate maximum 4 guests'
    for (const guestCount of ['5', '99'])
      expect(refusal({ guestCount }, 4)).toEqual({
        title: 'Too Many Guests',
        text,
        problems: { guestCount: text },
      })
    expect(refusal({ guestCount: '4' }, 4)).toBeNull()
  })

  test.each(['2e9', '-1', '', '0', '1.5', '007', 'two', '0x2'])(
    'rejects %j as a number of guests',
    (guestCount) => {
      expect(Object.keys(refusal({ guestCount })?.problems ?? {})).toEqual(['guestCount'])
    },
  )

  test('reports an invalid field and too many guests together', () => {
    const told = refusal({ guestEmail: 'ada', guestCount: '9' })
    expect(told?.title).toBe('Please look again')
    expect(Object.keys(told?.problems ?? {})).toEqual(['guestEmail', 'guestCount'])
  })

  test('is read from FormData, where an unticked checkbox is absent', () => {
    const form = new FormData()
    form.set('guestName', 'Ada')
    form.set('screenDisplay', 'on')
    expect(readTyped(form)).toMatchObject({ guestName: 'Ada', birthdayPackage: false, screenDisplay: true })
  })
})

describe('the line of missing fields', () => {
  test('is null once name, email, phone and guests are filled in', () => {
    expect(missingLine(typed)).toBeNull()
  })
  test('names the fields by their labels', () => {
    expect(missingLine({ ...typed, guestPhone: '  ' })).toBe('Still needed: phone')
    expect(missingLine({ ...typed, guestName: '', guestEmail: '', guestPhone: '' })).toBe(
      'Still needed: full name, email and phone',
    )
  })
})
