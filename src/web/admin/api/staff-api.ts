import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { foreignKeyViolation } from '#platform/db/db.ts'
import { stripNul } from '#http/validate-request.ts'
import { withReadTimeout, type RequestContext } from '#http/context.ts'
import { type ErrorBody, errorResponse } from '#http/json-response.ts'
import { reportUnavailable, unavailableOf } from '#http/unavailable-response.ts'
import type { StaffRoute } from './staff-route.ts'
import { STAFF_ROUTES } from './staff-routes.ts'

type App = Hono<{ Bindings: HttpBindings }>
type MakeDeps = (incoming: IncomingMessage) => RequestContext

const UNKNOWN = { error: 'unknown_address', title: 'Error', text: 'There is nothing at this address.' }
const FAULT = { error: 'internal_error', title: 'Error', text: 'An unexpected error occurred.' }

/** Opens every address at which the staff area reads or changes something. */
export function addStaffApi(app: App, makeContext: MakeDeps): void {
  for (const route of STAFF_ROUTES)
    app.on(route.method, route.path, (c: Context<{ Bindings: HttpBindings }>) =>
      serve(route, c, makeContext(c.env.incoming)),
    )
  app.all('/admin/api/*', () => errorResponse(404, UNKNOWN))
}

const PICTURE_GONE = 'This picture is no longer there. Please choose it again.'
const THING_GONE = 'Something that this belongs to is no longer there. Please load the page again.'

/** Somebody, or the night's tidying, was faster: what was chosen is gone. */
const goneRefusal = (reference: string): ErrorBody =>
  reference.includes('image')
    ? { error: 'not_found', title: 'Error', text: PICTURE_GONE, fields: { imageId: PICTURE_GONE } }
    : { error: 'not_found', title: 'Error', text: THING_GONE }

async function serve(
  route: StaffRoute,
  c: Context<{ Bindings: HttpBindings }>,
  deps: RequestContext,
): Promise<Response> {
  try {
    const query = stripNul(new URL(c.req.url).searchParams)
    const { raw: request } = c.req
    return await withReadTimeout(deps, request, route.serve(deps, { request, params: c.req.param(), query }))
  } catch (error) {
    // What is refused half way is thrown as the answer itself.
    if (error instanceof Response) return error
    const reference = foreignKeyViolation(error)
    if (reference !== null) return errorResponse(409, goneRefusal(reference))
    const unavailable = unavailableOf(error)
    if (unavailable) {
      reportUnavailable(deps.log, unavailable, error)
      const { error: code, text, retryAfter } = unavailable
      return errorResponse(503, { error: code, title: 'Error', text }, { 'Retry-After': retryAfter })
    }
    deps.log.error({ err: error }, 'a request of staff failed')
    return errorResponse(500, FAULT)
  }
}
