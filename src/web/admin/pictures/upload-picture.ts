import type { Picture } from '#features/media/schema.ts'
import { askHouse } from '../house-client.ts'

const MAX_BYTES = 8 * 1024 * 1024
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp'

/** Sends one picture to the house, which checks it and makes it anew. Throws with the reason where it does not take it. */
export async function uploadPicture(file: File): Promise<Picture> {
  if (file.size > MAX_BYTES) throw new Error('The file is larger than 8 MB.')
  // Named by its kind only: what it really is, the house sees for itself.
  const body = new Blob([file], {
    type: file.type.startsWith('image/') ? file.type : 'application/octet-stream',
  })
  const { picture } = await askHouse<{ picture: Picture }>('/admin/api/pictures', {
    method: 'POST',
    file: body,
  })
  return picture
}

/** The files among what was dropped or pasted. */
export const filesOf = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])]
