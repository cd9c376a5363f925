import type { Picture } from '#features/media/schema.ts'

/** A pop-up of the home page as staff wrote it; what they left out is filled by the rules. */
export type HomeModal = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly picture: Picture | null
  readonly primaryButtonText: string | null
  readonly primaryButtonAction: string | null
  readonly secondaryButtonText: string | null
  readonly secondaryButtonAction: string | null
}
