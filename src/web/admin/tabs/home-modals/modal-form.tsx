import { useState } from 'react'
import type { Picture } from '#features/media/schema.ts'
import type { StaffModal } from '#features/home-modals/schema.ts'
import { CheckField, TextAreaField, TextField } from '#ui/admin/field.tsx'
import { FormDialog } from '#ui/admin/form-dialog.tsx'
import { ImageField } from '#web/admin/pictures/image-field.tsx'
import { pictureOf } from '#web/admin/pictures/picture-of.ts'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import { ActionPicker } from './action-picker.tsx'
import { type ModalFields, previewOf } from './modal-fields.ts'
import { ModalPreview } from './modal-preview.tsx'

export function ModalForm({
  form: { item, fields, errors },
  isSaving,
  draft,
  onFields,
  onSubmit,
  onClose,
}: RecordFormProps<StaffModal, ModalFields>) {
  const [picture, setPicture] = useState<Picture | null>(pictureOf(item?.picture, fields.imageId))
  const [isUploading, setUploading] = useState(false)
  const set = (change: Partial<ModalFields>): void => onFields((now) => ({ ...now, ...change }))
  return (
    <FormDialog
      title={item ? 'Edit Modal' : 'Add Modal'}
      submit={item ? 'Update' : 'Add'}
      className="sm:max-w-5xl"
      isBusy={isSaving || isUploading}
      draft={draft}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <TextField
            label="Title"
            required
            maxLength={120}
            value={fields.title}
            error={errors['title']}
            onChange={(event) => set({ title: event.target.value })}
          />
          <TextAreaField
            label="Description"
            required
            maxLength={600}
            value={fields.description}
            error={errors['description']}
            onChange={(event) => set({ description: event.target.value })}
          />
          <TextField
            label="Primary button text"
            maxLength={40}
            value={fields.primaryButtonText}
            error={errors['primaryButtonText']}
            onChange={(event) => set({ primaryButtonText: event.target.value })}
          />
          <ActionPicker
            label="Primary button"
            action={fields.primaryButtonAction}
            error={errors['primaryButtonAction']}
            onChange={(primaryButtonAction) => set({ primaryButtonAction })}
          />
          <TextField
            label="Secondary button text"
            maxLength={40}
            value={fields.secondaryButtonText}
            error={errors['secondaryButtonText']}
            onChange={(event) => set({ secondaryButtonText: event.target.value })}
          />
          <ActionPicker
            label="Secondary button"
            action={fields.secondaryButtonAction}
            error={errors['secondaryButtonAction']}
            onChange={(secondaryButtonAction) => set({ secondaryButtonAction })}
          />
          <CheckField
            label="Active: guests see it on the home page"
            checked={fields.isActive}
            onChange={(event) => set({ isActive: event.target.checked })}
          />
        </div>
        <div className="flex flex-col gap-4">
          <ModalPreview modal={previewOf(fields, picture)} />
          <ImageField
            label="Image"
            picture={picture}
            error={errors['imageId']}
            onBusy={setUploading}
            onChange={(next) => {
              setPicture(next)
              set({ imageId: next?.id ?? null })
            }}
          />
        </div>
      </div>
    </FormDialog>
  )
}
