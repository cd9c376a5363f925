import type { IncomingMessage } from 'node:http'

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST'])
const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

/**
 * The answer to a request that no page of ours sends; null where it is one of those. The router would do for any method
 * what it does for a form, and writes an address that it cannot read, token and all, past the log.
 */
export function refuseAskedWrongly({ method = 'GET', url = '/' }: IncomingMessage): Response | null {
  if (!KNOWN_METHODS.has(method))
    return new Response('Not this way.\n', { status: 405, headers: { ...HEADERS, Allow: 'GET, HEAD, POST' } })
  return canBeRead(url.split('?', 1)[0] ?? '')
    ? null
    : new Response('This address cannot be read.\n', { status: 400, headers: HEADERS })
}

/** Leaves out of a query the character of the code 0, which no text in the database has. */
export function leaveOutNul(query: URLSearchParams): URLSearchParams {
  for (const [name, value] of Array.from(query))
    if (value.includes('\0')) query.set(name, value.replaceAll('\0', ''))
  return query
}

function canBeRead(path: string): boolean {
  try {
    // What comes out is looked at: a bundler leaves out a call whose answer nobody uses.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}
