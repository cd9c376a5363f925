import type { IncomingMessage } from 'node:http'

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST'])
/** Devices end the registration of a pass. */
const DELETED_PATH = '/passes/v1/devices/'
const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

type Rejection = {
  readonly status: 400 | 404 | 405
  readonly text: string
  /** Whether a guest may have typed or followed the address, and gets the page of an unknown route. */
  readonly isAddress?: true
}

/**
 * Rejects a request that no page of this site sends; null for a valid one. React Router would run an action for any
 * method, and prints an address that it cannot decode, token included, to the console.
 */
export function rejectInvalid({ method = 'GET', url = '/' }: IncomingMessage): Rejection | null {
  if (!KNOWN_METHODS.has(method) && !(method === 'DELETE' && url.startsWith(DELETED_PATH)))
    return { status: 405, text: 'Method not allowed.' }
  const [path = '', query = ''] = url.split('?', 2)
  if (!isDecodable(path)) return { status: 400, text: 'This address is not valid.', isAddress: true }
  if (isDataOfSite(path)) return { status: 404, text: NOTHING }
  // The router would serve it as the same address with one slash.
  if (/^[/\\]{2}/.test(path)) return { status: 404, text: NOTHING, isAddress: true }
  return path === MANIFEST && hasTooManyPaths(query) ? { status: 400, text: 'Too many paths.' } : null
}

const NOTHING = 'There is nothing at this address.'

export const plainRejection = ({ status, text }: Rejection): Response =>
  new Response(`${text}\n`, {
    status,
    headers: status === 405 ? { ...HEADERS, Allow: 'GET, HEAD, POST' } : HEADERS,
  })

/** Whether the response is shown as a page. What a page loads, such as a picture, and what is posted gets a few bytes. */
export const asksForPage = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers['sec-fetch-dest'] ?? 'document') === 'document'

/** A loader's data of a public page, which no browser requests: only the staff area has a router in the browser. */
const isDataOfSite = (path: string): boolean => path.endsWith('.data') && !/^\/admin[./]/.test(path)

const MANIFEST = '/__manifest'
/** More than any page links to. The router matches each path against every route, so the work is bounded here. */
const MAX_PATHS = 250

const hasTooManyPaths = (query: string): boolean =>
  (new URLSearchParams(query).get('paths') ?? '').split(',').length > MAX_PATHS

/** Removes NUL characters from a query: PostgreSQL cannot store them. */
export function stripNul(query: URLSearchParams): URLSearchParams {
  for (const [name, value] of Array.from(query))
    if (value.includes('\0')) query.set(name, value.replaceAll('\0', ''))
  return query
}

function isDecodable(path: string): boolean {
  try {
    // The result is compared: a bundler would drop a call whose result is unused.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}
