import { describe, expect, test } from 'vitest'
import { defineForm, lineField } from './form.ts'
import { stillNeeded } from './still-needed.ts'
import { firstStuckStep, nextMove, readStep, type WizardPlan } from './wizard.ts'

type Field = 'name' | 'colour' | 'song'
const plan: WizardPlan<Field, unknown> = {
  ...defineForm('test', {
    name: lineField({ label: 'Full name', what: 'it', max: 9, missing: 'Name?' }),
    colour: lineField({
      label: 'Which colour?',
      shortLabel: 'Colour',
      what: 'it',
      max: 9,
      missing: 'Colour?',
    }),
    song: lineField({ label: 'Song', what: 'it', max: 9 }),
  }),
  steps: [
    { title: 'One', fields: ['name'] },
    { title: 'Two', fields: ['colour'] },
    { title: 'Three', fields: ['song'] },
  ],
}
const empty = { name: '', colour: '', song: '' }

describe('a form in steps', () => {
  test.each([
    ['2', 2],
    ['3', 3],
    ['4', 1],
    ['0', 1],
    ['-1', 1],
    ['1e0', 1],
    ['', 1],
    [null, 1],
  ] as const)('reads step %j of an address as %i', (text, step) => expect(readStep(text, 3)).toBe(step))

  test('goes no further than the first step that lacks something, and says what', () => {
    expect(nextMove(plan, empty, { step: 3, pressed: 'send' })).toEqual({
      to: 1,
      stuck: {
        step: 1,
        refusal: {
          title: 'Missing Information',
          text: 'Please fill in all required fields',
          problems: { name: 'Name?' },
        },
      },
      isReviewing: false,
    })
    expect(nextMove(plan, { ...empty, name: 'Ada' }, { step: 1, pressed: 'next' })).toEqual({
      to: 2,
      stuck: null,
      isReviewing: false,
    })
    expect(firstStuckStep(plan, { name: 'Ada', colour: 'x'.repeat(10), song: '' }, 3)).toMatchObject({
      step: 2,
      refusal: { title: 'Please look again' },
    })
  })

  test('goes back and to what is to be changed without asking for anything', () => {
    const moved = (step: number, pressed: string) => nextMove(plan, empty, { step, pressed })
    expect(moved(3, 'previous')).toEqual({ to: 2, stuck: null, isReviewing: false })
    expect(moved(1, 'previous')).toEqual({ to: 1, stuck: null, isReviewing: false })
    expect(moved(3, 'change-2')).toEqual({ to: 2, stuck: null, isReviewing: true })
    expect(moved(3, 'change-9')).toEqual({ to: 1, stuck: null, isReviewing: true })
  })

  test('is sent from its last step when all of it is there', () => {
    const all = { name: 'Ada', colour: 'red', song: '' }
    expect(nextMove(plan, all, { step: 3, pressed: '' })).toEqual({
      to: 'send',
      stuck: null,
      isReviewing: false,
    })
  })

  test('knows what a step still lacks', () => {
    expect(plan.steps.map(({ fields }) => stillNeeded(fields, { ...plan, typed: empty }))).toEqual([
      'Still needed: full name',
      'Still needed: colour',
      null,
    ])
  })
})

describe('a step that is changed from the review', () => {
  const whole = { name: 'Ada', colour: 'red', song: '' }
  const onward = (typed: typeof empty, step: number) =>
    nextMove(plan, typed, { step, pressed: 'next', isReviewing: true })

  test('leads back to the review where all is well', () =>
    expect(onward(whole, 1)).toEqual({ to: 3, stuck: null, isReviewing: false }))

  test('stops at the first step that cannot be left, and still leads back to the review from there', () => {
    expect(onward({ ...whole, colour: '' }, 1)).toMatchObject({ to: 2, isReviewing: true })
    expect(onward(whole, 2)).toMatchObject({ to: 3, isReviewing: false })
  })
})
