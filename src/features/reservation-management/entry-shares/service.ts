import { lockActiveBooking, findBooking } from '#features/reservation-management/service.ts'
import { addressLine } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { makeCalendarFile } from '#platform/mail/calendar.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import {
  canShare,
  firstNameOf,
  isUnconfirmed,
  MAX_SHARES_EVER,
  maxShares,
  type ShareRefusal,
  sharesLeftOut,
} from './rules.ts'
import type { SharedEntry } from './schema.ts'
import { endShare, insertShare, listShares } from './store.ts'

export { findShare, listShares, listTakenBackWith, moveShares } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** Link in the QR code of a friend: their camera opens their page, and staff verify its signature offline. */
export const sharedEntryLink = (
  { tokens, origin }: { readonly tokens: Pick<SignedTokens, 'signEntryCode'>; readonly origin: string },
  { id, date }: { readonly id: string; readonly date: CalendarDate },
): string => `${origin}/shared-entry/${tokens.signEntryCode(id, date)}`

type CalendarFacts = {
  readonly friend: SharedEntry
  readonly venue: Venue
  /** URL of the friend's page. */
  readonly link: string
  readonly now: Date
}

/** Calendar file (.ics) of a friend. Once the code or the reservation is off, it removes the entry: same UID, status cancelled. */
export const makeEntryCalendar = ({ friend, venue, link, now }: CalendarFacts): string =>
  makeCalendarFile({
    uid: `${friend.id}@${new URL(link).hostname}`,
    title: friend.eventTitle === null ? `Dinner at ${venue.name}` : `${friend.eventTitle} at ${venue.name}`,
    description: `With ${firstNameOf(friend.hostName)}'s party. Your entry code is on your page.\n${link}`,
    location: `${venue.name}, ${addressLine(venue)}`,
    startsAt: friend.startsAt,
    endsAt: friend.endsAt,
    url: link,
    now,
    // A calendar applies an update only if its sequence is higher than that of the stored entry.
    sequence: friend.sequence + (friend.isTakenBack ? 1 : 0),
    cancelled: friend.isTakenBack || friend.status === 'cancelled',
  })

/**
 * The friends of a party whose codes are valid, how many more can get one, and how many got one ever; null where the entry
 * cannot be shared.
 */
export async function loadShares({ db, now }: Deps, reservationId: string) {
  const party = await findBooking(db, reservationId)
  if (!party || !canShare(party, now)) return null
  const ever = await listShares(db, [reservationId])
  const shares = ever.filter(({ isTakenBack }) => !isTakenBack)
  return {
    shares,
    ever: ever.length,
    guestCount: party.guestCount,
    isWaiting: isUnconfirmed({ ...party, hasTable: party.tableId !== null }),
    left: Math.max(0, maxShares(party) - shares.length),
  }
}

export type NewFriend = {
  readonly guestName: string
  /** Friends who had got a code, ever, when the page of the form was made. */
  readonly seen: number
}

/**
 * Gives a friend of a party a code of their own; returns its id. The reservation is locked, so that the last code is given once.
 * A form that is sent twice makes one code. A second friend of one name is refused: the host could not tell their codes apart.
 */
export const shareEntry = (
  { db, now }: Deps,
  reservationId: string,
  { guestName, seen }: NewFriend,
): Promise<Result<string, ShareRefusal>> =>
  inTransaction(db, async (tx) => {
    const party = await lockActiveBooking(tx, reservationId)
    if (!party || !canShare(party, now)) return no('not_live')
    const ever = await listShares(tx, [reservationId])
    const shares = ever.filter(({ isTakenBack }) => !isTakenBack)
    const same = shares.find((it) => it.guestName.toLowerCase() === guestName.toLowerCase())
    if (same) return ever.indexOf(same) >= seen ? ok(same.id) : no('same_name')
    if (shares.length >= maxShares(party)) return no('full')
    if (ever.length >= MAX_SHARES_EVER) return no('too_many')
    return ok(await insertShare(tx, reservationId, guestName))
  })

/** Takes the code of a friend back. Scans are recorded under the same lock, so a code that was used stays. */
export const takeShareBack = (
  { db, now }: Deps,
  reservationId: string,
  shareId: string,
): Promise<Result<null, ShareRefusal>> =>
  inTransaction(db, async (tx) => {
    await lockActiveBooking(tx, reservationId)
    const share = (await listShares(tx, [reservationId])).find(({ id }) => id === shareId)
    if (!share) return no('not_found')
    if (share.hasArrived) return no('used')
    if (!share.isTakenBack) await endShare(tx, share.id, now)
    return ok(null)
  })

/** Friends who lose their code where the party has this size. */
export async function listSharesLeftOut(db: Db, reservationId: string, guestCount: number) {
  const valid = (await listShares(db, [reservationId])).filter(({ isTakenBack }) => !isTakenBack)
  return sharesLeftOut(valid, { guestCount })
}

/** Takes the codes back for which a party has become too small. The caller has locked the reservation. */
export async function takeBackLeftOut(
  { db, now }: Deps,
  reservationId: string,
  guestCount: number,
): Promise<void> {
  for (const { id } of await listSharesLeftOut(db, reservationId, guestCount))
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
    await endShare(db, id, now)
}
