import { sayHello } from '#features/venue/service.ts'
import { readInTime } from '#platform/db.ts'
import { requestDeps } from '../context.ts'
import type { Route } from './+types/readyz.ts'

const HEADERS = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }

/** The database answers too: send guests here. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestDeps)
  try {
    await readInTime(db, sayHello({ db }))
    return new Response('ready\n', { headers: HEADERS })
  } catch (error) {
    log.warn({ err: error }, 'not ready: the database does not answer')
    return new Response('the database does not answer\n', {
      status: 503,
      headers: { ...HEADERS, 'Retry-After': '5' },
    })
  }
}
