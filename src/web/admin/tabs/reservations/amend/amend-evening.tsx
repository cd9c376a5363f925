import type { AmendmentPreview } from '#features/reservation-management/amendments/schema.ts'
import {
  otherName,
  sameContactText,
} from '#features/reservation-management/amendments/evening-contact/rules.ts'
import { FormFields, type FormValues } from '#ui/admin/forms/form-fields.tsx'
import { type AmendmentValues, otherToChange } from './amend-values.ts'

type Props = {
  readonly stored: AmendmentPreview
  readonly values: AmendmentValues
  readonly form: FormValues
}

/** Asks whether a new email or phone is for the dinner or the night of the same evening, too. */
export function AmendEvening({ stored, values, form }: Props) {
  const other = otherToChange(stored, values)
  if (!other) return null
  const label = `Change the ${otherName(other)} as well`
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-bark px-4 py-3">
      <p className="text-sand">{sameContactText(other)}</p>
      <FormFields form={form} fields={[{ name: 'isBoth', label, kind: 'check' }]} />
    </div>
  )
}
