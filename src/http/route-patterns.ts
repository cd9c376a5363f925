import type { ServerBuild } from 'react-router'
import { STAFF_ROUTES } from '../web/admin/api/staff-routes.ts'

const MAX_KNOWN = 5000
const MAX_KNOWN_LENGTH = 300
const UNKNOWN = 'elsewhere'

type Pattern = { readonly name: string; readonly parts: readonly string[] }

// Paths that are served before the router.
const NOT_ROUTED = [
  '/assets/*',
  '/films/*',
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/fonts-license.txt',
  '/live/floor/:event',
  '/test-payment/*',
]

export type RoutePatterns = (path: string) => string

/**
 * Maps a path to its route pattern, the label of the request metrics. The number of patterns is bounded by the routes,
 * whatever paths clients request.
 */
export function createRoutePatterns(routes: ServerBuild['routes']): RoutePatterns {
  const names = new Set([
    ...NOT_ROUTED,
    ...STAFF_ROUTES.map(({ path }) => path),
    ...Object.keys(routes).flatMap((id) => fullPathsOf(routes, id)),
  ])
  const patterns: Pattern[] = [...names].map((name) => ({ name, parts: name.split('/').slice(1) }))
  patterns.sort((a, b) => specificity(b) - specificity(a))
  const known = new Map<string, string>()
  return (path) => {
    const found = known.get(path)
    if (found !== undefined) return found
    const parts = path.split('/').slice(1)
    const name = patterns.find((it) => matches(it.parts, parts))?.name ?? UNKNOWN
    if (path.length > MAX_KNOWN_LENGTH) return name
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(path, name)
    return name
  }
}

/** Full path of a route: its own after those of its parents. The catch-all route has none. */
function fullPathsOf(routes: ServerBuild['routes'], id: string): string[] {
  const own = routes[id]
  if (!own || own.path === '*' || (own.path === undefined && own.index !== true)) return []
  const paths: string[] = []
  for (let route: typeof own | undefined = own; route; route = routes[route.parentId ?? ''])
    if (route.path) paths.unshift(route.path.replace(/^\/+/, ''))
  const address = `/${paths.join('/')}`
  return address.endsWith('?') ? [address.replace(/\/[^/]*$/, ''), address.slice(0, -1)] : [address]
}

// Static segments sort before parameters, and parameters before `*`; the first match wins.
const specificity = ({ parts }: Pattern): number =>
  parts.reduce((sum, part, i) => sum + (part === '*' ? -1 : part.startsWith(':') ? 1 : 2) / 4 ** i, 0)

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  if (pattern.at(-1) === '*') {
    const head = pattern.slice(0, -1)
    return parts.length >= head.length && head.every((part, i) => part === parts[i])
  }
  return (
    pattern.length === parts.length && pattern.every((part, i) => part.startsWith(':') || part === parts[i])
  )
}

/** File names such as `/wp-login.php`, `/.well-known/x`, `/app.js.map`; no page has one. */
const FILE_NAME = /^\/\.|\.(?!data$)[a-z0-9]{1,12}$/i

/** Whether a URL names a missing file. A page that loads it gets a plain 404 instead of a rendered page. */
export function namesMissingFile(url: string, patternOf: RoutePatterns): boolean {
  const path = url.split('?', 1)[0] ?? '/'
  return FILE_NAME.test(path) && patternOf(path) === UNKNOWN
}
