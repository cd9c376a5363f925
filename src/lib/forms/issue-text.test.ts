import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { plainIssueText } from './issue-text.ts'

const shape = z.object({
  name: z.string().check(z.minLength(2), z.maxLength(5)),
  kind: z.enum(['food', 'drink']),
  seats: z.int().check(z.minimum(1), z.maximum(50)),
  share: z.int().check(z.multipleOf(10)),
  picture: z.uuid(),
  tags: z.array(z.string()).check(z.maxLength(1)),
  isOn: z.boolean(),
  own: z.string().check(z.maxLength(1, 'A text of its own.')),
})
const right = {
  name: 'Suya',
  kind: 'food',
  seats: 4,
  share: 20,
  picture: '0199a3a0-0000-7000-8000-000000000001',
  tags: [],
  isOn: true,
  own: '',
}

test.each([
  ['name', 'Suya beef', 'Please use at most 5 characters.'],
  ['name', 'S', 'Please use at least 2 characters.'],
  ['name', '', 'Please fill this in.'],
  ['name', undefined, 'Please fill this in.'],
  ['name', 7, 'Please enter text.'],
  ['kind', 'music', 'Please choose one of: food, drink.'],
  ['seats', 51, 'Please enter at most 50.'],
  ['seats', 0, 'Please enter at least 1.'],
  ['seats', 'four', 'Please enter a number.'],
  ['seats', 1.5, 'Please enter a whole number.'],
  ['share', 15, 'Please enter a multiple of 10.'],
  ['picture', 'x', 'Please choose it from the list again.'],
  ['tags', ['a', 'b'], 'Please pick at most 1 choice.'],
  ['isOn', 'yes', 'Please answer yes or no.'],
  ['own', 'ab', 'A text of its own.'],
] as const)('%s of %j is answered with what would be right', (field, value, text) => {
  const parsed = shape.safeParse({ ...right, [field]: value }, { error: plainIssueText })
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([text])
})
