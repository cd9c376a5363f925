import { keysOf, pick } from '../records.ts'
import { no, ok, type Result } from '../result.ts'
import type { Problems, Typed } from './check.ts'
import type { FieldDescriptor } from './descriptors.ts'
import {
  email,
  type FieldCopy,
  type FieldRules,
  line,
  MAX,
  phone,
  prose,
  type TextRules,
  type ValueOf,
} from './fields.ts'
import { parseField } from './parse-field.ts'

export type Described = FieldDescriptor extends infer Kind
  ? Kind extends unknown
    ? Omit<Kind, 'name'>
    : never
  : never
export type ControlOf<Kind extends Described['kind']> = Extract<Described, { readonly kind: Kind }>

/** A field of a form: its control, and the rules that both the browser and the server parse it with. */
export type FormField<Rules extends FieldRules = FieldRules> = {
  readonly control: Described
  readonly rules: Rules
}
type Fields = Readonly<Record<string, FormField>>

/** Descriptors of the fields by name, for the renderer. */
export const descriptorsOf = <Given extends Fields>(fields: Given) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there is an entry for each name
  Object.fromEntries(
    Object.entries(fields).map(([name, { control }]) => [name, { ...control, name }]),
  ) as unknown as {
    readonly [Name in keyof Given]: Extract<
      FieldDescriptor,
      { readonly kind: Given[Name]['control']['kind'] }
    >
  }

type ParsedFields<Given extends Fields> = {
  -readonly [Name in keyof Given]: ValueOf<Given[Name]['rules']>
}

/** Parses all fields: their values, or the message of each invalid field. */
function parseFields<Given extends Fields>(
  fields: Given,
  typed: Readonly<Record<string, string>>,
): Result<ParsedFields<Given>, Problems<keyof Given & string>> {
  const values: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const [name, { rules }] of Object.entries(fields)) {
    const parsed = parseField(rules, typed[name] ?? '')
    if (parsed.ok) values[name] = parsed.value
    else problems[name] = parsed.reason
  }
  return Object.keys(problems).length > 0
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the fields
      no(problems as Problems<keyof Given & string>)
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there is a value for each name
      ok(values as ParsedFields<Given>)
}

/** Defines a form. Its parser, its inputs and its error texts follow from the fields. */
export function defineForm<const Given extends Fields>(name: string, fields: Given) {
  return {
    name,
    fields: keysOf(fields),
    descriptors: descriptorsOf(fields),
    parse: (typed: Typed<keyof Given & string>) => parseFields(fields, typed),
  }
}

type TextOptions<Kind extends 'text' | 'area'> = Omit<
  ControlOf<Kind>,
  'kind' | 'min' | 'max' | 'maxLength' | 'required'
> &
  TextRules
const TEXT_RULES = ['what', 'max', 'missing', 'min'] as const

/** Single line of text. It is required if it has a text for a missing value. */
export function lineField(options: TextOptions<'text'>) {
  const { what: _what, max, missing, min: _min, ...control } = options
  return {
    control: { ...control, kind: 'text', maxLength: max, required: missing !== undefined },
    rules: line(pick(options, TEXT_RULES)),
  } satisfies FormField
}

/** Text of several lines. */
export function areaField(options: TextOptions<'area'>) {
  const { what: _what, max, missing, min: _min, ...control } = options
  return {
    control: { ...control, kind: 'area', maxLength: max, required: missing !== undefined },
    rules: prose(pick(options, TEXT_RULES)),
  } satisfies FormField
}

/** Name of the guest. */
export const nameField = (rules: Partial<TextRules> = {}) =>
  lineField({
    label: 'Full name',
    autoComplete: 'name',
    autoCapitalize: 'words',
    spellCheck: false,
    what: 'the name',
    max: MAX.name,
    missing: 'Please enter your name.',
    ...rules,
  })

export const emailField = (copy?: FieldCopy) =>
  ({
    control: {
      kind: 'text',
      label: 'Email',
      type: 'email',
      required: true,
      autoComplete: 'email',
      inputMode: 'email',
      spellCheck: false,
      maxLength: MAX.email,
      isHalf: true,
    },
    rules: email(copy),
  }) satisfies FormField

export const phoneField = (copy?: FieldCopy) =>
  ({
    control: {
      kind: 'text',
      label: 'Phone',
      type: 'tel',
      required: true,
      autoComplete: 'tel',
      inputMode: 'tel',
      maxLength: MAX.phone,
      isHalf: true,
    },
    rules: phone(copy),
  }) satisfies FormField
