import type { IncomingMessage } from 'node:http'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const OURS = new Set(['same-origin', 'none'])

/**
 * Whether a request that changes something comes from a page of ours. Browsers say where a request began; a client that
 * is no browser carries no guest's cookies, and has nothing to forge.
 */
export function isCrossOrigin(incoming: IncomingMessage, origin: string): boolean {
  if (READS.has(incoming.method ?? 'GET')) return false
  const site = incoming.headers['sec-fetch-site']
  if (typeof site === 'string') return !OURS.has(site)
  const from = incoming.headers.origin
  return from !== undefined && from !== origin
}
