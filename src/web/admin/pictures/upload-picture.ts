import type { Picture } from '#features/media/schema.ts'
import { apiFetch } from '../data/api-client.ts'

const MAX_BYTES = 8 * 1024 * 1024
const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp'

/** Validates a file before its upload; null if it may be an image. A file without a type is left to the server. */
export function fileError({ size, type }: Pick<File, 'size' | 'type'>): string | null {
  if (size > MAX_BYTES) return 'The file is larger than 8 MB.'
  if (type !== '' && !TYPES.has(type)) return 'Only JPEG, PNG and WebP pictures can be used.'
  return size === 0 ? 'The file is empty.' : null
}

/** Uploads one image, which the server validates and encodes anew. Throws an error with the reason if it is rejected. */
export async function uploadPicture(file: File, onProgress?: (share: number) => void): Promise<Picture> {
  const trouble = fileError(file)
  if (trouble) throw new Error(trouble)
  // Only the declared type is sent: the server detects the real format.
  const body = new Blob([file], {
    type: file.type.startsWith('image/') ? file.type : 'application/octet-stream',
  })
  const { picture } = await apiFetch('/admin/api/pictures', {
    method: 'POST',
    file: body,
    ...(onProgress ? { onProgress } : {}),
  })
  return picture
}

export const filesOf = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])]
