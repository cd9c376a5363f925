import type { Encoding } from '#page-cache/page-cache.ts'

/** One strong validator per encoding: the bytes of each are different (RFC 9110, 8.8.3). */
export const entityTag = (content: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${content}"` : `"${content}-${encoding}"`

const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

/** The tags an `If-None-Match` names. Proxies that compress make strong ones weak; the comparison is weak (13.1.2). */
export const namedTags = (ifNoneMatch: string): string[] =>
  [...ifNoneMatch.matchAll(TAG)].map(([, tag = '']) => tag)

/**
 * The tag of the copy that the client has and may go on using; null where it has none. A copy in an encoding that this
 * request does not accept is none: a cache would hand it to a client that cannot read it.
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
