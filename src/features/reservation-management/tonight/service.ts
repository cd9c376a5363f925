import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import {
  listArrivalEvents,
  type PartyEvent,
  readMovedHeads,
} from '#features/reservation-management/arrivals/service.ts'
import type { EntryShare } from '#features/reservation-management/entry-shares/schema.ts'
import { listShares } from '#features/reservation-management/entry-shares/service.ts'
import { isFree } from '#features/events/rules.ts'
import type { CoverTaken } from '#features/payments/cover/schema.ts'
import { listCoverTaken } from '#features/payments/cover/service.ts'
import type { EntryOfNight } from '#features/guest-lists/entries/schema.ts'
import { countExpectedEntries, listExpectedEntries } from '#features/guest-lists/entries/service.ts'
import { termsEndAt, termsText } from '#features/guest-lists/rules.ts'
import { coverOfReservation } from '#features/reservation-management/arrivals/cover/rules.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { readCapacity, readWalkIns } from '#features/reservation-management/tonight/head-counts/service.ts'
import { lockActiveBooking, type ReservationRefusal } from '#features/reservation-management/service.ts'
import { listKeptByGuest } from '#features/reservations/evening/service.ts'
import { dueAtVenue } from '#features/reservations/rules.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import { formatPhone } from '#lib/phone.ts'
import { NOT_ALLOWED, NOT_FOUND } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { businessDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { dateOf, monthSpan, orderedTags, sinceOf } from './rules.ts'
import type { CalendarDay, Party, Tag, TagsForm, Tonight } from './schema.ts'
import { countParties, findTags, listCalendarDays, listParties, writeTags } from './store.ts'

export { listBookedNights } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type Row = Awaited<ReturnType<typeof listParties>>[number]

/**
 * The parties expected on a date, cancelled ones included: their guests may still come. With `since`, only the parties
 * that changed after it.
 */
export async function loadTonight({ db, now }: Deps, query: URLSearchParams): Promise<Tonight> {
  const date = dateOf(query.get('date'), now)
  const since = sinceOf(query.get('since'), now)
  const [rows, total, entries, entryTotal, walkIns, moved, capacity] = await Promise.all([
    listParties(db, { date, since, now }),
    countParties(db, { date, now }),
    listExpectedEntries(db, { date, since }),
    countExpectedEntries(db, date),
    readWalkIns(db, date),
    readMovedHeads(db, date),
    readCapacity(db),
  ])
  const ids = [...rows, ...entries].map(({ id }) => id)
  const [events, covers, shares, kept] = await Promise.all([
    listArrivalEvents(db, ids),
    listCoverTaken(db, ids),
    listShares(
      db,
      rows.map(({ id }) => id),
    ),
    listKeptByGuest(
      db,
      rows.filter(({ dinnerId }) => dinnerId !== null).map(({ id }) => id),
    ),
  ])
  const isKept = new Set(kept)
  const recorded = recordedOf(events, covers)
  const sharesOf = Map.groupBy(shares, ({ reservationId }) => reservationId)
  return {
    date,
    today: businessDate(now),
    at: now.toISOString(),
    isWhole: since === null,
    parties: [
      ...rows
        .filter((row) => row.isListed)
        .map((row) => ({
          ...toParty(row, recorded(row.id)),
          dinnerId: isKept.has(row.id) ? row.dinnerId : null,
          shares: (sharesOf.get(row.id) ?? []).map(toShare),
        })),
      ...entries.map((entry) => partyOfEntry(entry, recorded(entry.id))),
    ],
    removed: rows.filter((row) => !row.isListed).map(({ id }) => id),
    total: total + entryTotal,
    walkIns,
    moved,
    capacity,
  }
}

/** Arrivals and cover of a party. */
type Recorded = { readonly events: readonly ArrivalEvent[]; readonly taken: readonly CoverTaken[] }

const withoutParty = <Of extends { readonly partyId: string }>(rows: readonly Of[] = []) =>
  rows.map(({ partyId: _partyId, ...row }) => row)

function recordedOf(
  events: readonly PartyEvent[],
  covers: readonly (CoverTaken & { readonly partyId: string })[],
): (id: string) => Recorded {
  const eventsOf = Map.groupBy(events, ({ partyId }) => partyId)
  const takenOf = Map.groupBy(covers, ({ partyId }) => partyId)
  return (id) => ({ events: withoutParty(eventsOf.get(id)), taken: withoutParty(takenOf.get(id)) })
}

function partyOfEntry(entry: EntryOfNight, { events, taken }: Recorded): Party {
  const { id, guestName, guestCount, guestPhone, entryCode, note, eventTitle } = entry
  return {
    id,
    type: 'guest_list',
    status: entry.removedAt ? 'cancelled' : 'confirmed',
    isDeleted: false,
    isHeld: false,
    isOffered: false,
    isUnanswered: false,
    dinnerId: null,
    keptFrom: null,
    startsAt: entry.startsAt.toISOString(),
    endsAt: entry.endsAt.toISOString(),
    leftAt: null,
    tableId: null,
    tableIds: [],
    tableNumbers: [],
    guestName,
    guestPhone: guestPhone === null ? null : formatPhone(guestPhone),
    guestCount,
    entryCode,
    confirmedAt: null,
    merged: [],
    eventTitle,
    source: null,
    staffNote: note,
    specialRequests: null,
    tags: [],
    guest: entry.guest,
    packages: [],
    dueCents: 0,
    list: { id: entry.listId, name: entry.listName, promoter: entry.promoter, terms: termsText(entry) },
    cover: isFree(entry.eventPrice)
      ? null
      : {
          price: entry.eventPrice,
          freeGuests: 0,
          list: {
            reducedCents: entry.reducedCents,
            until: termsEndAt(entry)?.toISOString() ?? null,
          },
          taken,
        },
    events,
    shares: [],
  }
}

const toShare = ({ id, guestName, entryCode, isTakenBack }: EntryShare): EntryShare => ({
  id,
  guestName,
  entryCode,
  isTakenBack,
})

function toParty(row: Row, { events, taken }: Recorded): Omit<Party, 'shares'> {
  const { eventPrice, holderCount, guestPhone, startsAt, endsAt, leftAt, keptFrom, confirmedAt, ...rest } =
    row
  const { totalCents, allowanceCents, receivedCents, priceRefundedCents, ...listed } = rest
  const { isListed: _isListed, ...party } = listed
  const money = { totalCents, allowanceCents, receivedCents, priceRefundedCents }
  return {
    ...party,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    leftAt: leftAt?.toISOString() ?? null,
    keptFrom: keptFrom?.toISOString() ?? null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    guestPhone: guestPhone === null ? null : formatPhone(guestPhone),
    dueCents: dueAtVenue({ ...money, status: party.status }),
    cover: party.type === 'nightlife' ? coverOfReservation({ eventPrice, holderCount }, taken) : null,
    list: null,
    events,
  }
}

/** Covers and events of every day that a calendar page shows. */
export const loadCalendar = async ({ db, now }: Deps, query: URLSearchParams): Promise<CalendarDay[]> =>
  listCalendarDays(db, monthSpan(query.get('month'), now))

/** Sets the marks of a reservation. */
export async function setTags(
  { db, actor }: Deps & { readonly actor: Actor },
  id: string,
  { tags, seen }: TagsForm,
): Promise<
  Result<
    { readonly tags: readonly Tag[] },
    Exclude<ReservationRefusal, { why: 'version_conflict' }> | TagsChanged
  >
> {
  if (!may(actor.role, 'reservations.annotate')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const booking = await lockActiveBooking(trx, id)
    const before = booking && (await findTags(trx, id))?.tags
    if (!booking || !before) return no(NOT_FOUND)
    const after = orderedTags(tags)
    if (before.join() === after.join()) return ok({ tags: after })
    if (before.join() !== orderedTags(seen).join())
      return no({ why: 'version_conflict', current: { tags: before } })
    await writeTags(trx, id, after)
    const { guestName } = booking
    await recordActivity(trx, {
      actor,
      action: 'updated',
      entity: 'reservation',
      entityId: id,
      before: { guestName, tags: before.join(', ') },
      after: { guestName, tags: after.join(', ') },
    })
    return ok({ tags: after })
  })
}

type TagsChanged = { readonly why: 'version_conflict'; readonly current: { readonly tags: readonly Tag[] } }
