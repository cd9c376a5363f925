import type { Encoding } from '#page-cache/page-encodings.ts'

/** One strong validator per encoding: the bytes of each are different (RFC 9110, 8.8.3). */
export const entityTag = (content: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${content}"` : `"${content}-${encoding}"`

const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

/** Tags of an `If-None-Match` header. Compressing proxies weaken strong tags, so the comparison is weak (RFC 9110, 13.1.2). */
export const namedTags = (ifNoneMatch: string): string[] =>
  [...ifNoneMatch.matchAll(TAG)].map(([, tag = '']) => tag)

/**
 * Tag of the client's copy that is still valid; null for none. A copy in an encoding that this request does not accept
 * does not count: a shared cache would send it to a client that cannot decode it.
 */
export function matchingTag(
  ifNoneMatch: string | undefined,
  content: string,
  accepted: readonly Encoding[],
): string | null {
  if (ifNoneMatch === undefined) return null
  const own = accepted.map((encoding) => entityTag(content, encoding))
  if (ifNoneMatch.trim() === '*') return own[0] ?? null
  const named = namedTags(ifNoneMatch)
  return own.find((tag) => named.includes(tag)) ?? null
}
