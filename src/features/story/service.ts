import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { happeningOf, sortByTime, linesAbout } from './rules.ts'
import type { Happening } from './schema.ts'
import { findId, readTimelineRows } from './store.ts'

type Deps = { readonly db: Db; readonly tokens: SignedTokens }

/**
 * Finds a reservation id by id, entry code, guest or hold token, or a link that ends in one; null where none matches.
 */
export function findReservationId({ db, tokens }: Deps, named: string): Promise<string | null> {
  const token = named.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  return findId(db, tokens.read('guest', token) ?? tokens.read('hold', token) ?? named)
}

/** Timeline of one reservation from database rows and log lines. */
export async function readTimeline(
  { db }: Pick<Deps, 'db'>,
  reservationId: string,
  log: readonly string[],
): Promise<Happening[]> {
  const rows = await readTimelineRows(db, reservationId)
  const happened = rows.map(({ at, ...it }) => ({ ...it, at: at.toISOString() }))
  return sortByTime([...happened, ...linesAbout(log, reservationId).map(happeningOf)])
}
