/**
 * Rules of the page cache: the cacheable pages, the cache tags they depend on, and the query parameters in their cache
 * key. Other parameters are dropped before rendering, so that made-up queries cannot fill the cache. A value that may not
 * exist, such as a page number, is checked by the page itself: only a 200 response is cached.
 */
export type CacheTag = 'venue' | 'menu' | 'events' | 'floor' | 'occupancies' | 'gallery' | 'home_modals'

type Rule = {
  readonly path: RegExp
  /** Route id, as React Router lists it in `_routes` when it requests the data of some routes only. */
  readonly route: string
  readonly tags: readonly CacheTag[]
  readonly params: Readonly<Record<string, RegExp>>
  /** Parameters of one guest's own request. With one of them the page is rendered without the cache. */
  readonly uncacheable?: readonly string[]
  /** Number of cache variants of the page; each guest gets one at random. */
  readonly variants?: number
}

const PAGE_VARIANTS = 16

const RULES: readonly Rule[] = [
  {
    path: /^\/$/,
    route: 'site/home/home',
    tags: ['venue', 'menu', 'events', 'gallery', 'home_modals'],
    params: {},
  },
  {
    path: /^\/menu$/,
    route: 'site/menu/menu',
    tags: ['venue', 'menu'],
    params: { tab: /^(appetizers|mains|drinks|desserts)$/, view: /^(card|list)$/ },
  },
  {
    path: /^\/menu\/[a-z0-9-]{1,160}$/,
    route: 'site/menu/menu-item',
    tags: ['venue', 'menu'],
    params: {},
  },
  {
    path: /^\/gallery$/,
    route: 'site/gallery/gallery',
    tags: ['venue', 'gallery'],
    params: { tab: /^(main|featured|venue|food|events|atmosphere)$/ },
  },
  {
    path: /^\/events$/,
    route: 'site/events/events',
    tags: ['venue', 'events'],
    params: {
      category: /^(Nightlife|Dining|Live Music|Comedy Show|Spoken Word|Special Event)$/,
      price: /^(Free|Under \$50|\$50-\$100|Over \$100)$/,
      page: /^[1-9]\d*$/,
      past: /^1$/,
    },
    uncacheable: ['q'],
  },
  {
    path: /^\/events\/[a-z0-9-]{1,160}$/,
    route: 'site/event/event',
    tags: ['venue', 'events', 'floor', 'occupancies'],
    params: { view: /^(details|reserve)$/ },
    uncacheable: ['table', 'guests', 'chart'],
    variants: PAGE_VARIANTS,
  },
  {
    path: /^\/reservations$/,
    route: 'site/reservations/reservations',
    tags: ['venue'],
    params: { showModal: /^true$/ },
    // Each rendered form carries its own form token.
    uncacheable: ['service'],
  },
  {
    path: /^\/thank-you$/,
    route: 'site/reservations/thank-you',
    tags: ['venue'],
    params: { for: /^(private-event|performer|table|dinner)$/ },
    // Page of one dinner, identified by the guest's token.
    uncacheable: ['booking'],
  },
  {
    path: /^\/privacy-policy$/,
    route: 'site/legal/privacy-policy',
    tags: ['venue'],
    params: { cookies: /^1$/ },
  },
  {
    path: /^\/terms-of-service$/,
    route: 'site/legal/terms-of-service',
    tags: ['venue'],
    params: { cookies: /^1$/ },
  },
  {
    path: /^\/cookie-policy$/,
    route: 'site/legal/cookie-policy',
    tags: ['venue'],
    params: { cookies: /^1$/ },
  },
]

/** Cache policy of one page: canonical URL, cache tags and number of variants. */
export type CachePolicy = {
  readonly address: string
  readonly tags: readonly CacheTag[]
  readonly variants: number
}

const DATA = '.data'

/** Matches `/menu?tab=drinks&utm_source=x` to the cached page `/menu?tab=drinks`; null for an uncacheable page. */
export function matchCacheRule(url: string): CachePolicy | null {
  const [rawPath = '/', rawQuery = ''] = url.split('?', 2)
  const isData = rawPath.endsWith(DATA)
  const path = isData ? dataPath(rawPath) : rawPath
  const rule = RULES.find((it) => it.path.test(path))
  if (!rule) return null
  const query = new URLSearchParams(rawQuery)
  if (rule.uncacheable?.some((name) => query.has(name))) return null
  const params = new URLSearchParams()
  // In the order of the rule, so that one page has one cache key whatever the order in its link.
  for (const [name, allowed] of Object.entries(rule.params)) {
    const value = query.get(name)
    if (value !== null && allowed.test(value)) params.set(name, value)
  }
  const routes = isData ? query.get('_routes') : null
  if (routes !== null) {
    const known = readRoutes(rule, routes)
    if (!known) return null
    params.set('_routes', known.join())
  }
  const canonical = params.toString()
  return {
    address: canonical ? `${rawPath}?${canonical}` : rawPath,
    tags: rule.tags,
    variants: rule.variants ?? 1,
  }
}

const LAYOUT_ROUTES = ['root', 'site/layout/site-layout']

/** Every route id of the rules; a test compares them with the routes. */
export const CACHED_ROUTE_IDS: readonly string[] = [...LAYOUT_ROUTES, ...RULES.map(({ route }) => route)]

/** Route ids of `_routes` in canonical order; null if one is not a route of this page. */
function readRoutes({ route }: Rule, requested: string): string[] | null {
  const wanted = new Set(requested.split(','))
  const known = [...LAYOUT_ROUTES, route].filter((it) => wanted.has(it))
  return known.length === wanted.size ? known : null
}

function dataPath(path: string): string {
  const bare = path.slice(0, -DATA.length)
  return bare === '/_root' || bare === '/_' ? '/' : bare
}
