import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { eveningText, OTHER_LABELS, staysText } from './rules.ts'
import type { Evening, EveningNote, EveningPart, KnownBy, SharedContact } from './schema.ts'
import { findNightLeft, findSharedContact, listEveningParts, listEveningsOf } from './store.ts'

export { isStanding, isSameHolder, listKeptByGuest } from './store.ts'

/** The evening of a reservation: its own part, and the dinner or night of the same guests that still stands; null without one. */
export async function findEvening(
  { db }: { readonly db: Db },
  id: string,
  knownBy: KnownBy,
): Promise<Evening | null> {
  const parts = await listEveningParts(db, id, knownBy)
  const other = parts.find((part) => part.id !== id)
  return other ? { parts, other } : null
}

/**
 * The other reservation of an evening and the contact data that it has in common with this one: a mistyped address is on both.
 * Null where there is no other one, or it has none in common.
 */
export async function findSameContact(
  deps: { readonly db: Db },
  id: string,
  knownBy: KnownBy,
): Promise<{ readonly other: EveningPart; readonly shared: SharedContact } | null> {
  const evening = await findEvening(deps, id, knownBy)
  const shared = evening && (await findSharedContact(deps, id, evening.other.id))
  return evening && shared && (shared.email || shared.phone) ? { other: evening.other, shared } : null
}

/** The other reservation of the evening of each of these, as staff know it, by the id of the first. */
export async function findEveningOthers(
  { db }: { readonly db: Db },
  ids: readonly string[],
): Promise<ReadonlyMap<string, EveningPart>> {
  const parts = await listEveningsOf(db, ids)
  return new Map(parts.flatMap(({ own, ...part }) => (part.id === own ? [] : [[own, part] as const])))
}

/** Tables that guests keep from their dinner for a night that is still to begin; none where they keep none. */
export async function listTablesKept(
  deps: { readonly db: Db; readonly now: Date },
  nightId: string,
  knownBy: KnownBy,
): Promise<readonly number[]> {
  const evening = await findEvening(deps, nightId, knownBy)
  const night = evening?.parts.find(({ id }) => id === nightId)
  const isAhead = night && night.status !== 'cancelled' && night.startsAt > deps.now
  return isAhead && evening?.other.type === 'dining' ? evening.other.tableNumbers : []
}

/** Says of the night of another date, which its guests had with a dinner that moved, that it stays; null without one. */
export async function findNightStaysText(
  { db }: { readonly db: Db },
  dinnerId: string,
): Promise<string | null> {
  const night = await findNightLeft(db, dinnerId)
  return night && staysText(night)
}

type NoteDeps = { readonly db: Db; readonly tokens: SignedTokens; readonly origin: string }

/** The evening of a reservation for an email to its guest's address, which is also that of the other one; null without one. */
export async function findEveningNote(deps: NoteDeps, id: string): Promise<EveningNote | null> {
  const evening = await findEvening(deps, id, 'address')
  if (!evening) return null
  const { parts, other } = evening
  return { text: eveningText(parts), label: OTHER_LABELS[other.type], link: guestLink(deps, other.id) }
}
