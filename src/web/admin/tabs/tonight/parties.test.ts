import { describe, expect, test } from 'vitest'
import { party } from '../../../../../tests/staff/night/listed-party.ts'
import type { Party, Tonight } from '#features/reservation-management/tonight/schema.ts'
import { readServerTime } from '#web/admin/clock/server-clock.ts'
import { countIn, filterParties, inOrder, mergeTonight, toShown, toShownParties } from './parties.ts'
import {
  dueText,
  openTermsText,
  otherMark,
  otherText,
  phoneNotes,
  phonePlace,
  phoneState,
  stateText,
} from './tonight-copy.ts'

const answer = (parties: readonly Party[], more: Partial<Tonight> = {}): Tonight => ({
  date: '2026-11-27',
  today: '2026-11-27',
  at: '2026-11-28T02:00:00.000Z',
  isWhole: false,
  parties,
  removed: [],
  total: parties.length,
  walkIns: { cameIn: 0, wentOut: 0 },
  capacity: 0,
  ...more,
})
/** While all these parties may still come. */
const NOW = new Date('2026-11-28T02:00:00.000Z')
const shown = (it: Party, pending?: Party['events'], now = NOW) => toShown(it, now, { pending })
const idsOf = (tonight: Tonight | null) => tonight?.parties.map(({ id }) => id)

describe('an answer with changes', () => {
  const before = inOrder(answer([party('b'), party('a'), party('c')], { isWhole: true }))

  test('replaces, adds and removes parties, and the list stays in order', () => {
    const early = party('d', { startsAt: '2026-11-28T00:30:00.000Z' })
    const changed = party('b', { guestCount: 5 })
    const merged = mergeTonight(before, answer([changed, early], { removed: ['c'], total: 3 }))
    expect(idsOf(merged)).toEqual(['d', 'a', 'b'])
    expect(merged?.parties[2]?.guestCount).toBe(5)
  })

  test('leads to reading the whole list where the number of parties or the date differs', () => {
    expect(mergeTonight(before, answer([], { total: 2 }))).toBeNull()
    expect(mergeTonight(before, answer([], { date: '2026-11-28', total: 3 }))).toBeNull()
    expect(mergeTonight(undefined, answer([], { total: 0 }))).toBeNull()
  })
})

describe('the parties of a night', () => {
  const arrived = {
    id: 'e1',
    kind: 'arrived',
    guests: 2,
    tableNumber: null,
    undoesId: null,
    happenedAt: '2026-11-28T01:10:00.000Z',
    actorName: 'Efua',
  } as const
  const all = [
    shown(party('Ada Obi', { guestPhone: '(972) 555-0142', packages: ['Birthday Shoutout'] })),
    shown(party('Kofi Mensah', { type: 'nightlife', tableNumbers: [7] }), [arrived]),
    shown(party('Esi Owusu', { status: 'cancelled' })),
  ]
  const found = (search: string, more: Partial<Parameters<typeof filterParties>[1]> = {}) =>
    filterParties(all, { search, type: 'all', state: 'all', ...more }).map(({ guestName }) => guestName)

  test('are filtered by kind and state; a search also finds the cancelled', () => {
    expect(found('')).toEqual(['Ada Obi', 'Kofi Mensah'])
    expect(found('', { state: 'here' })).toEqual(['Kofi Mensah'])
    expect(found('', { type: 'dining' })).toEqual(['Ada Obi'])
    expect(found('esi')).toEqual(['Esi Owusu'])
    expect(found('+1 972.555.0142')).toEqual(['Ada Obi'])
    expect(found('codekofi')).toEqual(['Kofi Mensah'])
    expect(found('table 7')).toEqual(['Kofi Mensah'])
    expect(found('mensah kofi')).toEqual(['Kofi Mensah'])
    expect(found('obi kofi')).toEqual([])
    expect(countIn(all, 'cancelled')).toBe(1)
  })

  test('that staff booked as walk-ins, or that two devices admitted, are filtered by that', () => {
    const twice = [
      { ...arrived, deviceId: 'a' },
      { ...arrived, id: 'e2', deviceId: 'b' },
    ]
    const parties = [
      shown(party('Ada', { source: 'walk_in' })),
      shown(party('Kofi', { events: twice })),
      shown(party('Esi')),
    ]
    const names = (more: Partial<Parameters<typeof filterParties>[1]>) =>
      filterParties(parties, { search: '', type: 'all', state: 'all', ...more }).map((it) => it.guestName)
    expect(names({ type: 'walk_in' })).toEqual(['Ada'])
    expect(names({ state: 'twice' })).toEqual(['Kofi'])
    expect(countIn(parties, 'twice')).toBe(1)
    expect(parties[0] && phoneNotes(parties[0])).toContain('Walk-in')
  })

  test('that nothing was recorded of are not waited for once their time is over', () => {
    const late = new Date('2026-11-28T03:00:00.000Z')
    const confirmed = party('Ada', { confirmedAt: '2026-11-27T20:00:00.000Z' })
    const parties = [
      shown(confirmed, [], late),
      shown(party('Kofi'), [arrived], late),
      shown(party('Esi', { endsAt: '2026-11-28T11:00:00.000Z' }), [], late),
    ]
    expect(parties.map(stateText)).toEqual(['No check-in', 'Here', 'To come'])
    expect(stateText(shown(confirmed))).toBe('Confirmed')
    const names = (state: 'unrecorded' | 'to_come') =>
      filterParties(parties, { search: '', type: 'all', state }).map(({ guestName }) => guestName)
    expect(names('unrecorded')).toEqual(['Ada'])
    expect(names('to_come')).toEqual(['Esi'])
  })

  test('that have to pay are those that came or are waited for, also where they have left', () => {
    const owing = (guestName: string, more: Parameters<typeof party>[1] = {}) =>
      party(guestName, { dueCents: 30_000, ...more })
    const left = { ...arrived, id: 'e3', kind: 'left' as const }
    const noShow = { ...arrived, id: 'e4', kind: 'no_show' as const, guests: null }
    const leftAt = '2026-11-28T04:00:00.000Z'
    const parties = [
      shown(owing('Ada')),
      shown(owing('Kofi', { events: [arrived, left], leftAt })),
      shown(owing('Released', { leftAt })),
      shown(owing('Missed', { events: [noShow] })),
      shown(owing('Paying', { isHeld: true, status: 'pending' })),
      shown(party('Paid')),
    ]
    expect(
      filterParties(parties, { search: '', type: 'all', state: 'due' }).map((it) => it.guestName),
    ).toEqual(['Ada', 'Kofi'])
  })

  test('name on a phone the table or that there is none, and the state that no button tells', () => {
    const texts = (it: Party) => [phoneState(shown(it)), phonePlace(shown(it)), phoneNotes(shown(it))]
    expect(texts(party('Ada', { staffNote: 'Window', tableNumbers: [7, 8] }))).toEqual(['', 'T7+8', 'Window'])
    expect(texts(party('Kofi'))).toEqual(['', 'No table', ''])
    expect(texts(party('Esi', { tableNumbers: [7], isDeleted: true }))).toEqual([
      '',
      '',
      'Reservation deleted',
    ])
    const noShow = { ...arrived, kind: 'no_show', guests: null } as const
    const kept = party('Ada', { type: 'nightlife', tableNumbers: [7], events: [noShow] })
    expect(texts(kept)).toEqual(['No-show', 'T7', ''])
    const released = { ...kept, leftAt: '2026-11-28T05:00:00.000Z' }
    expect(texts(released)).toEqual(['No-show', 'T7', 'Table released'])
    const left = { ...arrived, id: 'e2', kind: 'left' } as const
    expect(texts({ ...released, events: [arrived, left] })).toEqual(['', 'T7', ''])
  })

  test('of a guest list owe the cover that is not recorded, and their terms are no amount', () => {
    const until = '2026-11-28T05:00:00.000Z'
    const list = { id: 'l', name: 'Efua', promoter: '', terms: '$10 a person until 11:00 PM' }
    const cover = { price: '$25', freeGuests: 0 as const, list: { reducedCents: 1000, until }, taken: [] }
    const listed = party('Ada', { type: 'guest_list', list, cover })
    const early = new Date('2026-11-28T04:00:00.000Z')
    const late = new Date('2026-11-28T06:00:00.000Z')
    const texts = (it: Party, now: Date) => [
      dueText(shown(it, [], now), { now, isShort: true }),
      openTermsText(shown(it, [], now), now),
    ]
    expect(texts(listed, early)).toEqual(['$20 cover', list.terms])
    expect(texts(listed, late)).toEqual(['$50 cover', ''])
    const items = [{ kind: 'reduced', guests: 2, eachCents: 1000 }] as const
    const paid = { id: 'c', undoesId: null, items, happenedAt: early.toISOString(), actorName: 'Efua' }
    const come = { ...arrived, happenedAt: early.toISOString() }
    const after = { ...listed, cover: { ...cover, taken: [paid] }, events: [come] }
    expect(texts(after, early)).toEqual(['', ''])
    expect(texts(after, late)).toEqual(['', ''])
    const free = { ...listed, cover: { ...cover, list: { reducedCents: null, until } } }
    expect(texts(free, early)).toEqual(['', list.terms])
  })

  test('owe the cover of now, where the clock of the device is wrong', () => {
    const list = { id: 'l', name: 'Efua', promoter: '', terms: '$10 a person until 11:00 PM' }
    const of = { reducedCents: 1000, until: '2026-11-28T05:00:00.000Z' }
    const cover = { price: '$25', freeGuests: 0 as const, list: of, taken: [] }
    const listed = shown(party('Ada', { type: 'guest_list', list, cover }))
    const textAt = (moment: string | number): string => {
      const date = new Date(moment).toUTCString()
      readServerTime({ date, sentMs: Date.now(), receivedMs: Date.now() })
      return dueText(listed, { isShort: true })
    }
    expect(textAt('2026-11-28T04:00:00.000Z')).toBe('$20 cover')
    expect(textAt('2026-11-28T06:00:00.000Z')).toBe('$50 cover')
    textAt(Date.now())
  })

  test('are found by a friend with a code of their own, by a merged booking, and with or without accents', () => {
    const share = { id: 's', guestName: 'Zoë Díaz', entryCode: 'FRIEND77', isTakenBack: false }
    const merged = [{ id: 'm', entryCode: 'MERGED88', guestName: 'José Ruiz' }]
    const parties = [shown(party('Ada')), shown(party('Kofi', { shares: [share], merged }))]
    for (const search of ['zoe', 'Diaz', 'friend77', 'jose', 'JOSÉ', 'merged88']) {
      const names = filterParties(parties, { search, type: 'all', state: 'all' })
      expect(names.map(({ guestName }) => guestName)).toEqual(['Kofi'])
    }
  })

  test('show an act of this device before the server answers, and a booked birthday as a mark', () => {
    expect(all[1]?.attendance.state).toBe('arrived')
    expect(shown(party('x', { events: [arrived] }), [arrived]).attendance.arrived).toBe(2)
    expect(all[0]?.shownTags).toEqual(['birthday'])
  })
})

describe('a dinner and a night', () => {
  const night = { type: 'nightlife', startsAt: '2026-11-28T03:00:00.000Z', tableNumbers: [4] } as const
  const book = { tags: [], allergies: '', note: '', blockReason: null }
  const texts = (...parties: Party[]) => toShownParties(parties, NOW).map(otherText)

  test('of the same guests name each other: the night keeps the table, or one guest of the book booked both', () => {
    const names = ['Also night, table 4', 'Also dinner 7 PM']
    expect(texts(party('Ada'), party('Ada, night', { ...night, dinnerId: 'Ada' }))).toEqual(names)
    const guest = { ...book, id: 'g' }
    const named = [party('Ada', { guest, staffNote: 'Window' }), party('Ada, night', { ...night, guest })]
    expect(texts(...named)).toEqual(names)
    // The end of a phone's notes is cut off: the other one stands below the time.
    const both = toShownParties(named, NOW)
    expect(both.map(otherMark)).toEqual(['+ night', '+ dinner'])
    expect(both.map(phoneNotes)).toEqual(['Window', ''])
  })

  test('of which there are several name the one that keeps the table, and else the earliest', () => {
    const guest = { ...book, id: 'g' }
    const dinner = party('Ada', { guest, startsAt: '2026-11-28T01:00:00.000Z' })
    const early = party('a', { guest, startsAt: '2026-11-28T00:00:00.000Z', tableNumbers: [1] })
    const kept = party('k', { ...night, guest, dinnerId: 'Ada' })
    const other = party('z', { ...night, guest, tableNumbers: [9] })
    expect(texts(dinner, kept, other, early)).toEqual([
      'Also night, table 4',
      'Also dinner 7 PM',
      'Also dinner 6 PM',
      'Also night, table 4',
    ])
    expect(texts({ ...kept, dinnerId: null }, other, dinner)).toEqual([
      'Also dinner 7 PM',
      'Also dinner 7 PM',
      'Also night, table 4',
    ])
  })

  test('of others, or of which one is cancelled or not paid yet, do not', () => {
    const other = party('Ada', { guest: { ...book, id: 'g' } })
    expect(texts(other, party('Kofi', { ...night, guest: { ...book, id: 'h' } }))).toEqual(['', ''])
    expect(texts(party('Ada'), party('Kofi', night))).toEqual(['', ''])
    const own = { ...night, dinnerId: 'Ada' }
    expect(texts(party('Ada'), party('Ada, night', { ...own, isHeld: true }))).toEqual(['', ''])
    expect(texts(party('Ada', { status: 'cancelled' }), party('Ada, night', own))).toEqual(['', ''])
  })
})
