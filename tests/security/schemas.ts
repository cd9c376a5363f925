import fc from 'fast-check'
import * as z from 'zod'

/** The part of JSON Schema that our schemas use. */
type Schema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** Values for fields whose schema is too general, chosen by the field's name. */
const BY_NAME: readonly (readonly [RegExp, fc.Arbitrary<unknown>])[] = [
  [/email/i, fc.nat(999).map((it) => `guest-${it}@example.com`)],
  [/phone/i, fc.constant('(972) 555-0142')],
  [/date|day|until|from$/i, fc.constantFrom('2026-12-24', '2027-01-16', '2027-03-14', '2026-11-01')],
  [/time|opens|closes|at$/i, fc.constantFrom('18:00', '21:00', '02:00', '2027-01-16T21:00:00Z')],
  [/url|link|href|src|action/i, fc.constantFrom('/events', 'https://example.com/a', 'reservations')],
  [/price|dollars|amount/i, fc.constantFrom('20', '20.50', '$5', '1000000')],
  [/slug/i, fc.nat(999).map((it) => `night-${it}`)],
  [/status|seen/i, fc.constantFrom('pending', 'confirmed', 'cancelled', 'new')],
]

const words = fc.constantFrom('Lanterns', 'A night of kora', 'Zoë & friends', 'x')

/** Values that match a schema. `ids` are ids of existing rows. */
export function valuesOf(shape: z.core.$ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of it that is read is described above
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema
  return arbitraryOf(schema, { name: '', ids })
}

type At = { readonly name: string; readonly ids: readonly string[] }

function arbitraryOf(schema: Schema, at: At): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((it) => arbitraryOf(it, at)))
  if (schema.allOf) return arbitraryOf(Object.assign({}, ...schema.allOf), at)
  const [type] = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  switch (type ?? '') {
    case 'object':
      return objectOf(schema, at)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? schema.prefixItems?.[0] ?? {}, at), {
        minLength: Math.min(schema.minItems ?? 0, 3),
        maxLength: Math.min(schema.maxItems ?? 3, 3 + (schema.minItems ?? 0)),
      })
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, 0),
        max: Math.min(schema.maximum ?? 9, 2 ** 31 - 1),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return textOf(schema, at)
  }
}

const objectOf = ({ properties = {}, required = [] }: Schema, { ids }: At): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, it]) => [name, arbitraryOf(it, { name, ids })]),
    ),
    { requiredKeys: [...required] },
  )

function textOf({ pattern = '', format, maxLength }: Schema, { name, ids }: At): fc.Arbitrary<unknown> {
  const isId = /\{8\}/.test(pattern) || format === 'uuid' || /(^|[a-z])ids?$/i.test(name)
  if (isId && ids.length > 0) return fc.constantFrom(...ids)
  const known = BY_NAME.find(([it]) => it.test(name))?.[1]
  if (pattern && !known && !format) return fc.stringMatching(new RegExp(pattern))
  return known ?? words.map((it) => it.slice(0, maxLength))
}
