import type { Picture } from '#features/media/schema.ts'
import type { StaffModal } from '#features/home-modals/schema.ts'

export type ModalFields = {
  readonly title: string
  readonly description: string
  readonly imageId: string | null
  readonly primaryButtonText: string
  readonly primaryButtonAction: string
  readonly secondaryButtonText: string
  readonly secondaryButtonAction: string
  readonly isActive: boolean
}

export const NEW_MODAL: ModalFields = {
  title: '',
  description: '',
  imageId: null,
  primaryButtonText: '',
  primaryButtonAction: '',
  secondaryButtonText: '',
  secondaryButtonAction: '',
  isActive: true,
}

export const modalFieldsOf = (modal: StaffModal): ModalFields => ({
  title: modal.title,
  description: modal.description,
  imageId: modal.picture?.id ?? null,
  primaryButtonText: modal.primaryButtonText ?? '',
  primaryButtonAction: modal.primaryButtonAction ?? '',
  secondaryButtonText: modal.secondaryButtonText ?? '',
  secondaryButtonAction: modal.secondaryButtonAction ?? '',
  isActive: modal.isActive,
})

/** The modal that guests would see with the current form values. */
export const previewOf = (fields: ModalFields, picture: Picture | null) => ({
  id: 'preview',
  ...fields,
  picture,
  primaryButtonText: fields.primaryButtonText || null,
  primaryButtonAction: fields.primaryButtonAction || null,
  secondaryButtonText: fields.secondaryButtonText || null,
  secondaryButtonAction: fields.secondaryButtonAction || null,
})
