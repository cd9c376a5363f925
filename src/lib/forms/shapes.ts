import * as z from 'zod/mini'
import type { FieldRules, ValueOf } from './fields.ts'
import type { FormField } from './form.ts'
import { parseField } from './parse-field.ts'

// Schemas of request bodies. The forms of the public site do not import this module: browsers need no zod for them.

/** Text as it is sent, before the rules are applied. */
function inputOf(rules: FieldRules): z.ZodMiniType<string> {
  if (rules.kind === 'choice') return z.enum(rules.values, rules.missing)
  return z.string()
}

/** Schema that parses a text with the rules of a field. */
export function shapeOf<const Rules extends FieldRules>(rules: Rules): z.ZodMiniType<ValueOf<Rules>> {
  return z.pipe(
    inputOf(rules),
    z.transform((text: string, context): ValueOf<Rules> => {
      const parsed = parseField(rules, text)
      if (parsed.ok) return parsed.value
      // Checks of the whole object run as well, so that all its problems are shown at once.
      context.issues.push({ code: 'custom', input: text, message: parsed.reason, continue: true })
      return z.NEVER
    }),
  )
}

type Fields = Readonly<Record<string, FormField>>

/** Schemas of the fields of a form by name, for `z.object`. */
export const shapesOf = <Given extends Fields>(fields: Given) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there is an entry for each name
  Object.fromEntries(
    Object.entries(fields).map(([name, { rules }]) => [name, shapeOf(rules)]),
  ) as unknown as {
    -readonly [Name in keyof Given]: z.ZodMiniType<ValueOf<Given[Name]['rules']>>
  }

/** One of a fixed set of values. */
export const oneOf = <const Value extends string>(values: readonly Value[], missing: string) =>
  z.enum(values, missing)

/** Row version that an editor loaded, for optimistic locking (a PostgreSQL integer). */
export const version = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
