import { canonicalDiets } from '#features/menu/filter/rules.ts'
import { isMonth } from '#lib/calendar-month.ts'
import { isCalendarDate } from '#lib/venue-time.ts'

/**
 * Rules of the page cache: the cacheable pages, the cache tags they depend on, and the query parameters in their cache
 * key. Other parameters are dropped before rendering, so that made-up queries cannot fill the cache. A value that may not
 * exist, such as a page number, is checked by the page itself: only a 200 response is cached.
 */
export type CacheTag = 'venue' | 'menu' | 'events' | 'floor' | 'occupancies' | 'gallery' | 'home_modals'

/**
 * Canonical text of a parameter's values; null leaves it out. For choices that must not be dropped because their words
 * are ordered otherwise, and for dates. Its texts are few, whatever the values, those of dates as many as the calendar has.
 */
type Canonical = (values: readonly string[]) => string | null

type Rule = {
  readonly path: RegExp
  readonly tags: readonly CacheTag[]
  readonly params: Readonly<Record<string, RegExp | Canonical>>
  /** Parameters of one guest's own request. With one of them the page is rendered without the cache. */
  readonly uncacheable?: readonly string[]
  /** Number of cache variants of the page; each guest gets one at random. */
  readonly variants?: number
}

const PAGE_VARIANTS = 16
const DAYS = /^(tonight|weekend|sunday|monday|tuesday|wednesday|thursday|friday|saturday)$/

/** A page of a day or month that is none would be another copy of that of all days. */
const isOfThisCentury = (value: string, isDate: (text: string) => boolean): boolean =>
  value.startsWith('20') && isDate(value)

const RULES: readonly Rule[] = [
  {
    path: /^\/$/,
    tags: ['venue', 'menu', 'events', 'gallery', 'home_modals'],
    params: {},
  },
  {
    path: /^\/menu$/,
    tags: ['venue', 'menu'],
    params: {
      tab: /^(appetizers|mains|drinks|desserts)$/,
      view: /^(card|list)$/,
      diet: canonicalDiets,
    },
    uncacheable: ['q'],
  },
  {
    path: /^\/menu\/[a-z0-9-]{1,160}$/,
    tags: ['venue', 'menu'],
    params: {},
  },
  {
    path: /^\/gallery$/,
    tags: ['venue', 'gallery'],
    params: { tab: /^(main|featured|venue|food|events|atmosphere)$/ },
  },
  {
    path: /^\/events$/,
    tags: ['venue', 'events'],
    params: {
      category: /^(Nightlife|Dining|Live Music|Comedy Show|Spoken Word|Special Event)$/,
      price: /^(Free|Under \$50|\$50-\$100|Over \$100)$/,
      page: /^[1-9]\d*$/,
      past: /^1$/,
      when: ([value = '']) => (DAYS.test(value) || isOfThisCentury(value, isCalendarDate) ? value : null),
      month: ([value = '']) => (isOfThisCentury(value, isMonth) ? value : null),
    },
    uncacheable: ['q'],
  },
  {
    path: /^\/events\/[a-z0-9-]{1,160}$/,
    tags: ['venue', 'events', 'floor', 'occupancies'],
    params: { view: /^(details|reserve)$/ },
    uncacheable: ['table', 'guests', 'chart'],
    variants: PAGE_VARIANTS,
  },
  {
    path: /^\/reservations$/,
    tags: ['venue'],
    params: { showModal: /^true$/ },
    // Each rendered form carries its own form token.
    uncacheable: ['service'],
  },
  {
    path: /^\/thank-you$/,
    tags: ['venue'],
    params: { for: /^(private-event|performer|table|dinner)$/ },
    // Page of one dinner, identified by the guest's token.
    uncacheable: ['booking'],
  },
  {
    path: /^\/privacy-policy$/,
    tags: ['venue'],
    params: { cookies: /^1$/ },
  },
  {
    path: /^\/terms-of-service$/,
    tags: ['venue'],
    params: { cookies: /^1$/ },
  },
  {
    path: /^\/cookie-policy$/,
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

/** Matches `/menu?tab=drinks&utm_source=x` to the cached page `/menu?tab=drinks`; null for an uncacheable page. */
export function matchCacheRule(url: string): CachePolicy | null {
  const [path = '/', rawQuery = ''] = url.split('?', 2)
  const rule = RULES.find((it) => it.path.test(path))
  if (!rule) return null
  const query = new URLSearchParams(rawQuery)
  if (rule.uncacheable?.some((name) => query.has(name))) return null
  const params = new URLSearchParams()
  // In the order of the rule, so that one page has one cache key whatever the order in its link.
  for (const [name, allowed] of Object.entries(rule.params)) {
    const value = readParam(query, name, allowed)
    if (value !== null) params.set(name, value)
  }
  const canonical = params.toString()
  return {
    address: canonical ? `${path}?${canonical}` : path,
    tags: rule.tags,
    variants: rule.variants ?? 1,
  }
}

function readParam(query: URLSearchParams, name: string, allowed: RegExp | Canonical): string | null {
  if (typeof allowed === 'function') return allowed(query.getAll(name))
  const value = query.get(name)
  return value !== null && allowed.test(value) ? value : null
}
