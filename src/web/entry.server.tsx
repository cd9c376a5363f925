import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { siteAssets } from 'virtual:site-assets'
import type { Log } from '#platform/observability/log.ts'
import { requestContext } from '../http/context.ts'
import { IslandHost } from './site/islands/island.tsx'

export const streamTimeout = 5000

// The loaders have timed out by then; the rest of the document is sent as it is.
const ABORT_AFTER_MS = streamTimeout + 1000

/** Streams the document. All data is loaded before rendering starts, so the shell is the whole page. */
// oxlint-disable-next-line max-params -- the router calls it with these
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const { nonce, log } = context.get(requestContext)
  return new Promise((resolve, reject) => {
    let isShellSent = false
    const { pipe, abort } = renderToPipeableStream(
      <IslandHost value={{ report: logIslandError(log), modules: siteAssets.islandModules }}>
        <ServerRouter context={routerContext} url={request.url} {...(nonce ? { nonce } : {})} />
      </IslandHost>,
      {
        ...(nonce ? { nonce } : {}),
        // Keeps large parts of the page inline: React would otherwise move them into place with a script.
        progressiveChunkSize: Infinity,
        onShellReady() {
          isShellSent = true
          const body = new PassThrough()
          body.on('close', () => clearTimeout(timer))
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
          pipe(body)
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error instanceof Error ? error : new Error(String(error)))
        },
        onError(error) {
          if (isShellSent)
            log.error(
              { event: 'http.render_failed', err: error },
              'rendering failed after the response had started',
            )
        },
      },
    )
    const timer = setTimeout(abort, ABORT_AFTER_MS)
  })
}

const logIslandError =
  (log: Log) =>
  (island: string, error: unknown): void =>
    log.error({ event: 'http.island_failed', island, err: error }, 'a part of a page could not be rendered')

/** Logs errors of loaders and rendering. An aborted request or a missing page is not an error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context
    .get(requestContext)
    .log.error(
      { event: 'http.route_failed', err: error },
      'a loader, an action or the rendering of a page failed',
    )
}
