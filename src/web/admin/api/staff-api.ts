import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { foreignKeyViolation } from '#platform/db/db.ts'
import { stripNul } from '#http/validate-request.ts'
import { withReadTimeout, type RequestContext } from '#http/context.ts'
import { type ErrorBody, errorResponse } from '#http/json-response.ts'
import { reportUnavailable, unavailableOf } from '#http/unavailable-response.ts'
import type { StaffRoute } from './route.ts'
import { STAFF_ROUTES } from './staff-routes.ts'

type App = Hono<{ Bindings: HttpBindings }>
type MakeDeps = (incoming: IncomingMessage) => RequestContext

const UNKNOWN = { error: 'unknown_address', title: 'Error', text: 'There is no such address.' }
const INTERNAL_ERROR = { error: 'internal_error', title: 'Error', text: 'An unexpected error occurred.' }

/** Registers every route of the staff API. */
export function addStaffApi(app: App, makeContext: MakeDeps): void {
  for (const route of STAFF_ROUTES)
    app.on(route.method, route.path, async (c: Context<{ Bindings: HttpBindings }>) => {
      const deps = makeContext(c.env.incoming)
      const response = await serve(route, c, deps)
      // Screens go by the time of this header where the clock of their device is wrong.
      response.headers.set('Date', deps.now.toUTCString())
      return response
    })
  app.all('/admin/api/*', () => errorResponse(404, UNKNOWN))
}

const MISSING_PICTURE = 'This picture no longer exists. Please choose it again.'
const MISSING_RECORD = 'A record that this belongs to no longer exists. Please reload the page.'

/** Error of a foreign key violation: the referenced record was deleted meanwhile. */
const missingReference = (reference: string): ErrorBody =>
  reference.includes('image')
    ? { error: 'not_found', title: 'Error', text: MISSING_PICTURE, fields: { imageId: MISSING_PICTURE } }
    : { error: 'not_found', title: 'Error', text: MISSING_RECORD }

async function serve(
  route: StaffRoute,
  c: Context<{ Bindings: HttpBindings }>,
  deps: RequestContext,
): Promise<Response> {
  try {
    const query = stripNul(new URL(c.req.url).searchParams)
    const { raw: request } = c.req
    return await withReadTimeout(
      deps,
      request,
      route.serve(deps, { request, params: c.req.param(), query, body: undefined }),
    )
  } catch (error) {
    // An error response may be thrown, for example by the body validation.
    if (error instanceof Response) return error
    const reference = foreignKeyViolation(error)
    if (reference !== null) return errorResponse(409, missingReference(reference))
    const unavailable = unavailableOf(error)
    if (unavailable) {
      reportUnavailable(deps.log, unavailable, error)
      const { error: code, text, retryAfter } = unavailable
      return errorResponse(503, { error: code, title: 'Error', text }, { 'Retry-After': retryAfter })
    }
    deps.log.error({ event: 'admin_api.request_failed', err: error }, 'a request of the staff API failed')
    return errorResponse(500, INTERNAL_ERROR)
  }
}
