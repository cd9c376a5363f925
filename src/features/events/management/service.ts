import { recordActivity } from '#features/audit-log/service.ts'
import { EVENT_FIELDS } from '#features/events/schema.ts'
import { lockServiceDay } from '#features/reservations/service-day/service.ts'
import type {
  AffectedGuest,
  EventTimes,
  OverlappingDinner,
} from '#features/reservations/affected-guests/schema.ts'
import { listAffected, listOverlappingDinners } from '#features/reservations/affected-guests/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { pick } from '#lib/records.ts'
import { NOT_ALLOWED, NOT_FOUND } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { freeSlug, slugOf } from '#lib/text/slug.ts'
import { businessDate, type CalendarDate, formatDate } from '#lib/venue-time.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { listDeleted, restoreDeleted, softDelete } from '#platform/db/soft-delete.ts'
import { updateVersioned } from '#platform/db/versioned.ts'
import { repeatDates } from './rules.ts'
import type { EventForm, SoldOutForm, StaffEvent } from './schema.ts'
import {
  findDeletedEvent,
  findStaffEvent,
  insertEvent,
  listClosedDates,
  listDatesOf,
  listSlugsLike,
  lockEvent,
  releaseTableBlocks,
  setSlug,
  setSoldOut,
} from './store.ts'

export { findStaffEvent, listStaffEvents, purgeEvents } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/**
 * Reasons why an event could not be saved. `guests`: parties have a table at it. `blocks_in_the_way`: one of its table
 * blocks conflicts with another party at the new time. `dinners`: dinners overlap it, and staff have not accepted that
 * yet.
 */
export type EventRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'blocks_in_the_way' }
  | { readonly why: 'version_conflict'; readonly current: StaffEvent }
  | { readonly why: 'guests'; readonly guests: readonly AffectedGuest[] }
  | { readonly why: 'dinners'; readonly dinners: readonly OverlappingDinner[] }

export type RestoreRefusal = Extract<EventRefusal, { readonly why: 'not_allowed' | 'not_found' | 'dinners' }>

export async function addEvent(
  { db, now, actor }: ActorDeps,
  form: EventForm,
  agreed: readonly string[] = [],
): Promise<Result<StaffEvent, EventRefusal>> {
  if (!may(actor.role, 'events.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const deps = { db: trx, now }
    const overlapping = isOnSale(form) ? await refuseDinners(deps, form, agreed) : null
    return overlapping ?? ok(await add({ ...deps, actor }, form))
  })
}

const isOnSale = ({ tablesForSale, soldOut }: Pick<EventForm, 'tablesForSale' | 'soldOut'>): boolean =>
  tablesForSale && !soldOut

/**
 * Refuses to put an event on sale while dinners overlap it, unless staff have accepted each of them. The service day
 * stays locked until the transaction ends, so no dinner is booked meanwhile.
 */
async function refuseDinners(deps: Deps, times: EventTimes, agreed: readonly string[]) {
  await lockServiceDay(deps.db, times.date)
  const dinners = await listOverlappingDinners(deps, times)
  return dinners.every(({ id }) => agreed.includes(id)) ? null : no({ why: 'dinners', dinners } as const)
}

async function add({ db: trx, now, actor }: ActorDeps, form: EventForm): Promise<StaffEvent> {
  const slug = slugOf(form.title)
  const { id } = await insertEvent(trx, freeSlug(slug, await listSlugsLike(trx, slug)), form)
  const event = await findStaffEvent(trx, id, now)
  if (!event) throw new Error('an event that was just written is not there')
  await recordChange(trx, actor, { action: 'added', before: null, after: event })
  return event
}

/**
 * Updates an event if its version is still the editor's (optimistic lock). Date and times cannot change while a party
 * has a table.
 */
export async function editEvent(
  { db, now, actor }: ActorDeps,
  at: { readonly id: string; readonly version: number; readonly agreed?: readonly string[] | undefined },
  form: EventForm,
): Promise<Result<StaffEvent, EventRefusal>> {
  if (!may(actor.role, 'events.edit')) return no(NOT_ALLOWED)
  const write = async (trx: Db): Promise<Result<StaffEvent, EventRefusal>> => {
    await lockEvent(trx, at.id)
    const before = await findStaffEvent(trx, at.id, now)
    if (!before) return no(NOT_FOUND)
    if (before.version !== at.version) return no({ why: 'version_conflict', current: before })
    if (isMoved(before, form)) {
      const guests = await listAffected({ db: trx, now }, { eventId: at.id })
      if (guests.length > 0) return no({ why: 'guests', guests })
    }
    if (isOnSale(form) && (isMoved(before, form) || !isOnSale(before))) {
      const overlapping = await refuseDinners({ db: trx, now }, form, at.agreed ?? [])
      if (overlapping) return overlapping
    }
    const wins = await tryUnlessConflict(
      trx,
      async () => void (await updateVersioned(trx, 'events', { ...at, values: form })),
    )
    if (!wins) return no({ why: 'blocks_in_the_way' })
    const after = await findStaffEvent(trx, at.id, now)
    if (!after) return no(NOT_FOUND)
    await recordChange(trx, actor, { action: 'updated', before, after })
    return ok(after)
  }
  return inTransaction(db, write)
}

const isMoved = (before: StaffEvent, form: EventForm): boolean =>
  before.date !== form.date || before.startTime !== form.startTime || before.endTime !== form.endTime

export async function markEventSoldOut(
  { db, now, actor }: ActorDeps,
  id: string,
  { soldOut, agreedDinners: agreed = [] }: SoldOutForm,
): Promise<Result<StaffEvent, EventRefusal>> {
  if (!may(actor.role, 'events.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const before = await findStaffEvent(trx, id, now)
    if (!before) return no(NOT_FOUND)
    if (isOnSale({ ...before, soldOut }) && before.soldOut && !before.hasEnded) {
      const overlapping = await refuseDinners({ db: trx, now }, before, agreed)
      if (overlapping) return overlapping
    }
    await setSoldOut(trx, id, soldOut)
    const after = await findStaffEvent(trx, id, now)
    if (!after) return no(NOT_FOUND)
    await recordChange(trx, actor, {
      action: soldOut ? 'marked as sold out' : 'marked as available',
      before,
      after,
    })
    return ok(after)
  })
}

type RepeatResult = {
  readonly added: number
  readonly closed: number
  /** Dates with overlapping dinners, whose tables are not for sale until those dinners end. */
  readonly dinnersOn: readonly CalendarDate[]
}

/**
 * Copies an event to the following weeks. Skips weeks that already have it, and days on which its service is closed.
 */
export async function repeatEvent(
  { db, now, actor }: ActorDeps,
  id: string,
  weeks: number,
): Promise<Result<RepeatResult, EventRefusal>> {
  if (!may(actor.role, 'events.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    await lockEvent(trx, id)
    const event = await findStaffEvent(trx, id, now)
    if (!event) return no(NOT_FOUND)
    const dates = repeatDates(event.date, weeks, businessDate(now))
    const existing = new Set(await listDatesOf(trx, event.title, dates))
    const missing = dates.filter((date) => !existing.has(date))
    const closed = new Set(await listClosedDates(trx, event, missing))
    const open = missing.filter((date) => !closed.has(date))
    const dinnersOn: CalendarDate[] = []
    for (const date of open) {
      // A link for tickets leads to those of one date.
      const form = { ...formOf(event), date, soldOut: false, ticketsUrl: null }
      // oxlint-disable no-await-in-loop -- each needs an address that the ones before it have left free
      if (isOnSale(form) && (await listOverlappingDinners({ db: trx, now }, form)).length > 0)
        dinnersOn.push(date)
      await add({ db: trx, now, actor }, form)
      // oxlint-enable no-await-in-loop
    }
    return ok({ added: open.length, closed: closed.size, dinnersOn })
  })
}

const formOf = (event: StaffEvent): EventForm => ({
  ...pick(event, EVENT_FIELDS),
  imageId: event.picture?.id ?? null,
})

/** Soft-deletes an event without parties and releases its table blocks. */
export async function deleteEvent(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, EventRefusal>> {
  if (!may(actor.role, 'events.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    await lockEvent(trx, id)
    const before = await findStaffEvent(trx, id, now)
    if (!before) return no(NOT_FOUND)
    const guests = await listAffected({ db: trx, now }, { eventId: id })
    if (guests.length > 0) return no({ why: 'guests', guests })
    await releaseTableBlocks(trx, id, now)
    await softDelete(trx, 'events', { id, now })
    await recordChange(trx, actor, { action: 'deleted', before, after: null })
    return ok(null)
  })
}

/**
 * Restores a deleted event. If it would be on sale while dinners overlap it, staff must accept each of them first, as
 * when adding it.
 */
export async function restoreEvent(
  { db, now, actor }: ActorDeps,
  id: string,
  agreed: readonly string[] = [],
): Promise<Result<null, RestoreRefusal>> {
  if (!may(actor.role, 'events.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const found = await findDeletedEvent(trx, id)
    if (!found) return no(NOT_FOUND)
    const overlapping = isOnSale(found) ? await refuseDinners({ db: trx, now }, found, agreed) : null
    if (overlapping) return overlapping
    // Another event may have taken the slug meanwhile.
    await setSlug(trx, id, freeSlug(found.slug, await listSlugsLike(trx, found.slug)))
    if (!(await restoreDeleted(trx, 'events', id))) return no(NOT_FOUND)
    const after = await findStaffEvent(trx, id, now)
    if (after) await recordChange(trx, actor, { action: 'restored', before: null, after })
    return ok(null)
  })
}

/** Lists soft-deleted events, each named with its date. */
export async function listDeletedEvents({ db }: { readonly db: Db }) {
  const rows = await listDeleted(db, 'events', ['title', 'date'])
  return rows.map(({ title, date, ...row }) => ({ ...row, name: `${title}, ${formatDate(date, 'medium')}` }))
}

type Change = {
  readonly action: string
  readonly before: StaffEvent | null
  readonly after: StaffEvent | null
}

function recordChange(trx: Db, actor: Actor, { action, before, after }: Change): Promise<void> {
  const entityId = (after ?? before)?.id ?? null
  const entry = { before: before && formOf(before), after: after && formOf(after) }
  return recordActivity(trx, { actor, action, entity: 'event', entityId, ...entry })
}
