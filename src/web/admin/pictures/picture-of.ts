import type { Picture } from '#features/media/schema.ts'

/** The image behind a form's `imageId`: the record's own, or one that was just uploaded, whose size is not known here. */
export const pictureOf = (own: Picture | null | undefined, imageId: string | null): Picture | null => {
  if (!imageId) return null
  return own?.id === imageId ? own : { id: imageId, width: 640, height: 480 }
}
