import type { StaffModal } from '#features/home-modals/schema.ts'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { RecordForm } from '#web/admin/data/record-form.tsx'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import { ActionPicker } from './action-picker.tsx'
import { type ModalFields, previewOf } from './modal-fields.ts'
import { ModalPreview } from './modal-preview.tsx'

const TEXTS: readonly FieldDescriptor[] = [
  { name: 'title', label: 'Title', kind: 'text', required: true, maxLength: 120 },
  { name: 'description', label: 'Description', kind: 'area', required: true, maxLength: 600 },
]
const PRIMARY: readonly FieldDescriptor[] = [
  { name: 'primaryButtonText', label: 'Primary button text', kind: 'text', maxLength: 40 },
]
const SECONDARY: readonly FieldDescriptor[] = [
  { name: 'secondaryButtonText', label: 'Secondary button text', kind: 'text', maxLength: 40 },
]
const STATUS: readonly FieldDescriptor[] = [
  { name: 'isActive', label: 'Active: guests see it on the home page', kind: 'check' },
]

export const ModalForm = (props: RecordFormProps<StaffModal, ModalFields>) => (
  <RecordForm noun="Modal" className="sm:max-w-5xl" {...props}>
    {(form) => (
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <FormFields form={form} fields={TEXTS} />
          <FormFields form={form} fields={PRIMARY} />
          <ActionPicker
            label="Primary button"
            action={form.fields.primaryButtonAction}
            error={form.errors['primaryButtonAction']}
            onChange={(primaryButtonAction) => form.set({ primaryButtonAction })}
          />
          <FormFields form={form} fields={SECONDARY} />
          <ActionPicker
            label="Secondary button"
            action={form.fields.secondaryButtonAction}
            error={form.errors['secondaryButtonAction']}
            onChange={(secondaryButtonAction) => form.set({ secondaryButtonAction })}
          />
          <FormFields form={form} fields={STATUS} />
        </div>
        <div className="flex flex-col gap-4">
          <ModalPreview modal={previewOf(form.fields, form.picture)} />
          {form.imageField()}
        </div>
      </div>
    )}
  </RecordForm>
)
