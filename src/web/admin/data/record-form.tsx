import { type ReactNode, useState } from 'react'
import type { Picture } from '#features/media/schema.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import type { FormValues } from '#ui/admin/forms/form-fields.tsx'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import { ImageField } from '#web/admin/pictures/image-field.tsx'
import { pictureOf } from '#web/admin/pictures/picture-of.ts'

type FieldValues = Readonly<Record<string, unknown>>
type WithPicture = { readonly id: string; readonly picture?: Picture | null }

/** Form state that the body of a record form renders: values, errors, setters and the image field. */
export type RecordFormState<Fields> = FormValues & {
  readonly fields: Fields
  readonly set: (change: Partial<Fields>) => void
  readonly picture: Picture | null
  /** Image field of the record's `imageId`. */
  readonly imageField: (options?: { readonly isRequired?: boolean; readonly error?: string }) => ReactNode
}

type Props<Item, Fields> = RecordFormProps<Item, Fields> & {
  /** Title after Add or Edit: `Menu Item`. */
  readonly noun: string
  readonly className?: string
  /** Checks before the request; false keeps the form open. */
  readonly onValidate?: () => boolean
  readonly children: (form: RecordFormState<Fields>) => ReactNode
}

/** Dialog to add or edit a record: title, image upload, draft and submit are the same for every kind of record. */
export function RecordForm<Item extends WithPicture, Fields extends FieldValues>({
  noun,
  className,
  form: { item, fields, errors },
  isSaving,
  draft,
  onFields,
  onValidate,
  onSubmit,
  onClose,
  children,
}: Props<Item, Fields>) {
  const imageId = fields['imageId']
  const [picture, setPicture] = useState(
    pictureOf(item?.picture, typeof imageId === 'string' ? imageId : null),
  )
  const [isUploading, setUploading] = useState(false)
  const setValue = (name: string, value: string | boolean | null): void =>
    onFields((now) => ({ ...now, [name]: value }))
  const imageField: RecordFormState<Fields>['imageField'] = ({ isRequired = false, error } = {}) => (
    <ImageField
      label="Image"
      isRequired={isRequired}
      picture={picture}
      error={error ?? errors['imageId']}
      onBusy={setUploading}
      onChange={(next) => {
        setPicture(next)
        setValue('imageId', next?.id ?? null)
      }}
    />
  )
  const set = (change: Partial<Fields>): void => onFields((now) => ({ ...now, ...change }))
  return (
    <FormDialog
      title={`${item ? 'Edit' : 'Add'} ${noun}`}
      submit={item ? 'Update' : 'Add'}
      isBusy={isSaving}
      canSubmit={!isUploading}
      draft={draft}
      {...(className ? { className } : {})}
      onSubmit={() => {
        if (onValidate?.() ?? true) onSubmit()
      }}
      onClose={onClose}
    >
      {children({ values: fields, errors, setValue, fields, set, picture, imageField })}
    </FormDialog>
  )
}
