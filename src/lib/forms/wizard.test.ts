import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { line } from './fields.ts'
import { firstStuckStep, missingLabels, nextMove, readStep, type WizardPlan } from './wizard.ts'

type Field = 'name' | 'colour' | 'song'
const plan: WizardPlan<Field, unknown> = {
  name: 'test',
  fields: ['name', 'colour', 'song'],
  shape: z.object({
    name: line({ what: 'it', max: 9, missing: 'Name?' }),
    colour: line({ what: 'it', max: 9, missing: 'Colour?' }),
    song: line({ what: 'it', max: 9 }),
  }),
  steps: [
    { title: 'One', fields: ['name'], needed: { name: 'Full name' } },
    { title: 'Two', fields: ['colour'], needed: { colour: 'Colour' } },
    { title: 'Three', fields: ['song'], needed: {} },
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
    })
    expect(nextMove(plan, { ...empty, name: 'Ada' }, { step: 1, pressed: 'next' })).toEqual({
      to: 2,
      stuck: null,
    })
    expect(firstStuckStep(plan, { name: 'Ada', colour: 'x'.repeat(10), song: '' }, 3)).toMatchObject({
      step: 2,
      refusal: { title: 'Please look again' },
    })
  })

  test('goes back and to what is to be changed without asking for anything', () => {
    expect(nextMove(plan, empty, { step: 3, pressed: 'previous' })).toEqual({ to: 2, stuck: null })
    expect(nextMove(plan, empty, { step: 1, pressed: 'previous' })).toEqual({ to: 1, stuck: null })
    expect(nextMove(plan, empty, { step: 3, pressed: 'change-2' })).toEqual({ to: 2, stuck: null })
    expect(nextMove(plan, empty, { step: 3, pressed: 'change-9' })).toEqual({ to: 1, stuck: null })
  })

  test('is sent from its last step when all of it is there', () => {
    const all = { name: 'Ada', colour: 'red', song: '' }
    expect(nextMove(plan, all, { step: 3, pressed: '' })).toEqual({ to: 'send', stuck: null })
  })

  test('knows what a step still lacks', () => {
    expect(plan.steps.map((step) => missingLabels(step, empty))).toEqual([['Full name'], ['Colour'], []])
  })
})
