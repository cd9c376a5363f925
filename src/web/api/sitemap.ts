import { loadAllEvents } from '#features/events/service.ts'
import { loadMenu } from '#features/menu/service.ts'
import { withContext } from '#http/context.ts'
import { cacheControl } from '#page-cache/cache-control.ts'

const SCREENS = [
  '/',
  '/menu',
  '/gallery',
  '/events',
  '/reservations',
  '/plan-event',
  '/perform',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
]

/** sitemap.xml: every public page, menu item and upcoming event. */
export const loader = withContext(async (deps) => {
  const [items, events] = await Promise.all([loadMenu(deps), loadAllEvents(deps)])
  const paths = [
    ...SCREENS,
    ...items.map((item) => `/menu/${item.slug}`),
    ...events.map((event) => `/events/${event.slug}`),
  ]
  const urls = paths.map((path) => `  <url><loc>${deps.origin}${path}</loc></url>`)
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
  ]
  return new Response(`${xml.join('\n')}\n`, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': cacheControl('page') },
  })
})
