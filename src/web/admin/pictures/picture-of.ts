import type { Picture } from '#features/media/schema.ts'

/** The picture a form holds the id of: the record's own, or one that was sent a moment ago. */
export const pictureOf = (own: Picture | null | undefined, imageId: string | null): Picture | null => {
  if (!imageId) return null
  return own?.id === imageId ? own : { id: imageId, width: 640, height: 480 }
}
