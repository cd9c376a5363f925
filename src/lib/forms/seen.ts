import { recordOf } from '../records.ts'
import { no, ok, type Result } from '../result.ts'
import type { Typed } from './check.ts'
import { SEEN_FIELD } from './hidden-fields.ts'

/** Name of the hidden field that repeats what a field of the form showed. */
export const seenField = (name: string): string => `${SEEN_FIELD}.${name}`

type Sent = { get(name: string): unknown }

/** The values of a form before it was filled in; null from a page of the version before, which does not say it. */
export function readSeen<Field extends string>(
  form: Sent,
  fields: readonly Field[],
  nameOf: (field: Field) => string = (field) => field,
): Typed<Field> | null {
  const valueOf = (field: Field): unknown => form.get(seenField(nameOf(field)))
  if (!fields.every((field) => typeof valueOf(field) === 'string')) return null
  return recordOf<Record<Field, string>>(fields, (field) => String(valueOf(field)))
}

export type Versions<Field extends string> = {
  /** As the form showed the fields; null where it does not say so, and every field counts as changed. */
  readonly seen: Typed<Field> | null
  readonly typed: Typed<Field>
  readonly stored: Typed<Field>
}

/** Fields that were changed in the form and meanwhile elsewhere, to different texts. */
export type Clash<Field extends string> = {
  readonly fields: readonly Field[]
  readonly stored: Typed<Field>
  /** The values that the form shows again: those that were typed, and the stored ones where nothing was. */
  readonly again: Typed<Field>
}

/**
 * The fields that a form changes. A field that was left as it was shown is not one of them, so that a page that was open for a
 * long time takes nothing back that another one has saved.
 */
export function changedFields<Field extends string>(
  fields: readonly Field[],
  { seen, typed, stored }: Versions<Field>,
): Result<readonly Field[], Clash<Field>> {
  const changed = fields.filter((field) => seen === null || !isSameText(typed[field], seen[field]))
  const clashing = changed.filter(
    (field) =>
      seen !== null && !isSameText(stored[field], seen[field]) && !isSameText(stored[field], typed[field]),
  )
  if (clashing.length === 0) return ok(changed)
  const again = recordOf<Record<Field, string>>(fields, (field) =>
    changed.includes(field) ? typed[field] : stored[field],
  )
  return no({ fields: clashing, stored, again })
}

/** Browsers send line breaks as CR LF, and the ends of a text are trimmed before it is stored. */
const isSameText = (a: string, b: string): boolean => plain(a) === plain(b)
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim()

/** Tells a guest what another page has saved in a field that they changed, too. */
export const clashText = (stored: string): string =>
  stored === ''
    ? 'This was emptied meanwhile. To put in what you typed, please save once more.'
    : `“${stored}” was saved here meanwhile. To replace it with what you typed, please save once more.`
