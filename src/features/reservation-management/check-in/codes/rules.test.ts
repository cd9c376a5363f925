import { describe, expect, test } from 'vitest'
import { readScanned } from '#features/reservation-management/check-in/rules.ts'
import type { Scanned } from '#features/reservation-management/check-in/schema.ts'
import { entryFacts, formatEntryToken } from '#lib/entry-token.ts'
import { listTime, verdictOnFound, verdictOnOther, withLetIn } from './rules.ts'

const TONIGHT = '2026-11-27'
const ID = '01a2b3c4-d5e6-7f80-9a1b-2c3d4e5f6071'
const tokenOf = (date: string): string =>
  formatEntryToken(entryFacts({ keyNumber: 1, id: ID, date }), new Uint8Array(64))
type Token = Extract<Scanned, { readonly kind: 'token' }>
const scan = (text: string, isGenuine: Token['isGenuine'] = true): Scanned => {
  const scanned = readScanned(text)
  return scanned.kind === 'token' ? { ...scanned, isGenuine } : scanned
}

describe('a code of no party of the list', () => {
  test.each([
    [
      `https://lounge.example/my-reservation/${tokenOf('2026-11-28')}`,
      'Wrong night',
      /Saturday, November 28/,
    ],
    [`https://lounge.example/my-reservation/${tokenOf(TONIGHT)}`, 'Moved', /booked for tonight once/],
    ['https://other.example/tickets/123', 'Not one of our codes', /other\.example/],
    [`https://lounge.example/my-reservation/${'A'.repeat(43)}`, 'Not known', /with a connection/],
    ['ABCD2345', 'Not known', /ABCD2345 is not on tonight/],
    ['x'.repeat(5000), 'Not a code', /5,000 characters/],
    ['javascript:alert(1)', 'Not a code', /is no entry code/],
  ])('%.60s of no party has a verdict with a clear word', (text, title, line) => {
    const verdict = verdictOnOther(scan(text), TONIGHT)
    expect(verdict).toMatchObject({ title, look: 'stop', admits: 'no', partyId: null })
    expect(verdict.lines.join(' ')).toMatch(line)
  })

  test('of tonight is asked about where the list may lack what was booked since', () => {
    const link = `https://lounge.example/my-reservation/${tokenOf(TONIGHT)}`
    const oldList = listTime({ at: '2026-11-28T03:30:00.000Z', date: TONIGHT }, TONIGHT)
    const verdict = verdictOnOther(scan(link), TONIGHT, oldList)
    expect(verdict).toMatchObject({ kind: 'not_listed', look: 'ask', admits: 'after_question' })
    expect(verdict.lines[0]).toBe('Booked for tonight, not on this list of 9:30 PM.')
    expect(verdictOnOther(scan(link, 'unchecked'), TONIGHT, oldList)).toMatchObject({
      title: 'Cannot be checked',
      admits: 'no',
    })
    expect(verdictOnOther(scan(link, false), TONIGHT, oldList)).toMatchObject({ look: 'stop', admits: 'no' })
    expect(verdictOnOther(scan(link), '2026-11-28', oldList).title).toBe('Wrong night')
    expect(verdictOnOther(scan('ABCD2345'), TONIGHT, oldList).lines.join(' ')).toContain('Scan its QR code')
    expect(listTime({ at: '2026-11-27T03:30:00.000Z', date: '2026-11-26' }, TONIGHT)).toBe(
      'Thursday, 9:30 PM',
    )
    const came = {
      tableNumber: null,
      undoesId: null,
      happenedAt: '2026-11-28T04:02:00.000Z',
      actorName: 'Ama',
    }
    const again = withLetIn(verdict, [{ ...came, id: 'a', kind: 'arrived', guests: 2 }])
    expect(again).toMatchObject({ title: 'Let in already', look: 'ask' })
    expect(again.lines[0]).toBe('2 guests at 10:02 PM, by Ama')
  })

  test('with a false signature is not one of ours', () =>
    expect(
      verdictOnOther(scan(`https://lounge.example/my-reservation/${tokenOf(TONIGHT)}`, false), TONIGHT),
    ).toMatchObject({ title: 'Not one of our codes' }))

  test.each([TONIGHT, '2026-11-28'])(
    'signed with a key that the list lacks cannot be checked with this list (%s)',
    (date) => {
      const scanned = scan(`https://lounge.example/my-reservation/${tokenOf(date)}`, 'unknown_key')
      for (const oldList of [null, '9:30 PM']) {
        const verdict = verdictOnOther(scanned, TONIGHT, oldList)
        expect(verdict).toMatchObject({ kind: 'unchecked', title: 'Cannot be checked', admits: 'no' })
        expect(verdict.lines.join(' ')).toMatch(/with this list.*Reload the list.*search for the name/)
      }
    },
  )

  test('is explained by the server where the list does not have it', () => {
    const found = {
      id: ID,
      date: '2026-11-28',
      status: 'confirmed',
      isDeleted: false,
      mergedInto: null,
    } as const
    expect(verdictOnFound(found, TONIGHT).title).toBe('Wrong night')
    expect(verdictOnFound({ ...found, status: 'cancelled' }, TONIGHT).title).toBe('Cancelled')
    expect(verdictOnFound({ ...found, isDeleted: true }, TONIGHT).title).toBe('Deleted')
    expect(verdictOnFound({ ...found, shareId: 'a friend', isTakenBack: true }, TONIGHT)).toMatchObject({
      title: 'Taken back',
      lines: ['The host took this code back.'],
    })
    const mergedInto = { id: 'another', guestName: 'Ada Obi', tableNumbers: [12, 14] }
    const merged = { ...found, date: TONIGHT, isDeleted: true, mergedInto }
    expect(verdictOnFound(merged, TONIGHT)).toMatchObject({
      title: 'Merged',
      lines: [
        'It was merged into the booking of Ada Obi, tables 12 and 14.',
        expect.stringContaining('let them in'),
      ],
    })
    expect(verdictOnFound({ ...merged, date: '2026-11-28' }, TONIGHT).title).toBe('Wrong night')
    const moved = { ...found, date: '2026-11-29', formerNights: [TONIGHT] }
    expect(verdictOnFound(moved, TONIGHT)).toMatchObject({
      title: 'Moved',
      lines: ['This booking was moved to Sunday, November 29, 2026.'],
    })
    expect(verdictOnFound(moved, '2026-11-28').title).toBe('Wrong night')
    expect(verdictOnFound(null, TONIGHT).title).toBe('Not one of our codes')
  })
})
