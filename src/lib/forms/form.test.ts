import { expect, test } from 'vitest'
import { checkTyped } from './check.ts'
import { areaField, defineForm, lineField } from './form.ts'
import { choiceField, optionalField } from './list-fields.ts'

const form = defineForm('test', {
  act: lineField({ label: 'Your act', what: 'the act', max: 5, missing: 'Please name your act.' }),
  stage: choiceField({
    label: 'Stage',
    names: { main: 'Main stage', bar: 'By the bar' },
    missing: 'Please choose a stage.',
  }),
  note: optionalField(areaField({ label: 'Note', what: 'the note', max: 9 })),
})
const typed = { act: 'Ada', stage: 'bar', note: '' }
const problemsOf = (change: Partial<typeof typed>) => {
  const checked = checkTyped(form, { ...typed, ...change })
  return checked.ok ? {} : checked.reason.problems
}

test('a form has its fields in the order in which they are defined', () =>
  expect(form.fields).toEqual(['act', 'stage', 'note']))

test('the limit of a field is in its input and in the parser', () => {
  expect(form.descriptors.act).toMatchObject({ name: 'act', label: 'Your act', maxLength: 5, required: true })
  expect(problemsOf({ act: 'Adaeze' })).toEqual({
    act: 'Please keep the act under 5 characters: it has 6.',
  })
  expect(problemsOf({ act: ' ' })).toEqual({ act: 'Please name your act.' })
})

test('a choice offers the values that the parser accepts', () => {
  expect(form.descriptors.stage.options.map(({ value }) => value)).toEqual(['main', 'bar'])
  expect(problemsOf({ stage: 'main' })).toEqual({})
  expect(problemsOf({ stage: 'roof' })).toEqual({ stage: 'Please choose a stage.' })
})

test('an optional field is not marked as required, and is null if it is empty', () => {
  expect(form.descriptors.note.required).toBe(false)
  expect(checkTyped(form, typed)).toEqual({ ok: true, value: { ...typed, note: null } })
})
