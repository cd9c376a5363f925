import { recordActivity } from '#features/audit-log/service.ts'
import { lockServiceDay } from '#features/reservations/service-day/service.ts'
import { forgetFreedTable, isFreedTable, listOfferableTables } from '#features/holds/table-blocks/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { cancelReservation, lockReservation } from '#features/reservations/service.ts'
import { offerDinner, offerTable } from '#features/waiting-list/offers/service.ts'
import {
  factsOf,
  isBeingRemoved,
  isFirstInLine,
  lineKey,
  titleOf,
  whenText,
} from '#features/waiting-list/rules.ts'
import type { WaitingEntry } from '#features/waiting-list/schema.ts'
import { listWaitingDates, lockNightLine } from '#features/waiting-list/lines/service.ts'
import { changeStatus, findEntry, listEntriesOf, writeStaffOffer } from '#features/waiting-list/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused, type ActionRefusal } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { UNDO_OVER, undoUntil } from '#lib/undo-window.ts'
import { businessDate, isCalendarDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import type {
  OfferChoice,
  OfferForm,
  StaffEntry,
  StaffLine,
  StaffWaitingList,
  UndoOfferForm,
} from './schema.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** `reason_needed`: other parties wait before this one. */
type OfferRefusal = ActionRefusal | { readonly why: 'reason_needed' }

/**
 * The lines of a business date, each in the order of joining. `next` asks for the first date on which parties wait; without
 * a date, and if no party waits, the lines are today's.
 */
export async function loadWaitingList(
  { db, now, actor }: ActorDeps,
  query: URLSearchParams,
): Promise<StaffWaitingList> {
  const seesContacts = may(actor.role, 'guests.contact')
  const today = businessDate(now)
  const asked = query.get('date')
  const dates = await listWaitingDates(db, today)
  const next = asked === 'next' ? dates[0]?.date : asked
  const date = typeof next === 'string' && isCalendarDate(next) ? next : today
  const lines = new Map<string, StaffLine & { readonly entries: StaffEntry[] }>()
  for (const entry of await listEntriesOf(db, date)) {
    const key = lineKey(entry)
    const kind: StaffLine['kind'] = entry.night ? 'night' : 'dinner'
    const line = lines.get(key) ?? { key, kind, title: titleOf(entry), when: whenText(entry), entries: [] }
    lines.set(key, line)
    const place = line.entries.filter(({ status }) => status === 'waiting').length + 1
    // Staff see a removal at once. The guest sees it once it can no longer be undone.
    const status = isBeingRemoved(entry) ? 'removed' : entry.status
    line.entries.push({
      id: entry.id,
      status,
      place: status === 'waiting' ? place : null,
      guestName: entry.guestName,
      guestEmail: seesContacts ? entry.guestEmail : '',
      guestPhone: entry.guestPhone,
      guestCount: entry.guestCount,
      zone: entry.zone,
      since: entry.createdAt.toISOString(),
      heldUntil: status === 'offered' ? (entry.offer?.heldUntil?.toISOString() ?? null) : null,
      tableNumber: entry.offer?.tableNumber ?? null,
      offerReason: entry.offerReason,
    })
  }
  return { date, today, dates, lines: [...lines.values()] }
}

/** Free tables that seat a party, for an offer by staff. Its zone is a wish that staff may leave aside. */
export async function listOfferChoices({ db, now }: Deps, id: string): Promise<OfferChoice[] | null> {
  const entry = await findEntry(db, id)
  if (!entry) return null
  if (!entry.night) return []
  const tables = await listOfferableTables(db, entry.night.id, now)
  return tables
    .filter(({ maxGuests }) => maxGuests >= entry.guestCount)
    .map(({ id: tableId, tableNumber, location, maxGuests }) => ({
      id: tableId,
      tableNumber,
      zone: location,
      seats: maxGuests,
    }))
}

/**
 * Offers a table to a party; to one that is not the first in its line with the reason in the audit log. The guest is told once staff
 * can no longer undo it. Returns the reservation that holds the table, for Undo.
 */
export async function offerByStaff(
  { db, now, actor }: ActorDeps,
  id: string,
  form: OfferForm,
): Promise<Result<{ readonly id: string; readonly reservationId: string }, OfferRefusal>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  const found = await findEntry(db, id)
  if (!found) return no(NOT_FOUND)
  return inTransaction(db, async (tx) => {
    await lockLine(tx, found)
    const entry = await findEntry(tx, id)
    if (entry?.status !== 'waiting' || isBeingRemoved(entry))
      return no(refused(`${found.guestName} is not waiting any more.`))
    if (entry.endsAt <= now) return no(refused('It is too late for an offer: the time has passed.'))
    const isInTurn = isFirstInLine(entry, await listEntriesOf(tx, entry.businessDate))
    if (!isInTurn && form.reason === '') return no({ why: 'reason_needed' as const })
    const problem = await makeOffer({ db: tx, now }, entry, form)
    if (problem !== null) return no(refused(problem))
    await writeStaffOffer(tx, id, {
      offerReason: isInTurn ? null : form.reason,
      offerUndoUntil: undoUntil(now),
    })
    const reservationId = (await findEntry(tx, id))?.offer?.reservationId ?? ''
    await recordActivity(tx, {
      actor,
      action: isInTurn ? 'offered a table to' : 'offered a table out of turn to',
      entity: 'waiting_entry',
      entityId: id,
      after: { ...factsOf(entry), ...(isInTurn ? {} : { reason: form.reason }) },
    })
    return ok({ id, reservationId })
  })
}

const lockLine = (tx: Db, { night, businessDate: date }: WaitingEntry): Promise<void> =>
  night ? lockNightLine(tx, night.id) : lockServiceDay(tx, date)

/** Takes back an offer by staff, of which the guest was not told yet: the table is free again, and the party in its place. */
export async function undoOffer(
  { db, now, actor }: ActorDeps,
  id: string,
  { reservationId }: UndoOfferForm,
): Promise<Result<{ readonly id: string }, ActionRefusal>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  const found = await findEntry(db, id)
  if (!found) return no(NOT_FOUND)
  return inTransaction(db, async (tx) => {
    await lockLine(tx, found)
    const held = await lockReservation(tx, reservationId)
    const entry = await findEntry(tx, id)
    const isLast = entry?.status === 'offered' && entry.offer?.reservationId === reservationId
    if (!entry?.offerUndoUntil || !isLast || entry.offerUndoUntil <= now) return no(refused(UNDO_OVER))
    if (held?.status !== 'pending' || held.paymentStatus === 'pending')
      return no(refused(`${entry.guestName} is paying or has paid for the table.`))
    await takeBack(tx, entry, reservationId)
    if (!(await changeStatus(tx, id, { from: 'removed', to: 'waiting' }))) return no(refused(UNDO_OVER))
    await writeStaffOffer(tx, id, { offerReason: null, offerUndoUntil: null })
    await recordActivity(tx, {
      actor,
      action: 'took back the offer to',
      entity: 'waiting_entry',
      entityId: id,
      before: factsOf(entry),
    })
    return ok({ id })
  })
}

/** Ends the hold of an offer. A table that was kept unsold on a sold-out night is not offered to the line because of it. */
async function takeBack(tx: Db, { night, offer }: WaitingEntry, reservationId: string): Promise<void> {
  const table = night && offer?.tableId ? { eventId: night.id, tableId: offer.tableId } : null
  const wasFreed = table !== null && (await isFreedTable(tx, table))
  await cancelReservation(tx, reservationId, 'staff')
  if (table && !wasFreed) await forgetFreedTable(tx, table)
}

/** Holds the table; returns a text where that is not possible. */
async function makeOffer(
  { db, now }: Deps,
  entry: WaitingEntry,
  { tableId }: OfferForm,
): Promise<string | null> {
  const leavesAt = undoUntil(now)
  if (!entry.night) {
    const { dinnerAt } = entry
    const isMade = dinnerAt !== null && (await offerDinner({ db, now }, entry, { dinnerAt, leavesAt }))
    return isMade ? null : `No table is free ${whenText(entry)} for a party of ${entry.guestCount}.`
  }
  const tables = await listOfferableTables(db, entry.night.id, now)
  const table = tables.find((it) => it.id === tableId)
  if (!table) return 'This table is not free any more. Please choose another one.'
  if (table.maxGuests < entry.guestCount)
    return `Table ${table.tableNumber} seats ${table.maxGuests}, and the party is ${entry.guestCount}.`
  const isMade = await offerTable({ db, now }, { night: entry.night, party: entry, table, leavesAt })
  return isMade
    ? null
    : `Table ${table.tableNumber} cannot be sold for this night. Please choose another one.`
}
