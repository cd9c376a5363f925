import type { Typed } from '#lib/forms/check.ts'
import { seenField } from '#lib/forms/seen.ts'

type Props = {
  readonly seen: Typed
  readonly nameOf?: (field: string) => string
}

/** Hidden fields that repeat what a form shows, so that its page can be older than what is stored. */
export const SeenFields = ({ seen, nameOf = (field) => field }: Props) =>
  Object.entries(seen).map(([field, value]) => (
    <input key={field} type="hidden" name={seenField(nameOf(field))} value={value} />
  ))
