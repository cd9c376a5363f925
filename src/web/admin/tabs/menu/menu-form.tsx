import { useState } from 'react'
import type { StaffMenuItem } from '#features/menu/schema.ts'
import { SelectField, TextAreaField, TextField } from '#ui/admin/field.tsx'
import { FormDialog } from '#ui/admin/form-dialog.tsx'
import { ImageField } from '#web/admin/pictures/image-field.tsx'
import { pictureOf } from '#web/admin/pictures/picture-of.ts'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import { CATEGORY_OPTIONS, categoryOf, type MenuFields } from './menu-fields.ts'

export function MenuForm({
  form: { item, fields, errors },
  isSaving,
  draft,
  onFields,
  onSubmit,
  onClose,
}: RecordFormProps<StaffMenuItem, MenuFields>) {
  const [picture, setPicture] = useState(pictureOf(item?.picture, fields.imageId))
  const [isUploading, setUploading] = useState(false)
  const set = (change: Partial<MenuFields>): void => onFields((now) => ({ ...now, ...change }))
  return (
    <FormDialog
      title={item ? 'Edit Menu Item' : 'Add Menu Item'}
      submit={item ? 'Update' : 'Add'}
      isBusy={isSaving || isUploading}
      draft={draft}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          maxLength={120}
          value={fields.name}
          error={errors['name']}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label="Price"
          hint="In dollars, such as 24.50"
          required
          inputMode="decimal"
          value={fields.price}
          error={errors['price']}
          onChange={(event) => set({ price: event.target.value })}
        />
      </div>
      <SelectField
        label="Category"
        options={CATEGORY_OPTIONS}
        value={fields.category}
        onChange={(event) => set({ category: categoryOf(event.target.value) })}
      />
      <TextAreaField
        label="Description"
        maxLength={2000}
        value={fields.description}
        error={errors['description']}
        onChange={(event) => set({ description: event.target.value })}
      />
      <TextField
        label="Ingredients"
        hint="Separated by commas"
        value={fields.ingredients}
        error={errors['ingredients']}
        onChange={(event) => set({ ingredients: event.target.value })}
      />
      <TextField
        label="Dietary"
        hint="Separated by commas, such as vegan, gluten-free"
        value={fields.dietary}
        error={errors['dietary']}
        onChange={(event) => set({ dietary: event.target.value })}
      />
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
    </FormDialog>
  )
}
