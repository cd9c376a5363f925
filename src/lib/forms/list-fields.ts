import type { Option } from './descriptors.ts'
import { choice, count, type CountRules, type FieldRules, optional } from './fields.ts'
import { keysOf, pick } from '../records.ts'
import type { ControlOf, Described, FormField } from './form.ts'

// Apart from form.ts, so that a form of text fields does not load them.

type NumberOptions = CountRules & Pick<ControlOf<'text'>, 'label' | 'hint' | 'isHalf'>

const COUNT_RULES = ['missing', 'min', 'max', 'tooFew', 'tooMany'] as const

/** Whole number. */
export function numberField(options: NumberOptions) {
  const { missing: _missing, tooFew: _tooFew, tooMany: _tooMany, ...control } = options
  return {
    control: {
      ...control,
      kind: 'text',
      type: 'number',
      step: 1,
      inputMode: 'numeric',
      autoComplete: 'off',
      required: true,
    },
    rules: count(pick(options, COUNT_RULES)),
  } satisfies FormField
}

/** Labels of the values of a list, in the order of the form. */
type Names<Value extends string> = Readonly<Record<Value, string>>
type ListOptions<Kind extends 'select' | 'choice', Value extends string> = Omit<
  ControlOf<Kind>,
  'kind' | 'options' | 'required'
> & {
  readonly names: Names<Value>
  readonly missing: string
}

const optionsOf = (names: Names<string>): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

const choiceOf = <Value extends string>(names: Names<Value>, missing: string) =>
  choice(keysOf(names), missing)

/** One of a list of values. */
export const selectField = <Value extends string>({
  names,
  missing,
  ...control
}: ListOptions<'select', Value>) =>
  ({
    control: { ...control, kind: 'select', options: optionsOf(names), required: true },
    rules: choiceOf(names, missing),
  }) satisfies FormField

/** One of a few values, all of them visible. */
export const choiceField = <Value extends string>({
  names,
  missing,
  ...control
}: ListOptions<'choice', Value>) =>
  ({
    control: { ...control, kind: 'choice', options: optionsOf(names), required: true },
    rules: choiceOf(names, missing),
  }) satisfies FormField

/** Makes a field optional: an empty value becomes null. */
export function optionalField<
  const Control extends Described,
  const Rules extends Exclude<FieldRules, { readonly kind: 'optional' }>,
>({ control, rules }: { readonly control: Control; readonly rules: Rules }) {
  const { required: _required, ...rest } = control
  return { control: { ...rest, required: false as const }, rules: optional(rules) }
}

/** Consent to text messages: a box that is never ticked beforehand, and may stay empty. */
export const textsField = () =>
  optionalField({
    control: { kind: 'check', label: 'Text messages', required: false },
    rules: choice(['on'], 'Please tick the box or leave it empty.'),
  })
