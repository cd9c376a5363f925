import { expect, test } from 'vitest'
import { withoutText } from './rules.ts'

test.each([
  ['Window seat\nNut allergy', 'Nut allergy', 'Window seat'],
  ['Window seat\nNut allergy', 'Window seat', 'Nut allergy'],
  ['One\nTwo\nlines\nThree', 'Two\nlines', 'One\nThree'],
  ['Nut allergy', 'Nut allergy', ''],
  ['No nut allergy', 'nut allergy', 'No nut allergy'],
  ['Costs $5', '', 'Costs $5'],
])('%j without %j is %j', (whole, part, left) => expect(withoutText(whole, part)).toBe(left))
