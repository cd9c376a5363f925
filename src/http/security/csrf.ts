import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { WEBHOOK_PATH } from '#platform/payments-gateways/start-emulator.ts'
import { TEXT_WEBHOOK_PATH } from '#platform/text-messages/types.ts'

const SIGNED_PATHS = new Set<string>([WEBHOOK_PATH, TEXT_WEBHOOK_PATH])
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const SAME_SITE = new Set(['same-origin', 'none'])

/**
 * CSRF protection: rejects cross-origin requests that change something. `hono/csrf` checks form content types only, and lets
 * a cross-origin request with JSON pass to CORS. A client without both headers is no browser and has no cookies to abuse.
 * The webhooks are exempt: their messages are signed.
 */
export const rejectCrossOrigin =
  (origin: string): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async (c, next) => {
    if (!SIGNED_PATHS.has(c.req.path) && isCrossOrigin(c.env.incoming, origin))
      return c.text('This request comes from another site.', 403)
    await next()
  }

function isCrossOrigin(incoming: IncomingMessage, origin: string): boolean {
  if (SAFE_METHODS.has(incoming.method ?? 'GET')) return false
  const site = incoming.headers['sec-fetch-site']
  if (typeof site === 'string') return !SAME_SITE.has(site)
  const from = incoming.headers.origin
  return from !== undefined && from !== origin
}
