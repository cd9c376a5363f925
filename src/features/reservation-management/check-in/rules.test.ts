import { describe, expect, test } from 'vitest'
import {
  COVER,
  event,
  ID,
  later,
  NOW,
  party,
  scan,
  TONIGHT,
  tokenOf,
} from '../../../../tests/staff/night/expected-party.ts'
import { guestsAfter, guestsOfHost } from '#features/reservation-management/tonight/admission/rules.ts'
import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import { findParty, questionAfterDinner, questionBefore, verdictOnParty as verdictAt } from './rules.ts'
import type { ExpectedParty } from './schema.ts'

const verdictOnParty = (it: ExpectedParty) => verdictAt(it, NOW)

describe('the verdict on a party of tonight', () => {
  test('lets it in, with its table and the guests who are still to come', () => {
    expect(verdictOnParty(party())).toMatchObject({
      look: 'go',
      title: 'Come in',
      lines: ['Table 12', '6 guests'],
    })
    expect(verdictOnParty(party({ events: [event('arrived', 2)] })).lines).toEqual([
      'Table 12',
      '4 of 6 still to come',
    ])
    expect(verdictOnParty(party({ tableNumbers: [] })).lines).toContain('No table yet')
  })

  test('says since when it is here, and by whom', () => {
    expect(verdictOnParty(party({ events: [event('arrived', 6)] }))).toMatchObject({
      kind: 'here_already',
      look: 'ask',
      lines: ['Table 12', 'All 6 came', 'Since 10:02 PM, by Ama'],
      admits: 'after_question',
    })
    const left = party({ events: [event('arrived', 6), event('left', 6)], leftAt: NOW.toISOString() })
    expect(verdictOnParty(left).title).toBe('Left already')
    expect(questionBefore(left, 6)).toContain('has left')
  })

  test('sends no late guest to a table that was released after a no-show', () => {
    const noShow: ArrivalEvent = { ...event('arrived', 0), kind: 'no_show', guests: null }
    expect(verdictOnParty(party({ events: [noShow] }))).toMatchObject({ look: 'go', title: 'Come in' })
    const released = party({ events: [noShow], leftAt: NOW.toISOString(), dueCents: 35_000 })
    expect(verdictOnParty(released)).toMatchObject({
      kind: 'released',
      look: 'ask',
      title: 'Table released',
      lines: [
        "Table 12: released, may be another party's now.",
        'Please ask the host for a table.',
        '6 guests',
        '$350 for the table, to be paid to a host',
      ],
      admits: 'after_question',
    })
    expect(verdictOnParty({ ...released, tableNumbers: [] }).lines[0]).toBe(
      'Please ask the host for a table.',
    )
    expect(questionBefore(released, 6)).toBe(
      'The table of this party was released. Let 6 guests in all the same?',
    )
    const [some, more] = [event('arrived', 4), later('left', 2)]
    const inPart = party({ events: [noShow, some], leftAt: NOW.toISOString() })
    expect(verdictOnParty(inPart).lines).toContain('2 of 6 still to come')
    expect(questionBefore({ ...inPart, events: [noShow, some, more] }, 2)).toBeNull()
  })

  test('sends no guest who comes back to a table that was released when the party left', () => {
    const RELEASED = ["Table 12: released, may be another party's now.", 'Please ask the host for a table.']
    const evening = [
      event('arrived', 2),
      later('left', 2, 10),
      later('arrived', 1, 20),
      later('arrived', 1, 25),
    ]
    const after = (acts: number) =>
      verdictOnParty(
        party({ guestCount: 2, events: evening.slice(0, acts), leftAt: '2026-11-28T04:00:00.000Z' }),
      )
    expect(after(2)).toMatchObject({ title: 'Left already', lines: ['Left at 10:00 PM', ...RELEASED] })
    expect(after(3)).toMatchObject({ title: 'Back in', look: 'ask', lines: [...RELEASED, '1 of 2 went out'] })
    expect(after(4).title).toBe('Here already')
    expect(after(4).lines).toEqual(expect.arrayContaining(RELEASED))
  })

  test('asks before guests of a dinner that is over enter: not into the night without cover, nor to its table', () => {
    const over = party({ type: 'dining', endsAt: NOW.toISOString() })
    expect(verdictOnParty({ ...over, endsAt: new Date(NOW.getTime() + 1).toISOString() }).kind).toBe(
      'come_in',
    )
    expect(verdictOnParty(over)).toMatchObject({
      kind: 'over',
      look: 'ask',
      title: 'Dinner over',
      lines: [
        'This dinner ended at 10:30 PM.',
        "Table 12 may be another party's now.",
        'Guests who come for the night enter as walk-ins.',
        '6 guests',
      ],
      admits: 'after_question',
    })
    expect(questionAfterDinner(over, 6)).toBe('This dinner ended at 10:30 PM. Let 6 guests in all the same?')
    const joining = { ...over, events: [event('arrived', 4)] }
    expect(verdictOnParty(joining).lines).not.toContain("Table 12 may be another party's now.")
    const smoker = { ...over, events: [event('arrived', 6), later('left', 2)] }
    expect(verdictOnParty(smoker)).toMatchObject({ kind: 'back', look: 'ask', admits: 'at_once' })
    expect(verdictOnParty(smoker).lines).toContain('This dinner ended at 10:30 PM.')
    expect(verdictOnParty({ ...over, type: 'nightlife' }).kind).toBe('come_in')
  })

  test('asks about further guests of a party that was cancelled, or taken off the list, after some came', () => {
    const some = { status: 'cancelled', events: [event('arrived', 4)] } as const
    expect(verdictOnParty(party(some))).toMatchObject({
      kind: 'cancelled',
      look: 'ask',
      title: 'Cancelled',
      lines: [
        'This booking was cancelled.',
        '2 of 6 still to come',
        "Table 12: released, may be another party's now.",
        'Please ask the host for a table.',
      ],
      admits: 'after_question',
    })
    expect(questionBefore(party(some), 2)).toBe('This booking was cancelled. Let 2 guests in anyway?')
    const listed = party({ ...some, list: { name: 'Friends of Kofi', terms: '' } })
    expect(verdictOnParty(listed)).toMatchObject({
      title: 'Removed',
      lines: ['Taken off the list Friends of Kofi.', '2 of 6 still to come'],
    })
    const smokers = party({ ...some, events: [event('arrived', 6), later('left', 2)] })
    expect(questionBefore(smokers, 2)).toBeNull()
  })

  test('lets guests back in who went out, without a question, and asks about more', () => {
    const smoker = party({ cover: COVER, events: [event('arrived', 6), later('left', 2)] })
    const cover = { kind: 'full', guests: 5, eachCents: 2500 } as const
    const act = { id: 'cover', undoesId: null, happenedAt: NOW.toISOString(), actorName: 'Ama' }
    const paid = { ...COVER, taken: [{ ...act, items: [cover] }] }
    expect(verdictOnParty({ ...smoker, cover: paid })).toMatchObject({
      kind: 'back',
      look: 'go',
      lines: ['Table 12', '2 of 6 went out'],
      admits: 'at_once',
    })
    expect(guestsOfHost(smoker, attendanceOf(smoker))).toBe(2)
    expect(questionBefore(smoker, 2)).toBeNull()
    expect(questionBefore(smoker, 3)).toBe('7 guests in a party of 6. Let them all in?')
    const back = party({ cover: COVER, events: [...smoker.events, later('arrived', 2, 25)] })
    expect(attendanceOf(back)).toMatchObject({ arrived: 6, inside: 6 })
    expect(guestsAfter(attendanceOf(smoker), 2)).toBe(6)
    // All who came so far are outside; two of the party are still to come.
    const outside = party({ events: [event('arrived', 4), later('left', 4)] })
    expect(verdictOnParty(outside)).toMatchObject({
      kind: 'back',
      lines: ['Table 12', '4 of 6 went out', '2 of 6 still to come'],
    })
    expect(questionBefore(outside, 6)).toBeNull()
  })

  test('names what is due of a party that is here already, or comes back', () => {
    const owing = { dueCents: 14_000, cover: COVER }
    const here = verdictOnParty(party({ ...owing, events: [event('arrived', 6)] }))
    expect(here).toMatchObject({ kind: 'here_already', look: 'ask' })
    expect(here.lines).toEqual([
      '$140 for the table, to be paid to a host',
      'Cover: $125 (5 of 6 pay $25)',
      'Table 12',
      'All 6 came',
      'Since 10:02 PM, by Ama',
    ])
    expect(
      verdictOnParty(party({ ...owing, events: [event('arrived', 6), later('left', 2)] })),
    ).toMatchObject({
      kind: 'back',
      look: 'ask',
      lines: [
        '$140 for the table, to be paid to a host',
        'Cover: $125 (5 of 6 pay $25)',
        'Table 12',
        '2 of 6 went out',
      ],
      admits: 'at_once',
    })
  })

  test('counts the guests who came, where they are more than were booked', () => {
    const more = party({ guestCount: 3, cover: COVER, events: [event('arrived', 2), later('arrived', 4)] })
    expect(verdictOnParty(more).lines).toEqual([
      'Cover: $125 (5 of 6 pay $25)',
      'Table 12',
      'All 6 came, booked for 3',
      'Since 10:02 PM, by Ama',
    ])
    expect(questionBefore(more, 1)).toBe('All 6 of this party are here already. Let 1 more in?')
  })

  test('names each amount that is due, and for what', () => {
    expect(verdictOnParty(party({ dueCents: 35_000, cover: COVER }))).toMatchObject({
      kind: 'due',
      look: 'ask',
      lines: [
        '$350 for the table, to be paid to a host',
        'Cover: $125 (5 of 6 pay $25)',
        'Table 12',
        '6 guests',
      ],
      admits: 'at_once',
    })
  })

  test('of a guest list says what its guests pay', () => {
    const list = { name: 'Friends of Ama', terms: 'Free until 11:00 PM' }
    const entry = party({ type: 'guest_list', tableNumbers: [], list })
    expect(verdictOnParty(entry)).toMatchObject({
      look: 'go',
      lines: ['Friends of Ama: Free until 11:00 PM', '6 guests'],
    })
    expect(verdictOnParty({ ...entry, status: 'cancelled' })).toMatchObject({
      title: 'Removed',
      look: 'stop',
    })
  })

  test('stops a cancelled one and asks about an unconfirmed one', () => {
    expect(verdictOnParty(party({ status: 'cancelled' }))).toMatchObject({ look: 'stop', title: 'Cancelled' })
    const offered = verdictOnParty(party({ status: 'pending', isHeld: true, type: 'dining' }))
    expect(offered).toMatchObject({ kind: 'unconfirmed', look: 'ask' })
    expect(offered.lines.join(' ')).toContain('Letting them in accepts it')
    expect(verdictOnParty(party({ status: 'pending', isHeld: true })).lines).toContain(
      'The guest is still paying for this table. Please ask a manager.',
    )
    expect(verdictOnParty(party({ status: 'pending' }))).toMatchObject({
      look: 'ask',
      title: 'Not confirmed',
    })
  })

  test('lets a dinner in that was promised its table, and asks about one without', () => {
    const dinner = { ...party({ status: 'pending', type: 'dining' }), isHeld: false }
    expect(verdictOnParty(dinner)).toMatchObject({ look: 'go', title: 'Come in' })
    expect(questionBefore(dinner, 2)).toBeNull()
    expect(verdictOnParty({ ...dinner, tableNumbers: [] }).lines).toContain(
      'No table is assigned yet. Please ask the host.',
    )
    expect(questionBefore({ ...dinner, tableNumbers: [] }, 2)).toContain('not confirmed')
  })

  test('is never a plain yes where the signature could not be checked', () => {
    expect(verdictAt(party(), NOW, 'Compare the name.')).toMatchObject({
      look: 'ask',
      lines: ['Table 12', '6 guests', 'Compare the name.'],
    })
  })
})

test('a question comes before more guests than were booked, and before guests of a cancelled or full party', () => {
  expect(questionBefore(party(), 6)).toBeNull()
  expect(questionBefore(party(), 9)).toBe('9 guests in a party of 6. Let them all in?')
  expect(questionBefore(party({ events: [event('arrived', 6)] }), 1)).toMatch(/here already/)
  expect(questionBefore(party({ status: 'cancelled' }), 2)).toMatch(/cancelled/)
})

describe('a scanned text', () => {
  test('is found by its link, its code in any spelling, and not with a false signature or one of an unknown key', () => {
    const link = `https://lounge.example/my-reservation/${tokenOf(TONIGHT)}`
    expect(findParty(scan(link), [party()])?.party.id).toBe(ID)
    expect(findParty(scan(link, 'unchecked'), [party()])?.party.id).toBe(ID)
    const onList = link.replace('my-reservation', 'list-entry')
    expect(findParty(scan(onList), [party()])?.party.id).toBe(ID)
    expect(findParty(scan(onList, false), [party()])).toBeUndefined()
    expect(findParty(scan(link, false), [party()])).toBeUndefined()
    expect(findParty(scan(link, 'unknown_key'), [party()])).toBeUndefined()
    const other = party({ id: 'another', merged: [{ id: ID, entryCode: 'K7MXQ2RT', guestName: 'Ben Lee' }] })
    const together = [{ ...other, entryCode: 'AAAA2345' }]
    expect(findParty(scan(link), together)?.party.id).toBe('another')
    expect(findParty(scan('k7mx q2rt'), together)?.party.id).toBe('another')
    expect(verdictOnParty(other).lines).toContain('Together with Ben Lee: merged into this booking')
    expect(findParty(scan(' k7mx-q2rt\n'), [party()])?.party.id).toBe(ID)
  })
})
