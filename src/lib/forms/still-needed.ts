import type { Descriptors, Typed } from './check.ts'

/** Required fields among the given ones that are still empty. */
export const missingFields = <Field extends string>(
  fields: readonly Field[],
  { descriptors, typed }: { readonly descriptors: Descriptors<Field>; readonly typed: Typed<Field> },
): Field[] => fields.filter((name) => descriptors[name].required === true && typed[name].trim() === '')

/** `Still needed: full name, email and phone` for the required fields that are empty; null if there are none. */
export function stillNeeded<Field extends string>(
  fields: readonly Field[],
  form: { readonly descriptors: Descriptors<Field>; readonly typed: Typed<Field> },
): string | null {
  const names = missingFields(fields, form).map((name) => {
    const { shortLabel, label } = form.descriptors[name]
    return (shortLabel ?? label).toLowerCase()
  })
  const last = names.at(-1)
  if (last === undefined) return null
  return `Still needed: ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last}`
}
