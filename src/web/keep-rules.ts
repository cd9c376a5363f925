/**
 * Which pages are rendered once and kept, by what they depend on, and which query parameters make a page of their own.
 * A parameter or a value that is not named here never reaches the renderer, so nobody can fill the memory with pages.
 */
export type Topic = 'venue' | 'menu' | 'events' | 'floor' | 'claims' | 'gallery' | 'promotions'

type Rule = {
  readonly path: RegExp
  readonly topics: readonly Topic[]
  readonly params: Readonly<Record<string, RegExp>>
  /** Parameters that make a page nobody else asks for: with one of them the page is rendered for this guest only. */
  readonly oneOff?: readonly string[]
  /** How many drawings of the page there are; one is picked for each guest. */
  readonly drawings?: number
}

const PAGE_DRAWINGS = 16

const RULES: readonly Rule[] = [
  { path: /^\/$/, topics: ['venue', 'menu', 'events', 'gallery', 'promotions'], params: {} },
  {
    path: /^\/menu$/,
    topics: ['venue', 'menu'],
    params: { tab: /^(appetizers|mains|drinks|desserts)$/, view: /^(card|list)$/ },
  },
  { path: /^\/menu\/[a-z0-9-]{1,160}$/, topics: ['venue', 'menu'], params: {} },
  {
    path: /^\/gallery$/,
    topics: ['venue', 'gallery'],
    params: { tab: /^(main|featured|venue|food|events|atmosphere)$/ },
  },
  {
    path: /^\/events$/,
    topics: ['venue', 'events'],
    params: {
      category: /^(Nightlife|Dining|Live Music|Comedy Show|Spoken Word|Special Event)$/,
      price: /^(Free|Under \$50|\$50-\$100|Over \$100)$/,
      page: /^[1-9]\d{0,2}$/,
      past: /^1$/,
    },
    oneOff: ['q'],
  },
  {
    path: /^\/events\/[a-z0-9-]{1,160}$/,
    topics: ['venue', 'events', 'floor', 'claims'],
    params: { view: /^(details|reserve)$/ },
    oneOff: ['table', 'guests'],
    drawings: PAGE_DRAWINGS,
  },
  {
    path: /^\/reservations$/,
    topics: ['venue'],
    params: { showModal: /^true$/ },
    // Each drawing of a form carries when it was drawn, and for whom.
    oneOff: ['service'],
  },
  {
    path: /^\/thank-you$/,
    topics: ['venue'],
    params: { for: /^(private-event|performer|table|dinner)$/ },
    // The page of one dinner, by its guest's own token.
    oneOff: ['booking'],
  },
  {
    path: /^\/(privacy-policy|terms-of-service|cookie-policy)$/,
    topics: ['venue'],
    params: { cookies: /^1$/ },
  },
]

/** What a kept page goes by: its canonical address, what it depends on, and how many drawings of it there are. */
export type Keepable = {
  readonly address: string
  readonly topics: readonly Topic[]
  readonly drawings: number
}

const DATA = '.data'

/** Reads `/menu?tab=drinks&utm_source=x` as the kept page `/menu?tab=drinks`; null for a page that is not kept. */
export function keepablePage(url: string): Keepable | null {
  const [rawPath = '/', rawQuery = ''] = url.split('?', 2)
  const isData = rawPath.endsWith(DATA)
  const path = isData ? dataPath(rawPath) : rawPath
  const rule = RULES.find((it) => it.path.test(path))
  if (!rule) return null
  const asked = new URLSearchParams(rawQuery)
  if (rule.oneOff?.some((name) => asked.has(name))) return null
  const kept = new URLSearchParams()
  // In the order of the rule, so that one page has one address however its link was written.
  for (const [name, allowed] of Object.entries(rule.params)) {
    const value = asked.get(name)
    if (value !== null && allowed.test(value)) kept.set(name, value)
  }
  // The router asks for the data of some of a page's routes only; the names are its own and few.
  const routes = asked.get('_routes')
  if (
    isData &&
    routes !== null &&
    /^(root|site\/[a-z-]{1,30})(,(root|site\/[a-z-]{1,30})){0,3}$/.test(routes)
  )
    kept.set('_routes', routes)
  const query = kept.toString()
  return {
    address: query ? `${rawPath}?${query}` : rawPath,
    topics: rule.topics,
    drawings: rule.drawings ?? 1,
  }
}

function dataPath(path: string): string {
  const bare = path.slice(0, -DATA.length)
  return bare === '/_root' || bare === '/_' ? '/' : bare
}
