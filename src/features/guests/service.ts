import { recordActivity } from '#features/audit-log/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { formatPhone } from '#lib/phone.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { guestDetailsFor, guestFor, guestQueryFor } from './rules.ts'
import { GUEST_TAGS, type GuestFacts } from '#features/reservations/guest-facts/schema.ts'
import { NOT_ALLOWED, NOT_FOUND, type RefusedWithText } from '#lib/refusal.ts'
import type { BlockForm, GuestDetails, GuestEntry, GuestForm, GuestPage, GuestQuery } from './schema.ts'
import {
  findGuestByContact,
  findGuestState,
  findKeptId,
  type GuestRow,
  listAlike,
  listContacts,
  listGuestRequests,
  listGuestReservations,
  listGuestRows,
  listMerged,
  lockGuests,
  writeGuest,
} from './store.ts'

export { lockGuests, writeGuest } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** Reasons why a change of a guest fails. The text of `refused` is shown to staff. */
export type GuestRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | {
      readonly why: 'version_conflict'
      readonly current: GuestFacts & { readonly version: number; readonly editedBy: string | null }
    }
  | RefusedWithText

const PAGE = 50
const ALL: GuestQuery = { search: '', filter: null, sort: 'recent', offset: 0 }

const toEntry = ({ phone, ...row }: GuestRow): GuestEntry => ({
  ...row,
  phone: phone === null ? null : formatPhone(phone),
})

/** A page of the book of guests, redacted for the actor's role. */
export async function listGuests({ db, now, actor }: ActorDeps, query: GuestQuery): Promise<GuestPage> {
  const wanted = guestQueryFor(actor.role, query)
  const rows = await listGuestRows(db, wanted, { now, limit: PAGE + 1 })
  return {
    items: rows.slice(0, PAGE).map((row) => guestFor(actor.role, toEntry(row))),
    next: rows.length > PAGE ? wanted.offset + PAGE : null,
  }
}

const findEntry = async ({ db, now }: Deps, id: string): Promise<GuestEntry | null> => {
  const [row] = await listGuestRows(db, ALL, { now, limit: 1, ids: [id] })
  return row ? toEntry(row) : null
}

/** The guest whom a booking with these contacts would be matched to; null for a new guest. */
export async function findGuestOf(
  deps: ActorDeps,
  contact: { readonly phone: string; readonly email: string },
): Promise<GuestEntry | null> {
  const id = await findGuestByContact(deps.db, contact)
  const entry = id ? await findEntry(deps, id) : null
  return entry && guestFor(deps.actor.role, entry)
}

/** A guest with all records that the role may see. The id of a merged guest finds the kept one. */
export async function findGuestDetails(deps: ActorDeps, anyId: string): Promise<GuestDetails | null> {
  const { db, now, actor } = deps
  const id = await findKeptId(db, anyId)
  const [entry, state] = id ? await Promise.all([findEntry(deps, id), findGuestState(db, id)]) : []
  if (!id || !entry || !state) return null
  const [contacts, reservations, requests, alike, merged] = await Promise.all([
    listContacts(db, id),
    listGuestReservations(db, id, now),
    may(actor.role, 'inquiries.read') ? listGuestRequests(db, id) : [],
    listAlike(db, id),
    listMerged(db, id),
  ])
  const valuesOf = (kind: string) => contacts.filter((it) => it.kind === kind).map(({ value }) => value)
  return guestDetailsFor(actor.role, {
    ...entry,
    phones: valuesOf('phone').map(formatPhone),
    emails: valuesOf('email'),
    blockedAt: state.blockedAt?.toISOString() ?? null,
    blockedBy: state.blockedBy,
    editedBy: state.editedBy,
    version: state.version,
    reservations: reservations.map((it) => ({ ...it, startsAt: it.startsAt.toISOString() })),
    requests: requests.map((it) => ({ ...it, createdAt: it.createdAt.toISOString() })),
    alike,
    merged,
  })
}

type Locked = Awaited<ReturnType<typeof lockGuests>>[number]

/** The fields of a guest that the audit log records. */
export const guestRecordOf = ({ name, tags, allergies, note, blockReason }: GuestFacts): JsonRecord => ({
  name,
  tags: tags.join(', '),
  allergies,
  note,
  blockReason,
})

const conflict = ({ name, tags, allergies, note, blockReason, version, editedBy }: Locked) =>
  no({
    why: 'version_conflict',
    current: { name, tags, allergies, note, blockReason, version, editedBy },
  } as const)

type Change = { readonly id: string; readonly version: number; readonly action: string }

/** Writes facts of a guest under its lock, with an entry in the audit log. */
async function changeGuest(
  { db, actor }: ActorDeps,
  { id, version, action }: Change,
  values: Omit<Parameters<typeof writeGuest>[2], 'editedBy'>,
): Promise<Result<{ readonly version: number }, GuestRefusal>> {
  return inTransaction(db, async (trx) => {
    const [before] = await lockGuests(trx, [id])
    if (!before || before.mergedInto) return no(NOT_FOUND)
    if (before.version !== version) return conflict(before)
    const next = await writeGuest(trx, id, { ...values, editedBy: actor.name })
    await recordActivity(trx, {
      actor,
      action,
      entity: 'guest',
      entityId: id,
      before: guestRecordOf(before),
      after: guestRecordOf({ ...before, ...values }),
    })
    return ok({ version: next })
  })
}

/** Changes name, marks, allergies and note of a guest. */
export async function editGuest(
  deps: ActorDeps,
  id: string,
  { version, tags, name, allergies, note }: GuestForm,
): Promise<Result<{ readonly version: number }, GuestRefusal>> {
  if (!may(deps.actor.role, 'guests.edit')) return no(NOT_ALLOWED)
  const ordered = GUEST_TAGS.filter((tag) => tags.includes(tag))
  return changeGuest(deps, { id, version, action: 'updated' }, { name, allergies, note, tags: ordered })
}

/** Blocks a guest, so that online bookings are refused, or lifts the block. */
export async function blockGuest(
  deps: ActorDeps,
  id: string,
  { reason, version }: BlockForm,
): Promise<Result<{ readonly version: number }, GuestRefusal>> {
  const { now, actor } = deps
  if (!may(actor.role, 'guests.block')) return no(NOT_ALLOWED)
  const isBlock = reason !== null
  return changeGuest(
    deps,
    { id, version, action: isBlock ? 'blocked' : 'unblocked' },
    {
      blockReason: reason,
      blockedAt: isBlock ? now : null,
      blockedBy: isBlock ? actor.name : null,
    },
  )
}
