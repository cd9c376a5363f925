import type { Picture } from '#features/media/schema.ts'
import { apiFetch } from '../data/api-client.ts'

const MAX_BYTES = 8 * 1024 * 1024
const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp'

/** Why a file is not worth sending; null where it may be a picture. A browser that names no kind leaves it to the server. */
export function fileTrouble({ size, type }: Pick<File, 'size' | 'type'>): string | null {
  if (size > MAX_BYTES) return 'The file is larger than 8 MB.'
  if (type !== '' && !TYPES.has(type)) return 'Only JPEG, PNG and WebP pictures can be used.'
  return size === 0 ? 'The file is empty.' : null
}

/** Sends one picture to the house, which checks it and makes it anew. Throws with the reason where it does not take it. */
export async function uploadPicture(file: File, onProgress?: (share: number) => void): Promise<Picture> {
  const trouble = fileTrouble(file)
  if (trouble) throw new Error(trouble)
  // Named by its kind only: what it really is, the house sees for itself.
  const body = new Blob([file], {
    type: file.type.startsWith('image/') ? file.type : 'application/octet-stream',
  })
  const { picture } = await apiFetch<{ picture: Picture }>('/admin/api/pictures', {
    method: 'POST',
    file: body,
    ...(onProgress ? { onProgress } : {}),
  })
  return picture
}

/** The files among what was dropped or pasted. */
export const filesOf = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])]
