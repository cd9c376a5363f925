/**
 * Which pages are rendered once and kept, by what they depend on, and which query parameters make a page of their own.
 * A parameter or a value that is not named here never reaches the renderer, so nobody can fill the memory with pages.
 * A value that may name nothing, as a page number does, is found out by the page: only what it answers with 200 is kept.
 */
export type CacheTag = 'venue' | 'menu' | 'events' | 'floor' | 'claims' | 'gallery' | 'promotions'

type Rule = {
  readonly path: RegExp
  /** The id of the page's own route, as the router names it when it asks for the data of some routes only. */
  readonly route: string
  readonly tags: readonly CacheTag[]
  readonly params: Readonly<Record<string, RegExp>>
  /** Parameters that make a page nobody else asks for: with one of them the page is rendered for this guest only. */
  readonly uncacheable?: readonly string[]
  /** How many drawings of the page there are; one is picked for each guest. */
  readonly variants?: number
}

const PAGE_VARIANTS = 16

const RULES: readonly Rule[] = [
  {
    path: /^\/$/,
    route: 'site/home',
    tags: ['venue', 'menu', 'events', 'gallery', 'promotions'],
    params: {},
  },
  {
    path: /^\/menu$/,
    route: 'site/menu',
    tags: ['venue', 'menu'],
    params: { tab: /^(appetizers|mains|drinks|desserts)$/, view: /^(card|list)$/ },
  },
  {
    path: /^\/menu\/[a-z0-9-]{1,160}$/,
    route: 'site/menu-item',
    tags: ['venue', 'menu'],
    params: {},
  },
  {
    path: /^\/gallery$/,
    route: 'site/gallery',
    tags: ['venue', 'gallery'],
    params: { tab: /^(main|featured|venue|food|events|atmosphere)$/ },
  },
  {
    path: /^\/events$/,
    route: 'site/events',
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
    route: 'site/event',
    tags: ['venue', 'events', 'floor', 'claims'],
    params: { view: /^(details|reserve)$/ },
    uncacheable: ['table', 'guests'],
    variants: PAGE_VARIANTS,
  },
  {
    path: /^\/reservations$/,
    route: 'site/reservations',
    tags: ['venue'],
    params: { showModal: /^true$/ },
    // Each drawing of a form carries when it was drawn, and for whom.
    uncacheable: ['service'],
  },
  {
    path: /^\/thank-you$/,
    route: 'site/thank-you',
    tags: ['venue'],
    params: { for: /^(private-event|performer|table|dinner)$/ },
    // The page of one dinner, by its guest's own token.
    uncacheable: ['booking'],
  },
  {
    path: /^\/privacy-policy$/,
    route: 'site/privacy-policy',
    tags: ['venue'],
    params: { cookies: /^1$/ },
  },
  {
    path: /^\/terms-of-service$/,
    route: 'site/terms-of-service',
    tags: ['venue'],
    params: { cookies: /^1$/ },
  },
  {
    path: /^\/cookie-policy$/,
    route: 'site/cookie-policy',
    tags: ['venue'],
    params: { cookies: /^1$/ },
  },
]

/** What a kept page goes by: its canonical address, what it depends on, and how many drawings of it there are. */
export type CachePolicy = {
  readonly address: string
  readonly tags: readonly CacheTag[]
  readonly variants: number
}

const DATA = '.data'

/** Reads `/menu?tab=drinks&utm_source=x` as the kept page `/menu?tab=drinks`; null for a page that is not kept. */
export function matchCacheRule(url: string): CachePolicy | null {
  const [rawPath = '/', rawQuery = ''] = url.split('?', 2)
  const isData = rawPath.endsWith(DATA)
  const path = isData ? dataPath(rawPath) : rawPath
  const rule = RULES.find((it) => it.path.test(path))
  if (!rule) return null
  const asked = new URLSearchParams(rawQuery)
  if (rule.uncacheable?.some((name) => asked.has(name))) return null
  const pageCache = new URLSearchParams()
  // In the order of the rule, so that one page has one address however its link was written.
  for (const [name, allowed] of Object.entries(rule.params)) {
    const value = asked.get(name)
    if (value !== null && allowed.test(value)) pageCache.set(name, value)
  }
  const routes = isData ? asked.get('_routes') : null
  if (routes !== null) {
    const known = readRoutes(rule, routes)
    if (!known) return null
    pageCache.set('_routes', known.join())
  }
  const query = pageCache.toString()
  return {
    address: query ? `${rawPath}?${query}` : rawPath,
    tags: rule.tags,
    variants: rule.variants ?? 1,
  }
}

const AROUND_EVERY_PAGE = ['root', 'site/site-layout']

/** The routes of a page whose data is asked for, in one order; null where one of them is not a route of this page. */
function readRoutes({ route }: Rule, asked: string): string[] | null {
  const wanted = new Set(asked.split(','))
  const known = [...AROUND_EVERY_PAGE, route].filter((it) => wanted.has(it))
  return known.length === wanted.size ? known : null
}

function dataPath(path: string): string {
  const bare = path.slice(0, -DATA.length)
  return bare === '/_root' || bare === '/_' ? '/' : bare
}
