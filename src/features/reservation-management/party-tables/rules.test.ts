import { expect, test } from 'vitest'
import { inAgreedOrder, sittingEnds } from './rules.ts'

const NINE_PM = new Date('2026-11-28T03:00:00Z')
const endsAt = (minutesAfterNine: number): string[] =>
  sittingEnds(NINE_PM, new Date(NINE_PM.getTime() + minutesAfterNine * 60_000)).map(
    (it) => `${it.label} ${it.endsAt.toISOString().slice(11, 16)}`,
  )

test('a sitting is made longer or shorter from its end, and from now where it is past its end', () => {
  expect(endsAt(-60)).toEqual(['30 min shorter 02:30', '15 min longer 03:15', '30 min longer 03:30'])
  expect(endsAt(-20)).toEqual(['15 min longer 03:15', '30 min longer 03:30'])
  expect(endsAt(48)).toEqual(['Until 10:00 PM 04:00', 'Until 10:15 PM 04:15', 'Until 10:30 PM 04:30'])
})

test('a party keeps the table its price was agreed for in front, also where that was ticked last', () => {
  expect(inAgreedOrder(['1', '5', '13'], ['13'])).toEqual(['13', '1', '5'])
  expect(inAgreedOrder(['5', '1'], ['13', '1'])).toEqual(['1', '5'])
  expect(inAgreedOrder(['1'], [])).toEqual(['1'])
})
