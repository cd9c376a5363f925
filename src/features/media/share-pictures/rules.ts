import type { ShareSubject } from './schema.ts'

const VERSION = /^[0-9a-f]{16}$/

export const sharePicturePath = (
  { kind, slug }: Pick<ShareSubject, 'kind' | 'slug'>,
  version: string,
): string => `/share-pictures/${kind}/${slug}/${version}.jpg`

/** The version in a file name such as `0123456789abcdef.jpg`; null for any other name. */
export function parseShareVersion(file: string): string | null {
  const [version = '', extension, rest] = file.split('.')
  return VERSION.test(version) && extension === 'jpg' && rest === undefined ? version : null
}
