import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type RequestContext, requestContext } from '../http/context.ts'
import type { Rendering } from './page-cache.ts'
import { contentSecurityPolicy, sourceHash, styleHashes } from '../http/security/security-headers.ts'
import { PREFETCH_RULES } from '../http/security/prefetch-rules.ts'
import { SCRIPT_RETRY } from '../http/security/script-retry.ts'
import { pageStyles } from 'virtual:page-styles'
import stylesheet from '../web/site.css?inline'
import { inlinePageStyles } from './page-stylesheet.ts'

export type RenderPage = (request: Request, deps: RequestContext) => Promise<Response>

const RETRY_AFTER_S = '5'

/** React Router request handler with the request context set. */
export function createRenderer(build: ServerBuild | (() => Promise<ServerBuild>), mode: string): RenderPage {
  const handle = createRequestHandler(build, mode)
  return async (request, deps) => {
    const context = new RouterContextProvider()
    context.set(requestContext, deps)
    const response = await handle(request, context)
    if (response.status === 503 && !response.headers.has('Retry-After'))
      response.headers.set('Retry-After', RETRY_AFTER_S)
    return response
  }
}

const isHtml = (response: Response): boolean =>
  response.headers.get('Content-Type')?.startsWith('text/html') === true

// An uncached page inlines the whole stylesheet. In development it changes while the server runs, so its hash is unknown.
const STYLESHEET_SOURCE = import.meta.env.DEV ? "'unsafe-inline'" : sourceHash(stylesheet)

const INLINE_SOURCES = [PREFETCH_RULES, SCRIPT_RETRY].map(sourceHash)

type Policy = {
  readonly nonce: string
  readonly secure: boolean
  /** Allows scripts to insert style elements, as the drag-and-drop library does. */
  readonly addsStyles: boolean
}

/** Sets the CSP of an uncached page: scripts are allowed by the nonce of the request. */
export function withNoncePolicy(response: Response, { nonce, secure, addsStyles }: Policy): Response {
  // A response with its own policy keeps it, such as an email of the outbox, which may not run scripts.
  if (!isHtml(response) || response.headers.has('Content-Security-Policy')) return response
  const source = `'nonce-${nonce}'`
  const allowed = {
    scripts: [source, ...INLINE_SOURCES],
    styles: addsStyles ? [STYLESHEET_SOURCE, source] : [STYLESHEET_SOURCE],
  }
  response.headers.set('Content-Security-Policy', contentSecurityPolicy(allowed, secure))
  return response
}

const CACHED_HEADERS = ['Content-Type', 'Link', 'X-Remix-Response'] as const

type Reading = {
  readonly secure: boolean
  /** A page without a part that could not be read is sent, unless an earlier copy is cached, and it is not cached itself. */
  readonly isComplete: boolean
}

/**
 * Reads a response into a cacheable rendering. Scripts are allowed by hash: a nonce in a cached page would be known to
 * every guest. Only a complete 200 without cookies is cacheable; any other response is passed on.
 */
export async function readRendering(response: Response, { secure, isComplete }: Reading): Promise<Rendering> {
  const isUnavailable = response.status >= 500 || !isComplete
  const isCacheable = isComplete && response.status === 200 && !response.headers.has('Set-Cookie')
  if (!isHtml(response)) {
    if (!isCacheable) return { kind: 'other', response, isUnavailable }
    return { kind: 'page', headers: cachedHeaders(response), body: Buffer.from(await response.arrayBuffer()) }
  }
  const ordered = orderByPriority(await response.text())
  const { html, script } = pageStyles
    ? inlinePageStyles(ordered, pageStyles)
    : { html: ordered, script: null }
  // The server's own scripts by name: whatever else a page may contain does not run.
  const scripts = [...INLINE_SOURCES, ...(script === null ? [] : [sourceHash(script)])]
  const policy = contentSecurityPolicy({ scripts, styles: styleHashes(html) }, secure)
  if (!isCacheable) {
    const headers = new Headers(response.headers)
    headers.set('Content-Security-Policy', policy)
    return {
      kind: 'other',
      response: new Response(html, { status: response.status, headers }),
      isUnavailable,
    }
  }
  const headers = { ...cachedHeaders(response), 'Content-Security-Policy': policy }
  return { kind: 'page', headers, body: Buffer.from(html) }
}

const cachedHeaders = (response: Response): Record<string, string> =>
  Object.fromEntries(
    CACHED_HEADERS.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

const PICTURE_PRELOAD = /<link rel="preload" as="image"[^>]*>/g
// A preload before the viewport tag would make a phone fetch the image of a wide screen.
const VIEWPORT = /<meta name="viewport"[^>]*>/

/** Moves the image preloads of the first screen before the inlined stylesheet, so that a slow connection starts with them. */
function orderByPriority(html: string): string {
  const pictures = html.match(PICTURE_PRELOAD) ?? []
  return html.replaceAll(PICTURE_PRELOAD, '').replace(VIEWPORT, (viewport) => viewport + pictures.join(''))
}
