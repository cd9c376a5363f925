import { recordActivities } from '#features/audit-log/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { formatPhone, toE164 } from '#lib/phone.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { fewPlacesText, placesLeft } from '#features/guest-lists/rules.ts'
import type { GuestList } from '#features/guest-lists/schema.ts'
import { findList, lockList, toGuestList } from '#features/guest-lists/service.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused, type ActionRefusal } from '#lib/refusal.ts'
import { countText } from '#lib/text/count.ts'
import { readLine, splitLines, type TypedEntry } from './rules.ts'
import type { AddedEntries, EntryEdit, EntryLinesForm, ListEntry } from './schema.ts'
import { type EntryRow, findEntry, insertEntries, listEntries, lockEntry, updateEntry } from './store.ts'

export {
  anonymiseEntries,
  countExpectedEntries,
  findEntryOfContact,
  findExpectedEntry,
  insertEntries,
  listEntriesOfPerson,
  listExpectedEntries,
  listPromotedEntries,
  lockEntry,
  touchEntries,
  updateEntry,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

export type EntryRefusal = ActionRefusal | { readonly why: 'version_conflict'; readonly current: ListEntry }

const toEntry = ({ guestPhone, removedAt, createdAt, ...row }: EntryRow): ListEntry => ({
  ...row,
  guestPhone: guestPhone === null ? null : formatPhone(guestPhone),
  removedAt: removedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

type ListWithEntries = {
  readonly list: GuestList
  readonly night: { readonly title: string; readonly date: CalendarDate }
  readonly entries: readonly ListEntry[]
}

/** A list with its night and its entries in the order of names, removed ones included. */
export async function loadGuestList({ db }: Pick<Deps, 'db'>, id: string): Promise<ListWithEntries | null> {
  const list = await findList(db, id)
  if (!list) return null
  return {
    list: toGuestList(list),
    night: { title: list.title, date: list.date },
    entries: (await listEntries(db, [id])).map(toEntry),
  }
}

/** Adds one guest for each typed line. Returns the refused lines with the reason; adds the others. */
export async function addEntries(
  { db, actor }: ActorDeps,
  listId: string,
  { lines }: EntryLinesForm,
): Promise<Result<AddedEntries, EntryRefusal>> {
  if (!may(actor.role, 'guest_lists.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const list = await lockList(trx, listId)
    if (!list) return no(NOT_FOUND)
    const { fitting, others } = sortLines(splitLines(lines), list)
    const ids = await insertEntries(
      trx,
      fitting.map((typed) => ({
        ...typed,
        listId,
        source: 'staff',
        guestPhone: null,
        guestEmail: null,
        consentedAt: null,
      })),
    )
    const added = (await listEntries(trx, [listId])).filter(({ id }) => ids.includes(id)).map(toEntry)
    await recordChanges(
      trx,
      actor,
      added.map((after) => ({ action: 'added', before: null, after })),
    )
    return ok({ added, refused: others })
  })
}

/** The lines that fit the list in their order, and the others with the reason. */
function sortLines(lines: readonly string[], list: Pick<GuestList, 'guests' | 'maxGuests'>) {
  const fitting: TypedEntry[] = []
  const others: { line: string; text: string }[] = []
  let guests = list.guests
  for (const line of lines) {
    const read = readLine(line)
    const left = { guests, maxGuests: list.maxGuests }
    if (!read.ok) others.push({ line, text: read.reason })
    else if (read.value.guestCount > placesLeft(left)) others.push({ line, text: overCapText(left) })
    else {
      fitting.push(read.value)
      guests += read.value.guestCount
    }
  }
  return { fitting, others }
}

const overCapText = (list: Pick<GuestList, 'guests' | 'maxGuests'>): string =>
  `The list takes ${countText(list.maxGuests, 'guest')}, and ${fewPlacesText(list)}. Raise its cap, or add fewer.`

/** Changes an entry if the version is still the editor's. */
export async function editEntry(
  { db, actor }: ActorDeps,
  id: string,
  { version, guestPhone, agreesToTexts: _agreesToTexts, ...form }: EntryEdit,
): Promise<Result<ListEntry, EntryRefusal>> {
  if (!may(actor.role, 'guest_lists.edit')) return no(NOT_ALLOWED)
  const phone = guestPhone === null ? null : toE164(guestPhone)
  if (guestPhone !== null && phone === null)
    return no(refused('Please enter the phone number with its area code, such as (972) 555-0100.'))
  return changeEntry({ db, actor }, id, (before, list) => {
    if (before.version !== version) return no({ why: 'version_conflict', current: toEntry(before) })
    const places = {
      guests: list.guests - (before.removedAt ? 0 : before.guestCount),
      maxGuests: list.maxGuests,
    }
    if (before.removedAt === null && form.guestCount > placesLeft(places))
      return no(refused(overCapText(places)))
    return ok({ ...form, guestPhone: phone })
  })
}

/** Removes an entry, or takes the removal back. */
export async function setEntryRemoved(
  { db, now, actor }: ActorDeps,
  id: string,
  { isRemoved }: { readonly isRemoved: boolean },
): Promise<Result<ListEntry, EntryRefusal>> {
  if (!may(actor.role, 'guest_lists.edit')) return no(NOT_ALLOWED)
  return changeEntry({ db, actor }, id, (before, list) => {
    if ((before.removedAt !== null) === isRemoved) return ok({})
    if (!isRemoved && before.guestCount > placesLeft(list)) return no(refused(overCapText(list)))
    return ok({ removedAt: isRemoved ? now : null })
  })
}

type Values = Parameters<typeof updateEntry>[2]

/** Locks the list before the entry, the same order as a sign-up, and writes what `plan` makes of both. */
const changeEntry = (
  { db, actor }: Pick<ActorDeps, 'db' | 'actor'>,
  id: string,
  plan: (before: EntryRow, list: GuestList) => Result<Values, EntryRefusal>,
): Promise<Result<ListEntry, EntryRefusal>> =>
  inTransaction(db, async (trx) => {
    const found = await findEntry(trx, id)
    const list = found && (await lockList(trx, found.listId))
    const before = list && (await lockEntry(trx, id))
    if (!before) return no(NOT_FOUND)
    const planned = plan(before, toGuestList(list))
    if (!planned.ok) return planned
    if (Object.keys(planned.value).length === 0) return ok(toEntry(before))
    if (!(await tryUnlessConflict(trx, () => updateEntry(trx, id, planned.value))))
      return no(refused('Another guest of this list has the same phone number or email address.'))
    const after = await findEntry(trx, id)
    if (!after) return no(NOT_FOUND)
    await recordChanges(trx, actor, [
      { action: actionOf(before, after), before: toEntry(before), after: toEntry(after) },
    ])
    return ok(toEntry(after))
  })

function actionOf(before: EntryRow, after: EntryRow): string {
  if ((before.removedAt === null) === (after.removedAt === null)) return 'updated'
  return after.removedAt ? 'deleted' : 'restored'
}

type Change = { readonly action: string; readonly before: ListEntry | null; readonly after: ListEntry }

const recordChanges = (trx: Db, actor: Actor, changes: readonly Change[]): Promise<void> =>
  recordActivities(
    trx,
    changes.map(({ action, before, after }) => ({
      actor,
      action,
      entity: 'guest_list_entry',
      entityId: after.id,
      before: before && auditFields(before),
      after: auditFields(after),
    })),
  )

/** Fields of an entry that the audit log stores. */
const auditFields = ({ guestName, guestCount, guestPhone, guestEmail, note, removedAt }: ListEntry) => ({
  guestName,
  guestCount,
  guestPhone,
  guestEmail,
  note,
  isRemoved: removedAt !== null,
})
