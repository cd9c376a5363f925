import { isReadOnly } from '#platform/network/host-finder.ts'
import { requestContext } from '#http/context.ts'
import { checkReady } from '#http/readiness.ts'
import type { Route } from './+types/readyz.ts'

const HEADERS = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }

/** Readiness check: the database responds and accepts writes, and this server is not draining. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, log, isReady } = context.get(requestContext)
  if (!isReady)
    return new Response('this server is stopping\n', {
      status: 503,
      headers: { ...HEADERS, 'Retry-After': '5' },
    })
  try {
    await checkReady({ db })
    return new Response('ready\n', { headers: HEADERS })
  } catch (error) {
    const why = isReadOnly(error) ? 'the database is read-only' : 'the database does not answer'
    log.warn({ event: 'http.not_ready', err: error }, `not ready: ${why}`)
    return new Response(`${why}\n`, {
      status: 503,
      headers: { ...HEADERS, 'Retry-After': '5' },
    })
  }
}
