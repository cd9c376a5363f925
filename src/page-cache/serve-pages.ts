import type { IncomingMessage } from 'node:http'
import { redactPath } from '#lib/text/redact.ts'
import { type Consent, readConsent } from '../http/consent.ts'
import { readHoldCookie } from '../http/hold-cookie.ts'
import { type CachePolicy, matchCacheRule } from './cache-rules.ts'
import type { PageCache, Rendering } from './page-cache.ts'
import { chooseVariant, FIRST_VARIANT, pageResponse, type PageResponse } from './page-response.ts'

const MAX_PAGES = 5000
/** Longer URLs are matched each time: 5,000 of 16 KB would take 80 MB. */
const MAX_URL_LENGTH = 300

export type PageRequest = {
  /** Canonical URL of the page. */
  readonly address: string
  readonly consent: Consent
  readonly variant: number
  /** Request that missed the cache; null for a page that is rendered in advance. */
  readonly incoming: IncomingMessage | null
}

type Options = {
  readonly cache: PageCache
  /** Renders a page that is the same for every guest. */
  readonly render: (page: PageRequest) => Promise<Rendering>
}

export type Found =
  | { readonly kind: 'hit'; readonly response: PageResponse; readonly loggedPath: string }
  | { readonly kind: 'miss'; readonly render: () => Promise<Response> }

export type PageServer = ReturnType<typeof createPageServer>

/** Facts about a URL, so that a hit neither matches rules nor builds texts. */
type KnownPage = {
  readonly policy: CachePolicy
  /** Path of the URL as it is logged. */
  readonly loggedPath: string
  /** Cache keys by variant, filled when they are first needed. */
  readonly keys: Readonly<Record<Consent, string[]>>
}

function describePage(url: string): KnownPage | null {
  const policy = matchCacheRule(url)
  if (!policy) return null
  const loggedPath = redactPath(policy.address.split('?', 1)[0] ?? '/')
  return { policy, loggedPath, keys: { unanswered: [], answered: [] } }
}

/** Serves cacheable pages. The cache is looked up, and a missing page rendered and stored, here only. */
export function createPageServer({ cache, render }: Options) {
  const pages = new Map<string, KnownPage | null>()

  const find = (url: string): KnownPage | null => {
    const known = pages.get(url)
    if (known !== undefined) return known
    const page = describePage(url)
    if (url.length > MAX_URL_LENGTH) return page
    if (pages.size >= MAX_PAGES) pages.clear()
    pages.set(url, page)
    return page
  }

  const keyOf = ({ policy, keys }: KnownPage, consent: Consent, variant: number): string =>
    (keys[consent][variant] ??= `${consent} ${variant} ${policy.address}`)

  const load = (key: string, page: PageRequest, { tags }: CachePolicy) =>
    cache.open(key, tags, () => render(page))

  return {
    /** Looks a request up in the cache: its response, how to render it on a miss, or null if it is uncacheable. */
    find(incoming: IncomingMessage): Found | null {
      if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return null
      const known = find(incoming.url ?? '/')
      if (!known || readHoldCookie(incoming.headers.cookie)) return null
      const { policy, loggedPath } = known
      const chosen = chooseVariant(policy, incoming.headers['if-none-match'], Date.now())
      const consent = readConsent(incoming.headers.cookie)
      const key = keyOf(known, consent, chosen.variant)
      const fresh = cache.findFresh(key)
      if (fresh) return { kind: 'hit', response: pageResponse(fresh, chosen, incoming), loggedPath }
      return {
        kind: 'miss',
        async render() {
          const page = { address: policy.address, consent, variant: chosen.variant, incoming }
          const opened = await load(key, page, policy)
          return opened instanceof Response ? opened : toResponse(pageResponse(opened, chosen, incoming))
        },
      }
    },

    /** Renders and stores a page before the first guest requests it. */
    async prerender(url: string): Promise<void> {
      const known = find(url)
      if (!known) return
      const { policy } = known
      const { variant } = FIRST_VARIANT
      const page = { address: policy.address, consent: 'unanswered', variant, incoming: null } as const
      await load(keyOf(known, 'unanswered', variant), page, policy)
    },
  }
}

const toResponse = ({ status, headers, body }: PageResponse): Response =>
  new Response(body === null ? null : new Uint8Array(body), { status, headers })
