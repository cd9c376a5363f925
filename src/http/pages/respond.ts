import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Db } from '#platform/db/db.ts'
import type { Rendering } from '../../page-cache/page-cache.ts'
import { readRendering, withNoncePolicy } from '../../page-cache/render-page.ts'
import type { PageRequest, PageServer } from '../../page-cache/serve-pages.ts'
import type { RequestGuest } from '../client-identity.ts'
import { deferredPage, requestIdOf } from '../request-entry.ts'
import { asksForPage, plainRejection, rejectInvalid } from '../validate-request.ts'
import { type AppContext, identityOf, makeContext, type RequestIdentity } from './app-context.ts'

/** Responds to a request that no route of the staff API takes. */
export async function respond(
  context: AppContext,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const { incoming } = c.env
  const deferred = deferredPage(incoming)
  if (deferred) return deferred
  const rejected = rejectInvalid(incoming)
  if (!rejected) return respondUncached(context, c, c.req.url)
  if (!rejected.isAddress || !asksForPage(incoming)) return plainRejection(rejected)
  const page = await respondUncached(context, c, new URL(NOWHERE, context.origin).href)
  return new Response(page.body, { status: rejected.status, headers: page.headers })
}

/** Stands for every address that the router must not see. No route has it. */
const NOWHERE = '/404'

/** Page of one guest: its scripts are allowed by a nonce. */
async function respondUncached(
  context: AppContext,
  c: Context<{ Bindings: HttpBindings }>,
  url: string,
): Promise<Response> {
  const nonce = randomBytes(18).toString('base64')
  const variant = Math.floor(Math.random() * 2 ** 31)
  const deps = makeContext(context, identityOf(context, c.env.incoming), { nonce, variant })
  // The configured origin replaces the Host header, so that no page or redirect carries a host of the client's choice.
  const { pathname, search } = new URL(url)
  const request = new Request(new URL(pathname.replace(/^\/+/, '/') + search, context.origin), c.req.raw)
  const addsStyles = pathname.startsWith('/admin/')
  return withNoncePolicy(await context.render(request, deps), { nonce, secure: context.secure, addsStyles })
}

/** Renders a page for the cache, from the read replica if it is up to date. It must not depend on the guest. */
export async function renderShared(
  context: AppContext,
  { address, consent, variant, incoming }: PageRequest,
): Promise<Rendering> {
  const identity: RequestIdentity = {
    requestId: incoming ? requestIdOf(incoming) : PRERENDER,
    consent,
    mayHoldTable: false,
    outbox: null,
    get guest(): RequestGuest {
      throw new Error(`${address} is cached for every guest, but reads the guest identity`)
    },
  }
  const render = async (db: Db): Promise<Rendering> => {
    let isComplete = true
    const markIncomplete = (): void => void (isComplete = false)
    const deps = makeContext(context, identity, { nonce: null, variant, db, markIncomplete })
    const response = await context.render(new Request(new URL(address, context.origin)), deps)
    return readRendering(response, { secure: context.secure, isComplete })
  }
  const replica = context.replica?.pick()
  if (!replica) return render(context.db)
  const rendering = await render(replica)
  if (rendering.kind === 'page' || !rendering.isUnavailable) return rendering
  context.replica?.noteFailure()
  return render(context.db)
}

/** Request id in the log lines of pages that are rendered at start. */
export const PRERENDER = 'prerender'
const FIRST_PAGES = ['/', '/menu', '/gallery', '/events', '/reservations']

/** Renders the most visited pages at start, so that the first guests do not wait for them. */
export async function prerenderFirstPages(pages: PageServer | null): Promise<void> {
  for (const url of FIRST_PAGES) {
    // oxlint-disable-next-line no-await-in-loop -- the pages share modules that the first one loads
    await pages?.prerender(url)
  }
}
