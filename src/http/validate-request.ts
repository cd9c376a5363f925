import type { IncomingMessage } from 'node:http'

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST'])
const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

/**
 * The answer to a request that no page of ours sends; null where it is one of those. The router would do for any method
 * what it does for a form, and writes an address that it cannot read, token and all, past the log.
 */
export function rejectInvalid({ method = 'GET', url = '/' }: IncomingMessage): Response | null {
  if (!KNOWN_METHODS.has(method))
    return new Response('Not this way.\n', { status: 405, headers: { ...HEADERS, Allow: 'GET, HEAD, POST' } })
  const [path = '', query = ''] = url.split('?', 2)
  if (!canBeRead(path))
    return new Response('This address cannot be read.\n', { status: 400, headers: HEADERS })
  // The router would take it for the same address with one slash.
  if (/^[/\\]{2}/.test(path))
    return new Response('There is nothing at this address.\n', { status: 404, headers: HEADERS })
  return path === MANIFEST && asksTooMuch(query)
    ? new Response('Too many paths.\n', { status: 400, headers: HEADERS })
    : null
}

const MANIFEST = '/__manifest'
/** More than any page of ours links to. The router matches each path against every route. */
const MOST_PATHS = 250

const asksTooMuch = (query: string): boolean =>
  (new URLSearchParams(query).get('paths') ?? '').split(',').length > MOST_PATHS

/** Leaves out of a query the character of the code 0, which no text in the database has. */
export function stripNul(query: URLSearchParams): URLSearchParams {
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
