import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type RequestContext, requestContext } from '../http/context.ts'
import type { Rendering } from './page-cache.ts'
import { contentSecurityPolicy, inlineHashes, sourceHash } from '../http/security-headers.ts'
import sheet from '../web/site.css?inline'

export type RenderPage = (request: Request, deps: RequestContext) => Promise<Response>

const RETRY_AFTER_S = '5'

/** The router's own handler, given the dependencies of one request. */
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

// The sheet is the same on every page. While it is being worked on it changes under the running server.
const OUR_SHEET = import.meta.env.DEV ? "'unsafe-inline'" : sourceHash(sheet)

type Policy = {
  readonly nonce: string
  readonly secure: boolean
  /** Whether scripts of the page may add styles of their own, as those that drag things do. */
  readonly addsStyles: boolean
}

/** Adds the policy of a page rendered for one guest: its scripts are allowed by the request's nonce. */
export function withNoncePolicy(response: Response, { nonce, secure, addsStyles }: Policy): Response {
  // What brings a policy of its own, as a letter does that may run nothing at all, keeps it.
  if (!isHtml(response) || response.headers.has('Content-Security-Policy')) return response
  const ours = `'nonce-${nonce}'`
  const allowed = { scripts: [ours], styles: addsStyles ? [OUR_SHEET, ours] : [OUR_SHEET] }
  response.headers.set('Content-Security-Policy', contentSecurityPolicy(allowed, secure))
  return response
}

const CACHED_HEADERS = ['Content-Type', 'Link', 'X-Remix-Response'] as const

/**
 * Reads an answer to the end so that it can be kept. Its scripts are allowed by their hashes: a nonce that many
 * guests are sent would be no secret. Only a plain 200 is kept; anything else is sent to whoever asked.
 */
export async function readRendering(response: Response, secure: boolean): Promise<Rendering> {
  const isUnavailable = response.status >= 500
  if (!isHtml(response)) {
    if (!canKeep(response)) return { kind: 'other', response, isUnavailable }
    return { kind: 'page', headers: cachedHeaders(response), body: Buffer.from(await response.arrayBuffer()) }
  }
  const html = inOrderOfNeed(await response.text())
  const policy = contentSecurityPolicy(inlineHashes(html), secure)
  if (!canKeep(response)) {
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

const canKeep = (response: Response): boolean =>
  response.status === 200 && !response.headers.has('Set-Cookie')

const cachedHeaders = (response: Response): Record<string, string> =>
  Object.fromEntries(
    CACHED_HEADERS.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

const PICTURE_PRELOAD = /<link rel="preload" as="image"[^>]*>/g
const SCRIPT_PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const START = '<script type="module" async="">'
const WAITING = '<script type="text/plain" data-when-loaded="" async="">'
// Before it, a phone does not know yet how wide it is, and would ask for the picture of a desktop.
const VIEWPORT = /<meta name="viewport"[^>]*>/

/**
 * Puts what a page asks for in the order a guest on a slow line needs it: the picture of the first screen before the
 * stylesheet, which takes a while to arrive; then the type; and the scripts that make the page come alive when all
 * there is to see is there, or at the first touch. The page can be read and walked without them.
 */
function inOrderOfNeed(html: string): string {
  const pictures = html.match(PICTURE_PRELOAD) ?? []
  const scripts = [...html.matchAll(SCRIPT_PRELOAD)].map(([, href = '']) => href)
  const ordered = html
    .replaceAll(PICTURE_PRELOAD, '')
    .replace(VIEWPORT, (viewport) => viewport + pictures.join(''))
  if (!ordered.includes(START)) return ordered
  return ordered
    .replaceAll(SCRIPT_PRELOAD, '')
    .replace(START, WAITING)
    .replace(/<\/body>(?![\s\S]*<\/body>)/, () => `<script>${startWhenLoaded(scripts)}</script></body>`)
}

const startWhenLoaded = (scripts: readonly string[]): string => `(() => {
let started = false
const start = () => {
if (started) return
started = true
for (const href of ${JSON.stringify(scripts)}) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }))
const text = document.querySelector("script[data-when-loaded]").text
document.body.append(Object.assign(document.createElement("script"), { type: "module", text }))
}
addEventListener("load", start)
addEventListener("pointerdown", start)
addEventListener("keydown", start)
setTimeout(start, 4000)
})()`
