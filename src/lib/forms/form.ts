import * as z from 'zod/mini'
import type { FieldDescriptor } from './descriptors.ts'
import { email, type FieldCopy, line, MAX, phone, prose, type TextRules } from './fields.ts'

export type Described = FieldDescriptor extends infer Kind
  ? Kind extends unknown
    ? Omit<Kind, 'name'>
    : never
  : never
export type ControlOf<Kind extends Described['kind']> = Extract<Described, { readonly kind: Kind }>

/** A field of a public form: its control, and the schema that both the browser and the server parse it with. */
export type FormField<Shape extends z.ZodMiniType = z.ZodMiniType> = {
  readonly control: Described
  readonly shape: Shape
}
type Fields = Readonly<Record<string, FormField>>

/** Schemas of the fields by name, for `z.object`. */
export const shapesOf = <Given extends Fields>(fields: Given) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there is an entry for each name
  Object.fromEntries(Object.entries(fields).map(([name, { shape }]) => [name, shape])) as {
    -readonly [Name in keyof Given]: Given[Name]['shape']
  }

/** Descriptors of the fields by name, for the renderer. */
export const descriptorsOf = <Given extends Fields>(fields: Given) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  Object.fromEntries(
    Object.entries(fields).map(([name, { control }]) => [name, { ...control, name }]),
  ) as unknown as {
    readonly [Name in keyof Given]: Extract<
      FieldDescriptor,
      { readonly kind: Given[Name]['control']['kind'] }
    >
  }

/** Defines a public form. Its parser, its inputs and its error texts follow from the fields. */
export function defineForm<const Given extends Fields>(name: string, fields: Given) {
  const shape = z.object(shapesOf(fields))
  return {
    name,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of this object
    fields: Object.keys(fields) as (keyof Given & string)[],
    descriptors: descriptorsOf(fields),
    shape,
  }
}

type TextOptions<Kind extends 'text' | 'area'> = Omit<
  ControlOf<Kind>,
  'kind' | 'min' | 'max' | 'maxLength' | 'required'
> &
  TextRules

/** Single line of text. It is required if it has a text for a missing value. */
export function lineField(options: TextOptions<'text'>) {
  const { what: _what, max, missing, min: _min, ...control } = options
  return {
    control: { ...control, kind: 'text', maxLength: max, required: missing !== undefined },
    shape: line(options),
  } satisfies FormField
}

/** Text of several lines. */
export function areaField(options: TextOptions<'area'>) {
  const { what: _what, max, missing, min: _min, ...control } = options
  return {
    control: { ...control, kind: 'area', maxLength: max, required: missing !== undefined },
    shape: prose(options),
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
    shape: email(copy),
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
    shape: phone(copy),
  }) satisfies FormField
