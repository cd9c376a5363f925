import { expect, test } from 'vitest'
import type { ExpectedParty, Snapshot } from '#features/reservation-management/check-in/schema.ts'
import { type QueuedAct, WALK_INS } from './act-queue.ts'
import { party as expected } from '../../../../../tests/staff/night/expected-party.ts'
import { containedIn, nightOf, searchParties } from './check-in-state.ts'

const NIGHT = '2026-11-27'
const AT = '2026-11-28T04:00:00.000Z'
const AMA = { id: 'ama', name: 'Ama' }
const KOFI = { id: 'kofi', name: 'Kofi' }

const snapshot: Snapshot = {
  date: NIGHT,
  today: NIGHT,
  at: AT,
  isWhole: true,
  parties: [],
  removed: [],
  total: 0,
  walkIns: { cameIn: 10, wentOut: 1 },
  capacity: 0,
  venueName: 'Venue',
  coverNights: [],
  reducedCoverCents: 0,
  ownCounts: [],
  isClosed: false,
  keys: [],
  staff: AMA,
  sessionId: 'session',
}

let seq = 0
/** Two walk-ins that were counted on this device. */
const count = (more: Partial<QueuedAct> = {}): QueuedAct => {
  seq += 1
  return {
    seq,
    act: { id: `act ${seq}`, at: AT, change: 2 },
    partyId: WALK_INS,
    heads: { cameIn: 2, wentOut: 0 },
    night: NIGHT,
    staff: AMA,
    tableNumber: null,
    state: 'unsent',
    problem: null,
    guestName: 'Walk-ins',
    ...more,
  }
}
const insideWith = (...acts: readonly QueuedAct[]): number => nightOf({ snapshot, acts }).counts.inside

test('walk-ins of this device are added to those of the list, of its own night only', () => {
  expect(insideWith()).toBe(9)
  expect(insideWith(count(), count({ state: 'sent' }))).toBe(13)
  expect(insideWith(count({ night: '2026-11-26' }))).toBe(9)
  // Stored by an earlier version, which did not know the night: at 5 AM on Friday, and tonight.
  const { night: _none, ...stored } = count()
  const act = { id: 'thursday', at: '2026-11-27T11:00:00.000Z', change: 2 }
  expect(insideWith({ ...stored, act })).toBe(9)
  expect(insideWith(stored)).toBe(11)
})

test('a count that was sent before the list was asked for is in it, on any device', () => {
  const [sent, later, unsent] = [
    count({ staff: KOFI, state: 'sent' }),
    count({ staff: KOFI, state: 'sent' }),
    count(),
  ]
  const answer = { sentBefore: new Set([sent.act.id]), savedAt: Date.parse(AT), maxAgeMs: 86_400_000 }
  const isContained = containedIn(snapshot, answer)
  expect([sent, later, unsent].map(isContained)).toEqual([true, false, false])
  const listed = containedIn({ ...snapshot, ownCounts: [later.act.id] }, answer)
  expect(listed(later)).toBe(true)
  expect(containedIn({ ...snapshot, isClosed: true }, answer)(unsent)).toBe(false)
  expect(containedIn(snapshot, { ...answer, savedAt: Date.parse(AT) + 90_000_000 })(later)).toBe(true)
})

test('a list with an arrival does not contain its free cover yet, although both have one id', () => {
  const stamp = { id: 'one tap', at: AT, entryId: 'entry' }
  const item = { kind: 'guest_list', guests: 2, eachCents: 0 } as const
  const arrival = count({ state: 'sent', partyId: 'entry', act: { ...stamp, kind: 'arrived', guests: 2 } })
  const act = { ...stamp, kind: 'cover', night: NIGHT, method: null, items: [item] } as const
  const cover = count({ state: 'sent', partyId: 'entry', act: { ...act, items: [...act.items] } })
  const answer = { sentBefore: new Set<string>(), savedAt: Date.parse(AT), maxAgeMs: 86_400_000 }
  const party = expected({ id: 'entry' })
  const [listed = party] = nightOf({ snapshot: { ...snapshot, parties: [party] }, acts: [arrival] }).parties
  const isContained = containedIn({ ...snapshot, parties: [listed] }, answer)
  expect([arrival, cover].map(isContained)).toEqual([true, false])
})

test('a party is found by a friend, by a merged booking, by its phone, and with or without accents', () => {
  const party: ExpectedParty = {
    id: 'party',
    type: 'nightlife',
    status: 'confirmed',
    startsAt: AT,
    leftAt: null,
    tableNumbers: [7],
    guestName: 'Ada Obi',
    guestCount: 4,
    entryCode: 'ADAOBI77',
    eventTitle: null,
    tags: [],
    dueCents: 0,
    cover: null,
    events: [],
    shares: [{ id: 's', guestName: 'Zoë Díaz', entryCode: 'FRIEND77', isTakenBack: false }],
    merged: [{ id: 'm', guestName: 'José Ruiz', entryCode: 'MERGED88' }],
    list: null,
    phoneEnd: '0142',
  }
  const searches = ['ada', 'zoe', 'friend77', 'jose ruiz', 'JOSÉ', 'merged88', 'table 7', '(972) 555-0142']
  for (const search of searches) expect(searchParties([party], search)).toEqual([party])
  expect(searchParties([party], 'joseph')).toEqual([])
})

test('guests of a code that was not on the list are inside, once, also when a list names their party', () => {
  const act = { id: 'let in', reservationId: 'new', at: AT, kind: 'arrived', guests: 2 } as const
  const letIn = count({ act, partyId: 'new' })
  expect(insideWith(letIn)).toBe(11)
  expect(insideWith({ ...letIn, state: 'refused' })).toBe(9)
  const party: Snapshot['parties'][number] = {
    id: 'new',
    type: 'dining',
    status: 'confirmed',
    startsAt: AT,
    leftAt: null,
    tableNumbers: [],
    guestName: 'Ada Obi',
    guestCount: 2,
    entryCode: 'K7MXQ2RT',
    eventTitle: null,
    tags: [],
    dueCents: 0,
    cover: null,
    list: null,
    events: [],
    phoneEnd: null,
  }
  const inside = (events: typeof party.events): number =>
    nightOf({ snapshot: { ...snapshot, parties: [{ ...party, events }] }, acts: [letIn] }).counts.inside
  const event = {
    id: act.id,
    kind: 'arrived',
    guests: 2,
    tableNumber: null,
    undoesId: null,
    actorName: 'Ama',
  } as const
  expect(inside([{ ...event, happenedAt: AT }])).toBe(11)
  // Listed since, and the act is not sent yet.
  expect(inside([])).toBe(11)
  // Moved to another night: the list counts them without naming their party.
  const moved = { arrived: 2, inside: 2, acts: [act.id] }
  expect(nightOf({ snapshot: { ...snapshot, moved }, acts: [letIn] }).counts.inside).toBe(11)
})

test('a name is found with any apostrophe or none, and its words in any order', () => {
  const parties = [
    expected({ guestName: 'Céline D’Arcy', tableNumbers: [] }),
    expected({ guestName: 'Abena Osei', tableNumbers: [] }),
  ]
  const found = (search: string) => searchParties(parties, search).map(({ guestName }) => guestName)
  for (const search of ["d'arcy", 'D’Arcy', 'darcy', 'celine d', 'darcy celine'])
    expect(found(search), search).toEqual(['Céline D’Arcy'])
  expect(found('osei abena')).toEqual(['Abena Osei'])
  expect(found('osei celine')).toEqual([])
})
