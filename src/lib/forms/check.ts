import type * as z from 'zod/mini'
import { no, ok, type Result } from '../result.ts'

/** A form as it is typed, before any of it is checked. */
export type Typed<Field extends string = string> = Readonly<Record<Field, string>>

export type Problems<Field extends string = string> = { readonly [Name in Field]?: string }

/** Why a form is not sent on, and what is wrong with which field. */
export type FormRefusal<Field extends string = string> = {
  readonly title: string
  readonly text: string
  readonly problems: Problems<Field>
}

/** A form: what it goes by in the house, its fields in their order, and what they have to be. */
export type FormPlan<Field extends string = string, Value = unknown> = {
  readonly name: string
  readonly fields: readonly Field[]
  readonly shape: z.ZodMiniType<Value>
}

export const MISSING = { title: 'Missing Information', text: 'Please fill in all required fields' }
export const WRONG = { title: 'Please look again', text: 'Something is not quite right yet' }

/** Checks a form as it was typed, in the browser and in the house alike. */
export function checkTyped<Field extends string, Value>(
  { fields, shape }: Omit<FormPlan<Field, Value>, 'name'>,
  typed: Typed<Field>,
): Result<Value, FormRefusal<Field>> {
  const parsed = shape.safeParse(typed)
  if (parsed.success) return ok(parsed.data)
  const problems = problemsOf(parsed.error.issues, fields)
  const isMissing = fields.some((name) => problems[name] !== undefined && typed[name].trim() === '')
  return no({ ...(isMissing ? MISSING : WRONG), problems })
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** The first thing that is wrong with each field. */
export function problemsOf<Field extends string>(
  issues: readonly Issue[],
  fields: readonly Field[],
): Problems<Field> {
  const problems: { [Name in Field]?: string } = {}
  for (const { path, message } of issues) {
    const field = fields.find((name) => name === path[0])
    if (field) problems[field] ??= message
  }
  return problems
}

/** What is in a form's fields at this moment. A field that is not there is empty. */
export function readTyped<Field extends string>(form: FormData, fields: readonly Field[]): Typed<Field> {
  const entries = fields.map((name) => {
    const value = form.get(name)
    return [name, typeof value === 'string' ? value : ''] as const
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an entry for each of the names
  return Object.fromEntries(entries) as Record<Field, string>
}

/** The form with nothing in it, or with what is known already. */
export const typedWith = <Field extends string>(
  fields: readonly Field[],
  known: Problems<Field> = {},
): Typed<Field> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  Object.fromEntries(fields.map((name) => [name, known[name] ?? ''])) as Record<Field, string>
