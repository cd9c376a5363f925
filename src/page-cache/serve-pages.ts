import type { IncomingMessage } from 'node:http'
import { type Consent, readConsent } from '../http/consent.ts'
import { readHoldCookie } from '../http/hold-cookie.ts'
import { type CachePolicy, matchCacheRule } from './cache-rules.ts'
import type { PageCache, Rendering } from './page-cache.ts'
import { chooseVariant, FIRST_VARIANT, pageResponse, type PageResponse } from './page-response.ts'

const MAX_POLICIES = 5000
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
  | { readonly kind: 'hit'; readonly response: PageResponse }
  | { readonly kind: 'miss'; readonly render: () => Promise<Response> }

export type PageServer = ReturnType<typeof createPageServer>

/** Serves cacheable pages. The cache is looked up, and a missing page rendered and stored, here only. */
export function createPageServer({ cache, render }: Options) {
  const policies = new Map<string, CachePolicy | null>()

  const policyOf = (url: string): CachePolicy | null => {
    const known = policies.get(url)
    if (known !== undefined) return known
    const policy = matchCacheRule(url)
    if (url.length > MAX_URL_LENGTH) return policy
    if (policies.size >= MAX_POLICIES) policies.clear()
    policies.set(url, policy)
    return policy
  }

  const keyOf = ({ consent, variant, address }: PageRequest): string => `${consent} ${variant} ${address}`

  const load = (page: PageRequest, { tags }: CachePolicy) => cache.open(keyOf(page), tags, () => render(page))

  return {
    /** Looks a request up in the cache: its response, how to render it on a miss, or null if it is uncacheable. */
    find(incoming: IncomingMessage): Found | null {
      if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return null
      const policy = policyOf(incoming.url ?? '/')
      if (!policy || readHoldCookie(incoming.headers.cookie)) return null
      const chosen = chooseVariant(policy, incoming.headers['if-none-match'], Date.now())
      const consent = readConsent(incoming.headers.cookie)
      const page = { address: policy.address, consent, variant: chosen.variant, incoming }
      const fresh = cache.findFresh(keyOf(page))
      if (fresh) return { kind: 'hit', response: pageResponse(fresh, chosen, incoming) }
      return {
        kind: 'miss',
        async render() {
          const opened = await load(page, policy)
          return opened instanceof Response ? opened : toResponse(pageResponse(opened, chosen, incoming))
        },
      }
    },

    /** Renders and stores a page before the first guest requests it. */
    async prerender(url: string): Promise<void> {
      const policy = policyOf(url)
      const { variant } = FIRST_VARIANT
      if (policy)
        await load({ address: policy.address, consent: 'unanswered', variant, incoming: null }, policy)
    },
  }
}

const toResponse = ({ status, headers, body }: PageResponse): Response =>
  new Response(body === null ? null : new Uint8Array(body), { status, headers })
