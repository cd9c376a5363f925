import { listAuditLog } from '#features/audit-log/service.ts'
import { readMessageHistory } from '#features/emails/history/service.ts'
import type { CoverTaken } from '#features/payments/cover/schema.ts'
import { coverTakenText } from '#features/payments/cover/rules.ts'
import { listCoverTaken } from '#features/payments/cover/service.ts'
import {
  coverDueText,
  coverOfReservation,
  wholeParty,
} from '#features/reservation-management/arrivals/cover/rules.ts'
import { attendanceAt } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import { listArrivalEvents } from '#features/reservation-management/arrivals/service.ts'
import { openCents, payableCents } from '#features/payments/ledger/rules.ts'
import { readLedger } from '#features/payments/ledger/service.ts'
import { readRefundable } from '#features/payments/refunds/service.ts'
import { partText } from '#features/reservations/evening/rules.ts'
import type { Evening } from '#features/reservations/evening/schema.ts'
import { findEvening } from '#features/reservations/evening/service.ts'
import { listPackageContents } from '#features/reservations/package-contents/service.ts'
import { dueAtVenue, isHeld } from '#features/reservations/rules.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor, StaffRole } from '#features/permissions/schema.ts'
import { listPriceLines } from '#features/reservations/service.ts'
import { formatPhone } from '#lib/phone.ts'
import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { CSV_HEAD, csvCells, csvLine, detailsFor, entryFor, queryFor } from './rules.ts'
import type {
  EveningOther,
  ReservationFullDetails,
  ReservationEntry,
  ReservationListPage,
  ReservationQuery,
  MatchingIds,
  RequestPage,
  SpecialRequest,
} from './schema.ts'
import {
  type DetailsRow,
  type ReservationRow,
  findDetails,
  listWithSpecialRequests,
  selectReservations,
  listByIds,
  listPayments,
  listRefunds,
} from './store.ts'

export { listFiltered, sumDeleted } from './store.ts'

type Deps = { readonly db: Db }
type Fingerprints = Pick<SignedTokens, 'fingerprint'>
type ActorDeps = Deps & { readonly actor: Pick<Actor, 'role'> }

const PAGE = 25

const toOther = ({ other }: Evening): EveningOther => ({
  id: other.id,
  status: other.status,
  text: partText(other),
})

const toEntry = ({
  eventId,
  eventTitle,
  tableNumber,
  secondTableNumber,
  extraTableNumbers,
  startsAt,
  endsAt,
  leftAt,
  createdAt,
  priceRefundedCents,
  ...row
}: ReservationRow): ReservationEntry => ({
  ...row,
  guestPhone: row.guestPhone === null ? null : formatPhone(row.guestPhone),
  revenueCents: openCents(row),
  dueCents: dueAtVenue({ ...row, priceRefundedCents }),
  event: eventId ? { id: eventId, title: eventTitle ?? '' } : null,
  tableNumbers: [...[tableNumber, secondTableNumber].flatMap((it) => it ?? []), ...extraTableNumbers],
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  leftAt: leftAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

/** A page of the list after the given id (keyset pagination), redacted for the actor's role. */
export async function listReservations(
  { db, actor }: ActorDeps,
  query: ReservationQuery,
  after: string | null = null,
): Promise<ReservationListPage> {
  const rows = await selectReservations(db, queryFor(actor.role, query), { after, limit: PAGE + 1 })
  const items = rows.slice(0, PAGE).map((row) => entryFor(actor.role, toEntry(row)))
  return { items, next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null }
}

const BATCH = 1000
/** Byte order mark: without it, some spreadsheets do not read the CSV file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Streams all reservations that match a query as CSV. Batches bound the memory, however many rows match. */
export async function* exportReservations(
  { db }: Deps,
  query: ReservationQuery,
  role: StaffRole,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(CSV_HEAD)
  let after: string | null = null
  do {
    // oxlint-disable-next-line no-await-in-loop -- the next ones follow the last
    const rows: ReservationRow[] = await selectReservations(db, query, { after, limit: BATCH })
    yield csvLines(rows, role)
    after = rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null
  } while (after)
}

/** Ids of the reservations that match a query in its sort order, up to a limit. */
export async function listMatchingIds(
  { db, actor }: ActorDeps,
  query: ReservationQuery,
  limit: number,
): Promise<MatchingIds> {
  const rows = await selectReservations(db, queryFor(actor.role, query), { after: null, limit: limit + 1 })
  return { ids: rows.slice(0, limit).map(({ id }) => id), hasMore: rows.length > limit }
}

/** The selected reservations as CSV, in the order of selection. */
export async function* exportSelected(
  { db }: Deps,
  ids: readonly string[],
  role: StaffRole,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(CSV_HEAD)
  yield csvLines(await listByIds(db, ids), role)
}

const csvLines = (rows: readonly ReservationRow[], role: StaffRole): string =>
  rows
    .map((row) =>
      csvLine(
        csvCells({ ...entryFor(role, toEntry(row)), startsAt: row.startsAt, createdAt: row.createdAt }),
      ),
    )
    .join('')

const REQUEST_PAGE = 12

function toSpecialRequest(entry: ReservationEntry): SpecialRequest {
  const { id, guestName, event, date, timeSlot, tableNumbers, status, specialRequests } = entry
  return {
    id,
    guestName,
    event,
    date,
    timeSlot,
    tableNumbers,
    status,
    specialRequests: specialRequests ?? '',
  }
}

/** A page of special requests among all reservations that match a query, not only among the loaded rows. */
export async function listSpecialRequests(
  { db }: Deps,
  query: ReservationQuery,
  after: string | null = null,
): Promise<RequestPage> {
  const rows = await listWithSpecialRequests(db, query, { after, limit: REQUEST_PAGE + 1 })
  const items = rows.slice(0, REQUEST_PAGE).map(toEntry).map(toSpecialRequest)
  return { items, next: rows.length > REQUEST_PAGE ? (items.at(-1)?.id ?? null) : null }
}

type Recorded = {
  readonly events: readonly ArrivalEvent[]
  readonly taken: readonly CoverTaken[]
  readonly now: Date
}

type OnNight = Pick<DetailsRow, 'guestCount' | 'holderCount' | 'eventPrice' | 'deletedAt'> &
  Pick<ReservationEntry, 'status' | 'leftAt' | 'endsAt' | 'tableNumbers'>

/** The arrivals on the night of a reservation, the cover that its guests owe, and what was recorded of it. */
function onItsNight(
  row: OnNight,
  { events, taken, now }: Recorded,
): Pick<ReservationFullDetails, 'attendance' | 'coverDue' | 'coverTaken'> {
  const cover = coverOfReservation(row, taken)
  return {
    attendance: attendanceAt({ ...row, events, isDeleted: row.deletedAt !== null }, now),
    coverDue: coverDueText(cover, wholeParty({ ...row, events }, now)),
    coverTaken: coverTakenText(taken),
  }
}

/**
 * A reservation with its price lines, payments and audit log, redacted for the actor's role; null where it does not
 * exist.
 */
export async function findReservationDetails(
  { db, now, actor, tokens }: ActorDeps & { readonly now: Date; readonly tokens: Fingerprints },
  id: string,
): Promise<ReservationFullDetails | null> {
  const row = await findDetails(db, id)
  // Only roles that may restore a deleted reservation can read it.
  if (!row || (row.deletedAt && !may(actor.role, 'reservations.delete'))) return null
  const { waitingEntryId, ...found } = row
  const [evening, events, taken, lines, packages, ledger, onlineCents, payments, refunds, history, messages] =
    await Promise.all([
      findEvening({ db }, id, 'guest'),
      listArrivalEvents(db, [id]),
      listCoverTaken(db, [id]),
      listPriceLines(db, id),
      listPackageContents(db, id),
      readLedger({ db }, id),
      readRefundable({ db }, id),
      listPayments(db, id),
      listRefunds(db, id),
      listAuditLog({ db, now }, { ...ANYTHING, entity: 'reservation', entityId: id }),
      readMessageHistory({ db, tokens }, { reservationId: id, waitingEntryId, guestPhone: row.guestPhone }),
    ])
  const { tableId, guestId, cancelReason, entryCode, staffNote, paymentNote, ...rest } = found
  const { deletedAt, confirmedAt, heldUntil, mergedInto, feedback, eventPrice, holderCount, ...others } = rest
  const { keptCents, keptReason, creditCents, creditUntil, ...entry } = others
  const shown = toEntry(entry)
  return detailsFor(actor.role, {
    ...shown,
    tableId,
    guestId,
    cancelReason,
    deletedAt: deletedAt?.toISOString() ?? null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    mergedInto,
    feedback,
    evening: evening && toOther(evening),
    entryCode,
    staffNote,
    keptCents,
    keptReason,
    creditCents,
    creditUntil,
    ...onItsNight({ ...shown, eventPrice, holderCount, deletedAt }, { events, taken, now }),
    paymentNote,
    lines,
    // Lines that moved along with a merge are corrected at the reservation that stays.
    ledger: mergedInto ? ledger.map((line) => ({ ...line, isCorrectable: false })) : ledger,
    refundable: { onlineCents, openCents: Math.max(0, openCents(entry)) },
    isHeld: isHeld({ status: entry.status, heldUntil }),
    payableCents: entry.status === 'cancelled' ? 0 : payableCents(entry),
    packages,
    payments: payments.map(({ paidAt, createdAt, ...it }) => ({
      ...it,
      at: (paidAt ?? createdAt).toISOString(),
    })),
    refunds: refunds.map(({ createdAt, ...it }) => ({ ...it, at: createdAt.toISOString() })),
    history: history.entries,
    messages,
  })
}

const ANYTHING = { actorId: null, search: null, from: null, until: null, after: null }
