import { useState } from 'react'
import { GALLERY_CATEGORIES, STAFF_GALLERY_TYPES, type StaffGalleryItem } from '#features/gallery/schema.ts'
import type { Picture } from '#features/media/schema.ts'
import { SelectField, TextAreaField, TextField } from '#ui/admin/field.tsx'
import { FormDialog } from '#ui/admin/form-dialog.tsx'
import { ImageField } from '#web/admin/pictures/image-field.tsx'
import { pictureOf } from '#web/admin/pictures/picture-of.ts'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import { categoryFrom, type GalleryFields, optionsOf, typeFrom } from './gallery-fields.ts'

export function GalleryForm({
  form: { item, fields, errors },
  isSaving,
  draft,
  onFields,
  onSubmit,
  onClose,
}: RecordFormProps<StaffGalleryItem, GalleryFields>) {
  const [picture, setPicture] = useState<Picture | null>(pictureOf(item?.picture, fields.imageId))
  const [isUploading, setUploading] = useState(false)
  const [missing, setMissing] = useState('')
  const set = (change: Partial<GalleryFields>): void => onFields((now) => ({ ...now, ...change }))
  const submit = (): void => {
    if (fields.imageId) onSubmit()
    else setMissing('Please add a picture')
  }
  return (
    <FormDialog
      title={item ? 'Edit Gallery Item' : 'Add Gallery Item'}
      submit={item ? 'Update' : 'Add'}
      isBusy={isSaving || isUploading}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <ImageField
        label="Image"
        isRequired
        picture={picture}
        error={missing || errors['imageId']}
        onBusy={setUploading}
        onChange={(next) => {
          setPicture(next)
          setMissing('')
          set({ imageId: next?.id ?? null })
        }}
      />
      <TextField
        label="Title"
        required
        maxLength={120}
        value={fields.title}
        error={errors['title']}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextField
        label="Alt text"
        hint="Describes the image for screen readers. If empty, the title is used."
        maxLength={300}
        value={fields.alt}
        error={errors['alt']}
        onChange={(event) => set({ alt: event.target.value })}
      />
      <TextAreaField
        label="Description"
        maxLength={1000}
        value={fields.description}
        error={errors['description']}
        onChange={(event) => set({ description: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Category"
          options={optionsOf(GALLERY_CATEGORIES)}
          value={fields.category}
          onChange={(event) => set({ category: categoryFrom(event.target.value) })}
        />
        <SelectField
          label="Gallery type"
          hint={fields.galleryType === 'archive' ? 'For staff only. Guests do not see it.' : undefined}
          options={optionsOf(STAFF_GALLERY_TYPES)}
          value={fields.galleryType}
          onChange={(event) => set({ galleryType: typeFrom(event.target.value) })}
        />
      </div>
    </FormDialog>
  )
}
