import { describe, expect, test } from 'vitest'
import { event, ID, later, NOW, party, scan, TONIGHT } from '../../../../tests/staff/night/expected-party.ts'
import { guestsOfHost } from '#features/reservation-management/tonight/admission/rules.ts'
import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import { entryFacts, formatEntryToken } from '#lib/entry-token.ts'
import { findParty, questionBefore, verdictOnFriend, verdictOnParty } from './rules.ts'
import type { ExpectedParty } from './schema.ts'

describe('the code of a friend', () => {
  const ana = {
    id: '01a2b3c4-d5e6-7f80-9a1b-2c3d4e5f6072',
    guestName: 'Ana',
    entryCode: 'FRND2345',
    isTakenBack: false,
  }
  const ben = { ...ana, id: '01a2b3c4-d5e6-7f80-9a1b-2c3d4e5f6073', guestName: 'Ben', entryCode: 'FRND2346' }
  const came = (share: typeof ana, actorName = 'Ama') => ({
    ...event('arrived', 1, actorName),
    shareId: share.id,
  })
  const kims = (more: Partial<ExpectedParty> = {}) =>
    party({ guestName: 'Kim Obi', shares: [ana, ben], ...more })
  const verdictOn = (it: ExpectedParty, share = ana) => verdictOnFriend({ party: it, share }, NOW)

  test('is found by its link and by its characters, with the party', () => {
    const token = formatEntryToken(
      entryFacts({ keyNumber: 1, id: ana.id, date: TONIGHT }),
      new Uint8Array(64),
    )
    const link = `https://lounge.example/shared-entry/${token}`
    for (const text of [link, 'frnd-2345'])
      expect(findParty(scan(text), [party({ id: ben.id }), kims()])).toMatchObject({
        party: { id: ID },
        share: ana,
      })
    expect(findParty(scan(link, false), [kims()])).toBeUndefined()
    expect(findParty(scan('K7MXQ2RT'), [kims()])).toMatchObject({ share: null })
  })

  test('lets the friend in with the party and its table, once', () => {
    const half = kims({ events: [event('arrived', 2), came(ben)] })
    expect(verdictOn(half)).toMatchObject({
      look: 'go',
      title: 'Come in',
      friend: "Ana, with Kim Obi's party",
      lines: ['Table 12', '3 of 6 still to come'],
      admits: 'at_once',
    })
    expect(questionBefore(half, 1, ana)).toBeNull()
    const again = kims({ events: [came(ana, 'Kofi')] })
    expect(verdictOn(again)).toMatchObject({
      look: 'ask',
      title: 'Here already',
      lines: ['Table 12', 'Since 10:02 PM, by Kofi'],
    })
    expect(questionBefore(again, 1, ana)).toContain('Ana is here already')
    const out = kims({ events: [came(ana), event('arrived', 5), later('left', 1)] })
    expect(verdictOn(out)).toMatchObject({ kind: 'back', look: 'go', lines: ['Table 12', '1 of 6 went out'] })
    expect(questionBefore(out, 1, ana)).toBeNull()
  })

  test('counts once where two devices scanned it, and leaves the others to come', () => {
    expect(verdictOn(kims({ events: [came(ana), came(ana, 'Kofi')] }), ben).lines).toContain(
      '5 of 6 still to come',
    )
  })

  test('is asked about where the party is full, and stops where it is cancelled or the code was taken back', () => {
    expect(verdictOn(kims({ events: [event('arrived', 6)] }))).toMatchObject({
      look: 'ask',
      admits: 'after_question',
    })
    expect(verdictOn(kims({ status: 'cancelled' }))).toMatchObject({ look: 'stop', title: 'Cancelled' })
    const back = { ...ana, isTakenBack: true }
    expect(verdictOn(kims({ shares: [back] }), back)).toMatchObject({
      look: 'stop',
      title: 'Taken back',
      admits: 'no',
    })
  })

  test('leaves the code of the host with the guests who have none of their own', () => {
    const of = (it: ExpectedParty) => guestsOfHost(it, attendanceOf(it))
    expect(of(kims())).toBe(4)
    expect(of(kims({ events: [came(ana)] }))).toBe(4)
    expect(of(kims({ shares: [ana, { ...ben, isTakenBack: true }] }))).toBe(5)
    expect(of(kims({ events: [event('arrived', 5)] }))).toBe(1)
    expect(verdictOnParty(kims(), NOW).lines).toContain('2 friends with a code of their own')
  })
})
