import type { ServerBuild } from 'react-router'
import { STAFF_ROUTES } from '../web/admin/api/staff-routes.ts'

const MAX_KNOWN = 5000
const MAX_KNOWN_LENGTH = 300
const ELSEWHERE = 'elsewhere'

type Pattern = { readonly name: string; readonly parts: readonly string[] }

// What is answered before the router is asked.
const OUTSIDE = [
  '/assets/*',
  '/films/*',
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/live/floor/:event',
  '/test-payment/*',
]

export type RoutePatterns = (path: string) => string

/**
 * Which of the house's addresses a path is, as the pattern of it: there are as many as the house has screens, whatever
 * strangers ask for.
 */
export function createRoutePatterns(routes: ServerBuild['routes']): RoutePatterns {
  const names = new Set([
    ...OUTSIDE,
    ...STAFF_ROUTES.map(({ path }) => path),
    ...Object.keys(routes).flatMap((id) => addressOf(routes, id)),
  ])
  const patterns: Pattern[] = [...names].map((name) => ({ name, parts: name.split('/').slice(1) }))
  patterns.sort((a, b) => exactness(b) - exactness(a))
  const known = new Map<string, string>()
  return (path) => {
    const found = known.get(path)
    if (found !== undefined) return found
    const parts = path.split('/').slice(1)
    const name = patterns.find((it) => fits(it.parts, parts))?.name ?? ELSEWHERE
    if (path.length > MAX_KNOWN_LENGTH) return name
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(path, name)
    return name
  }
}

/** The whole address of a route: its own path after those of the routes around it. The page for no address is none. */
function addressOf(routes: ServerBuild['routes'], id: string): string[] {
  const own = routes[id]
  if (!own || own.path === '*' || (own.path === undefined && own.index !== true)) return []
  const paths: string[] = []
  for (let route: typeof own | undefined = own; route; route = routes[route.parentId ?? ''])
    if (route.path) paths.unshift(route.path.replace(/^\/+/, ''))
  const address = `/${paths.join('/')}`
  return address.endsWith('?') ? [address.replace(/\/[^/]*$/, ''), address.slice(0, -1)] : [address]
}

// Words before parameters before everything below a path; the first that fits is the one.
const exactness = ({ parts }: Pattern): number =>
  parts.reduce((sum, part, i) => sum + (part === '*' ? -1 : part.startsWith(':') ? 1 : 2) / 4 ** i, 0)

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  if (pattern.at(-1) === '*') {
    const head = pattern.slice(0, -1)
    return parts.length >= head.length && head.every((part, i) => part === parts[i])
  }
  return (
    pattern.length === parts.length && pattern.every((part, i) => part.startsWith(':') || part === parts[i])
  )
}

/** `/wp-login.php`, `/.well-known/x`, `/app.js.map`: names of files, which no page of ours has. */
const FILE_NAME = /^\/\.|\.(?!data$)[a-z0-9]{1,12}$/i

/** Whether an address names a file that is not there: a short answer is enough for it, and a page for people is not. */
export function namesMissingFile(url: string, patternOf: RoutePatterns): boolean {
  const path = url.split('?', 1)[0] ?? '/'
  return FILE_NAME.test(path) && patternOf(path) === ELSEWHERE
}
