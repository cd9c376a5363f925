import { useState } from 'react'
import { GALLERY_CATEGORIES, STAFF_GALLERY_TYPES, type StaffGalleryItem } from '#features/gallery/schema.ts'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { RecordForm } from '#web/admin/data/record-form.tsx'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import { type GalleryFields, optionsOf } from './gallery-fields.ts'

const TEXTS: readonly FieldDescriptor[] = [
  { name: 'title', label: 'Title', kind: 'text', required: true, maxLength: 120 },
  {
    name: 'alt',
    label: 'Alt text',
    kind: 'text',
    hint: 'Describes the image for screen readers. If empty, the title is used.',
    maxLength: 300,
  },
  { name: 'description', label: 'Description', kind: 'area', maxLength: 1000 },
]
const sortingFields = (isArchived: boolean): readonly FieldDescriptor[] => [
  { name: 'category', label: 'Category', kind: 'select', options: optionsOf(GALLERY_CATEGORIES) },
  {
    name: 'galleryType',
    label: 'Gallery type',
    kind: 'select',
    hint: isArchived ? 'For staff only. Guests do not see it.' : undefined,
    options: optionsOf(STAFF_GALLERY_TYPES),
  },
]

export function GalleryForm(props: RecordFormProps<StaffGalleryItem, GalleryFields>) {
  const { imageId, galleryType } = props.form.fields
  const [isChecked, setChecked] = useState(false)
  const onValidate = (): boolean => {
    setChecked(true)
    return imageId !== null
  }
  return (
    <RecordForm noun="Gallery Item" onValidate={onValidate} {...props}>
      {(form) => (
        <>
          {form.imageField({
            isRequired: true,
            ...(isChecked && imageId === null ? { error: 'Please add a picture' } : {}),
          })}
          <FormFields form={form} fields={TEXTS} />
          <div className="grid gap-4 sm:grid-cols-2">
            <FormFields form={form} fields={sortingFields(galleryType === 'archive')} />
          </div>
        </>
      )}
    </RecordForm>
  )
}
