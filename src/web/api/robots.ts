import { requestContext } from '#http/context.ts'
import { cacheControl } from '#page-cache/cache-control.ts'
import type { Route } from './+types/robots.ts'

/** robots.txt: public pages may be crawled; personal and staff pages may not. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(requestContext)
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /payment-',
    'Disallow: /my-reservation/',
    'Disallow: /lists/',
    'Disallow: /list-entry/',
    'Disallow: /waiting-list',
    'Disallow: /waiting/',
    // One address for each table and party of each event.
    'Disallow: /*?*chart=',
    'Disallow: /*?*table=',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': cacheControl('file') },
  })
}
