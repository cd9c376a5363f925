import { describe, expect, it } from 'vitest'
import { wallClock } from '#lib/venue-time.ts'
import { calendarAttachment, type CalendarEntry, makeCalendarFile } from './calendar.ts'

const night: CalendarEntry = {
  uid: 'reservation-7@lounge.example',
  title: 'Lantern Night at Baobab & Olive',
  description: 'Table 12 for 4.\nEntry code K7MXQ2RT',
  location: 'Baobab & Olive, 15201 Lantern Row, Addison, TX 75001',
  startsAt: new Date('2026-11-28T03:00:00Z'),
  endsAt: new Date('2026-11-28T11:00:00Z'),
  url: 'https://lounge.example/reservation/abc',
  now: new Date('2026-11-21T00:00:00Z'),
}

/** Parses the file into properties: unfolds lines and drops parameters. */
function propertiesOf(file: string): Map<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).split(';')[0] ?? '', line.slice(colon + 1)]
    }),
  )
}

function momentOf(file: string, name: 'DTSTART' | 'DTEND'): Date {
  const [, year, month, day, hour, minute] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)00Z$/.exec(propertiesOf(file).get(name) ?? '') ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
}

const hoursOf = (file: string): number =>
  (momentOf(file, 'DTEND').getTime() - momentOf(file, 'DTSTART').getTime()) / 3_600_000

describe('a calendar file', () => {
  it('says what, where and when', () => {
    const file = makeCalendarFile(night)
    const properties = propertiesOf(file)
    expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(properties.get('UID')).toBe('reservation-7@lounge.example')
    expect(properties.get('DTSTAMP')).toBe('20261121T000000Z')
    expect(properties.get('SUMMARY')).toBe('Lantern Night at Baobab & Olive')
    expect(properties.get('LOCATION')).toBe(
      String.raw`Baobab & Olive\, 15201 Lantern Row\, Addison\, TX 75001`,
    )
    expect(properties.get('DESCRIPTION')).toBe(String.raw`Table 12 for 4.\nEntry code K7MXQ2RT`)
    expect(properties.get('URL')).toBe('https://lounge.example/reservation/abc')
    expect(properties.get('STATUS')).toBe('CONFIRMED')
    expect(properties.get('METHOD')).toBe('PUBLISH')
    expect(properties.get('SEQUENCE')).toBe('0')
  })

  it('spans midnight: 9 PM on Friday to 5 AM on Saturday', () => {
    const file = makeCalendarFile(night)
    expect(wallClock(momentOf(file, 'DTSTART'))).toEqual({ date: '2026-11-27', time: '21:00' })
    expect(wallClock(momentOf(file, 'DTEND'))).toEqual({ date: '2026-11-28', time: '05:00' })
    expect(hoursOf(file)).toBe(8)
  })

  it.each([
    ['nine hours long when the clocks go back', '2026-11-01T02:00:00Z/2026-11-01T11:00:00Z', 9],
    ['seven hours long when they go forward', '2027-03-14T03:00:00Z/2027-03-14T10:00:00Z', 7],
  ] as const)('is %s, and still 9 PM to 5 AM', (_, span, hours) => {
    const [startsAt, endsAt] = span.split('/').map((moment) => new Date(moment))
    if (!startsAt || !endsAt) throw new Error('no span')
    const file = makeCalendarFile({ ...night, startsAt, endsAt })
    expect(wallClock(momentOf(file, 'DTSTART')).time).toBe('21:00')
    expect(wallClock(momentOf(file, 'DTEND')).time).toBe('05:00')
    expect(hoursOf(file)).toBe(hours)
  })

  it('takes an entry back under the same name, as something newer', () => {
    const properties = propertiesOf(makeCalendarFile({ ...night, cancelled: true }))
    expect(properties.get('METHOD')).toBe('CANCEL')
    expect(properties.get('STATUS')).toBe('CANCELLED')
    expect(properties.get('UID')).toBe(night.uid)
    expect(Number(properties.get('SEQUENCE'))).toBeGreaterThan(0)
    const later = makeCalendarFile({ ...night, cancelled: true, sequence: 4 })
    expect(propertiesOf(later).get('SEQUENCE')).toBe('4')
  })

  it('takes a title with line breaks as text, never as a property', () => {
    const file = makeCalendarFile({ ...night, title: 'Night\r\nATTENDEE:mailto:x@example.com\rURL:y\nX:z' })
    const lines = file.split('\r\n')
    expect(lines.some((line) => /^(ATTENDEE|X:)/.test(line))).toBe(false)
    expect(lines.filter((line) => line.startsWith('URL'))).toHaveLength(1)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('keeps every line within 75 octets, accents and all', () => {
    const file = makeCalendarFile({
      ...night,
      description: 'Soirée à Dakar, Raï d’après minuit. '.repeat(12),
    })
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(propertiesOf(file).get('DESCRIPTION')).toContain('Raï d’après minuit. ')
  })

  it('leaves an address whole', () => {
    const url = propertiesOf(makeCalendarFile({ ...night, url: 'https://lounge.example/r?a=1,2;3' })).get(
      'URL',
    )
    expect(url).toBe('https://lounge.example/r?a=1%2C2%3B3')
  })

  it('refuses a night that ends before it starts', () => {
    expect(() => makeCalendarFile({ ...night, endsAt: night.startsAt })).toThrow('ends after it starts')
  })
})

it('an email names the method of the file in the type of its part', () => {
  const typeOf = (cancelled: boolean): string =>
    calendarAttachment('night.ics', makeCalendarFile({ ...night, cancelled })).contentType
  expect(typeOf(false)).toBe('text/calendar; charset=utf-8; method=PUBLISH')
  expect(typeOf(true)).toBe('text/calendar; charset=utf-8; method=CANCEL')
})
