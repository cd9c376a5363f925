import { recordOf } from '../records.ts'
import { no, type Result } from '../result.ts'
import type { FieldDescriptor } from './descriptors.ts'

/** Raw form values before validation. */
export type Typed<Field extends string = string> = Readonly<Record<Field, string>>

export type Problems<Field extends string = string> = { readonly [Name in Field]?: string }

/** Result of a failed validation: a summary for the form and a message for each invalid field. */
export type FormRefusal<Field extends string = string> = {
  readonly title: string
  readonly text: string
  readonly problems: Problems<Field>
  /** Page on which the guest gets what the form cannot give. */
  readonly link?: { readonly href: string; readonly label: string }
}

export type Descriptors<Field extends string> = { readonly [Name in Field]: FieldDescriptor }

/** A form definition: its key, its fields in order, their descriptors and its parser. */
export type FormPlan<Field extends string = string, Value = unknown> = {
  readonly name: string
  readonly fields: readonly Field[]
  readonly descriptors: Descriptors<Field>
  readonly parse: (typed: Typed<Field>) => Result<Value, Problems<Field>>
}

/** A form whose parser returns this type. */
export type FormOf<Value> = { readonly parse: (typed: never) => Result<Value, Problems> }

export const MISSING = { title: 'Missing Information', text: 'Please fill in all required fields' }
export const WRONG = { title: 'Please look again', text: 'Something is not quite right yet' }

/** Validates raw form values. Used by the browser and the server. */
export function checkTyped<Field extends string, Value>(
  { fields, parse }: Pick<FormPlan<Field, Value>, 'fields' | 'parse'>,
  typed: Typed<Field>,
): Result<Value, FormRefusal<Field>> {
  const parsed = parse(typed)
  if (parsed.ok) return parsed
  const problems = parsed.reason
  const isMissing = fields.some((name) => problems[name] !== undefined && typed[name].trim() === '')
  return no({ ...(isMissing ? MISSING : WRONG), problems })
}

/** Reads the given fields of a form; a missing field is empty. */
export function readTyped<Field extends string>(form: FormData, fields: readonly Field[]): Typed<Field> {
  return recordOf<Record<Field, string>>(fields, (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  })
}

/** Initial form values: empty, or prefilled with known values. */
export const typedWith = <Field extends string>(
  fields: readonly Field[],
  known: Problems<Field> = {},
): Typed<Field> => recordOf<Record<Field, string>>(fields, (name) => known[name] ?? '')
