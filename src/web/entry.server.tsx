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
import { requestContext } from '../http/context.ts'

export const streamTimeout = 5000

// The router has given up on its loaders by then; what is left of the document is sent as it is.
const ABORT_AFTER_MS = streamTimeout + 1000

/** Renders the document. Everything a page shows is loaded before it starts, so it is whole when the shell is. */
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
    let answered = false
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} {...(nonce ? { nonce } : {})} />,
      {
        ...(nonce ? { nonce } : {}),
        // However large a part is, it stands in its place: what a script has to put there, nobody would see without one.
        progressiveChunkSize: Infinity,
        onShellReady() {
          answered = true
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
          if (answered) log.error({ err: error }, 'a part of the page failed after the answer began')
        },
      },
    )
    const timer = setTimeout(abort, ABORT_AFTER_MS)
  })
}

/** Faults of loaders and of rendering, once each. A guest who went away is no fault, nor is a page that is not there. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(requestContext).log.error({ err: error }, 'a request failed')
}
