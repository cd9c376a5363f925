import type { EveningOther } from '#features/reservation-management/list/schema.ts'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'

type Props = {
  readonly guestName: string
  /** The other reservation of the evening. */
  readonly other: EveningOther
  readonly isBusy: boolean
  readonly onConfirm: (isBoth: boolean) => void
  readonly onClose: () => void
}

const fieldsFor = ({ text }: EveningOther): readonly FieldDescriptor[] => [
  { name: 'isBoth', label: `Also cancel ${text}`, kind: 'check' },
]

/** Asks before a reservation is cancelled whether the other one of the evening is, too. The money of each is asked about next. */
export function EveningQuestion({ guestName, other, isBusy, onConfirm, onClose }: Props) {
  const form = useFormValues({ isBoth: false })
  return (
    <ConfirmDialog
      isOpen
      question={`Cancel the reservation of ${guestName}?`}
      confirm="Cancel the reservation"
      cancel="Back"
      isBusy={isBusy}
      onConfirm={() => onConfirm(form.values.isBoth)}
      onClose={onClose}
    >
      <p className="text-sand">{`The same guest has another reservation that evening: ${other.text}.`}</p>
      <FormFields form={form} fields={fieldsFor(other)} />
    </ConfirmDialog>
  )
}
