import { isFree } from '#features/events/rules.ts'
import { findExpectedEntry } from '#features/guest-lists/entries/service.ts'
import { findShare } from '#features/reservation-management/entry-shares/service.ts'
import { listOwnHeadCounts } from '#features/reservation-management/tonight/head-counts/service.ts'
import { marksOf, sinceOf } from '#features/reservation-management/tonight/rules.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { findMergedInto } from '#features/reservation-management/merge/service.ts'
import { digitsOf } from '#lib/phone.ts'
import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { readScanned } from './rules.ts'
import type { ExpectedParty, FoundReservation, Snapshot } from './schema.ts'
import { findByCode, listCoverNights, readReducedCover } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly tokens: SignedTokens }
type Asking = {
  readonly staff: Snapshot['staff']
  /** Token of the session, of which the device only learns a fingerprint. */
  readonly token: string
  readonly venueName: string
  readonly isClosed: boolean
}

/** Tonight for a device at the entrance; with `since`, only what changed after an earlier answer. */
export async function loadSnapshot(
  deps: Deps,
  query: URLSearchParams,
  { staff, token, venueName, isClosed }: Asking,
): Promise<Snapshot> {
  const since = query.get('since')
  const tonight = await loadTonight(deps, new URLSearchParams(since === null ? {} : { since }))
  const { date: night, isWhole } = tonight
  const [events, reducedCoverCents, ownCounts] = await Promise.all([
    listCoverNights(deps.db, night),
    readReducedCover(deps.db),
    listOwnHeadCounts(deps.db, {
      actorId: staff.id,
      night,
      since: isWhole ? null : sinceOf(since, deps.now),
    }),
  ])
  return {
    ...tonight,
    coverNights: events.filter(({ price }) => !isFree(price)),
    reducedCoverCents,
    ownCounts,
    ...(isClosed
      ? { parties: [], removed: [], total: 0, isWhole: true }
      : { parties: tonight.parties.map(toExpected) }),
    venueName,
    isClosed,
    keys: deps.tokens.entryKeys(),
    staff: { id: staff.id, name: staff.name },
    sessionId: deps.tokens.fingerprint(token),
  }
}

/** Each field is named: one that is added to the list of staff does not reach devices by itself. */
const toExpected = (party: Party): ExpectedParty => ({
  id: party.id,
  type: party.type,
  status: party.status,
  isHeld: party.isHeld,
  startsAt: party.startsAt,
  endsAt: party.endsAt,
  leftAt: party.leftAt,
  tableNumbers: party.tableNumbers,
  guestName: party.guestName,
  guestCount: party.guestCount,
  entryCode: party.entryCode,
  merged: party.merged,
  eventTitle: party.eventTitle,
  tags: marksOf(party),
  isBlocked: party.guest !== null && party.guest.blockReason !== null,
  dueCents: party.dueCents,
  cover: party.cover,
  list: party.list && { name: party.list.name, terms: party.list.terms },
  events: party.events,
  shares: party.shares,
  phoneEnd: party.guestPhone === null ? null : digitsOf(party.guestPhone).slice(-4),
})

/** Looks up a code that is not on tonight's list, to say for which night it is. */
export async function findCode({ db, tokens }: Deps, text: string): Promise<FoundReservation | null> {
  const scanned = readScanned(text)
  if (scanned.kind === 'code')
    return (
      (await withMerge(db, await findByCode(db, { entryCode: scanned.code }))) ??
      findFriend(db, { entryCode: scanned.code })
    )
  const [, page, segment = ''] = /\/(my-reservation|list-entry|shared-entry)\/([\w-]+)/.exec(text) ?? []
  if (page === 'shared-entry') {
    const shareId = tokens.read('entry_share', segment)
    return shareId === null ? null : findFriend(db, { id: shareId })
  }
  const id = page === undefined ? null : tokens.read(page === 'list-entry' ? 'list_entry' : 'guest', segment)
  if (id === null) return null
  return page === 'list-entry' ? findOnList(db, id) : withMerge(db, await findByCode(db, { id }))
}

/** Names the reservation that a merged one became a part of. */
async function withMerge(
  db: Db,
  row: Awaited<ReturnType<typeof findByCode>>,
): Promise<FoundReservation | null> {
  if (!row) return null
  const { isMerged, ...found } = row
  const into = isMerged ? await findMergedInto(db, found.id) : undefined
  return { ...found, date: into?.date ?? found.date, mergedInto: into ?? null }
}

/** The reservation of a friend's code. */
async function findFriend(db: Db, by: Parameters<typeof findShare>[1]): Promise<FoundReservation | null> {
  const share = await findShare(db, by)
  if (!share) return null
  const { reservationId: id, date, status, isDeleted, isTakenBack } = share
  return { id, date, status, isDeleted, shareId: share.id, isTakenBack }
}

/** An entry of a guest list, as a reservation: a name that was taken off is cancelled. */
async function findOnList(db: Db, id: string): Promise<FoundReservation | null> {
  const entry = await findExpectedEntry(db, id)
  if (!entry) return null
  return {
    id,
    date: entry.date,
    status: entry.removedAt ? 'cancelled' : 'confirmed',
    isDeleted: false,
    mergedInto: null,
  }
}
