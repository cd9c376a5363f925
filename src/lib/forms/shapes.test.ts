import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { count, line, optional, phone } from './fields.ts'
import { plainIssueText } from './issue-text.ts'
import { shapeOf } from './shapes.ts'

const body = z
  .strictObject({
    name: shapeOf(line({ what: 'the name', max: 5, missing: 'Please enter a name.' })),
    phone: shapeOf(optional(phone())),
    guests: shapeOf(
      count({ missing: 'How many?', min: 1, max: 9, tooFew: 'Too few.', tooMany: 'Too many.' }),
    ),
    end: z.string(),
  })
  .check(z.refine(({ end }) => end === 'late', { path: ['end'], message: 'It ends late.' }))
const right = { name: ' Ada ', phone: '', guests: ' 2', end: 'late' }
const problemsOf = (over: object) =>
  body
    .safeParse({ ...right, ...over }, { error: plainIssueText })
    .error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a body is parsed by the rules of its fields', () => {
  expect(body.parse(right)).toEqual({ name: 'Ada', phone: null, guests: 2, end: 'late' })
  expect(problemsOf({ guests: 'two', phone: '12' })).toEqual([
    ['phone', 'Please enter a phone number such as (972) 555-0100.'],
    ['guests', 'Please enter a whole number.'],
  ])
})

test('the checks of the whole body run beside an invalid field', () =>
  expect(problemsOf({ name: 'Adaeze', end: 'early' })).toEqual([
    ['name', 'Please keep the name under 5 characters: it has 6.'],
    ['end', 'It ends late.'],
  ]))

test('a value that is no text is refused in the words of its field', () =>
  expect(problemsOf({ name: 7, guests: null })).toEqual([
    ['name', 'Please enter text.'],
    ['guests', 'Please fill this in.'],
  ]))
