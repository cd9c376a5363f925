import { recordActivity } from '#features/audit-log/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused, type ActionRefusal } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { updateVersioned } from '#platform/db/versioned.ts'
import { listProblem } from './rules.ts'
import type { GuestList, GuestListEdit, GuestListForm, ListedNight } from './schema.ts'
import {
  columnsOf,
  findList,
  findNight,
  insertList,
  listListsOf,
  listNights,
  lockList,
  toGuestList,
} from './store.ts'

export { findList, findListByCode, lockList, toGuestList } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

export type ListRefusal = ActionRefusal | { readonly why: 'version_conflict'; readonly current: GuestList }

/** The nights of a span with their guest lists, also nights without any. */
export async function loadListedNights(
  { db }: Pick<Deps, 'db'>,
  span: { readonly from: CalendarDate; readonly until: CalendarDate },
): Promise<ListedNight[]> {
  const nights = await listNights(db, span)
  const rows = await listListsOf(
    db,
    nights.map(({ id }) => id),
  )
  const byNight = Map.groupBy(rows.map(toGuestList), ({ eventId }) => eventId)
  return nights.map((night) => ({ ...night, lists: byNight.get(night.id) ?? [] }))
}

export async function addGuestList(
  { db, actor }: ActorDeps,
  form: GuestListForm,
): Promise<Result<GuestList, ListRefusal>> {
  if (!may(actor.role, 'guest_lists.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const night = await findNight(trx, form.eventId)
    if (!night) return no(NOT_FOUND)
    const problem = listProblem(form, { guests: 0, startTime: night.startTime })
    if (problem) return no(refused(problem))
    const added = await findList(trx, await insertList(trx, form))
    if (!added) return no(NOT_FOUND)
    await recordChange(trx, actor, { action: 'added', before: null, after: toGuestList(added) })
    return ok(toGuestList(added))
  })
}

/** Saves a list if the version is still the editor's. A list is closed and opened by the same form. */
export async function editGuestList(
  { db, actor }: ActorDeps,
  id: string,
  { version, ...form }: GuestListEdit,
): Promise<Result<GuestList, ListRefusal>> {
  if (!may(actor.role, 'guest_lists.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const before = await lockList(trx, id)
    const night = before && (await findNight(trx, before.eventId))
    if (!before || !night) return no(NOT_FOUND)
    if (before.version !== version) return no({ why: 'version_conflict', current: toGuestList(before) })
    const problem = listProblem(form, { guests: before.guests, startTime: night.startTime })
    if (problem) return no(refused(problem))
    await updateVersioned(trx, 'guestLists', { id, version, values: columnsOf(form), neverDeleted: true })
    const after = await findList(trx, id)
    if (!after) return no(NOT_FOUND)
    await recordChange(trx, actor, {
      action: 'updated',
      before: toGuestList(before),
      after: toGuestList(after),
    })
    return ok(toGuestList(after))
  })
}

type Change = {
  readonly action: string
  readonly before: GuestList | null
  readonly after: GuestList
}

const recordChange = (trx: Db, actor: Actor, { action, before, after }: Change): Promise<void> =>
  recordActivity(trx, {
    actor,
    action,
    entity: 'guest_list',
    entityId: after.id,
    before: before && auditFields(before),
    after: auditFields(after),
  })

/** Fields of a list that the audit log stores. */
const auditFields = ({ name, promoter, reducedCents, untilTime, maxGuests, isOpen }: GuestList) => ({
  name,
  promoter,
  reducedCents,
  untilTime,
  maxGuests,
  isOpen,
})
