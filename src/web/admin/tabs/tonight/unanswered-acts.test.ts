import { expect, test } from 'vitest'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import { createUnansweredActs } from './unanswered-acts.ts'

let ids = 0
const tap = (more: Partial<ArrivalAct> = {}): ArrivalAct => {
  ids += 1
  const act = { id: `act ${ids}`, at: `2026-11-28T04:00:0${ids}.000Z`, reservationId: 'ada' }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of each kind are named by the test
  return { ...act, kind: 'arrived', guests: 6, ...more } as ArrivalAct
}

test('the same act tapped again keeps the id and the time of the one without an answer', () => {
  const unanswered = createUnansweredActs()
  const [first, second] = [tap(), tap()]
  expect(unanswered.again(first, { events: [] })).toBe(first)
  unanswered.keep([first])
  expect(unanswered.again(second, { events: [] })).toBe(first)
  for (const other of [
    tap({ guests: 5 }),
    // They were counted as walk-ins before, so they are no further heads.
    tap({ kind: 'arrived', wereWalkIns: true }),
    tap({ kind: 'left' }),
    tap({ reservationId: 'kofi' }),
    tap({ kind: 'undone', undoesId: 'act 1' }),
  ])
    expect(unanswered.again(other, { events: [] })).toBe(other)
})

test('a party that sits down at another table is another act', () => {
  const unanswered = createUnansweredActs()
  const [at12, again, at14] = [tap({ kind: 'seated' }), tap({ kind: 'seated' }), tap({ kind: 'seated' })]
  unanswered.keep([at12], { tableNumbers: [12] })
  expect(unanswered.again(at14, { tableNumbers: [14] })).toBe(at14)
  expect(unanswered.again(again, { tableNumbers: [12] })).toBe(at12)
})

test('an act tapped again after more than two minutes keeps the id, so that it counts once, and has the time of the new tap', () => {
  const unanswered = createUnansweredActs()
  const first = tap({ at: '2026-11-28T04:00:00.000Z' })
  unanswered.keep([first])
  const soon = tap({ at: '2026-11-28T04:02:00.000Z' })
  expect(unanswered.again(soon, { events: [] })).toBe(first)
  const late = tap({ at: '2026-11-28T06:30:00.000Z' })
  expect(unanswered.again(late, { events: [] })).toEqual({ ...late, id: first.id })
})

test('an act that was answered, or that the list shows, is a new one when tapped again', () => {
  const unanswered = createUnansweredActs()
  const [answered, shown, next] = [tap(), tap(), tap()]
  unanswered.keep([answered])
  unanswered.forget([answered])
  expect(unanswered.again(next, {})).toBe(next)
  unanswered.keep([shown])
  expect(unanswered.again(next, { events: [{ id: shown.id }] })).toBe(next)
  expect(unanswered.again(next, {})).toBe(next)
})
