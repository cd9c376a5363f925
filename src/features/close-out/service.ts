import { recordActivity } from '#features/audit-log/service.ts'
import type { Actor as AuditActor } from '#features/audit-log/schema.ts'
import { enqueueAccountReading } from '#features/payments/provider-account/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { doubleArrivals } from '#features/reservation-management/arrivals/rules.ts'
import { listCheckInDevices } from '#features/reservation-management/check-in/devices/service.ts'
import {
  endListStay,
  endStay,
  recordNoShow,
  recordUnseenVisit,
} from '#features/reservation-management/floor/night-end/service.ts'
import type { PaymentDeps } from '#features/reservation-management/status/service.ts'
import { byTime } from '#features/reservation-management/tonight/rules.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused, type ActionRefusal } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { addDays, businessDate, type CalendarDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import {
  deleteClosing,
  findClosing,
  findEventsEnd,
  insertClosing,
  lockClosing,
} from '#features/venue/closings/service.ts'
import { carryOut } from './decisions/service.ts'
import { readComparison, readNightReport } from './figures/service.ts'
import { lockedText } from './lock/rules.ts'
import { findLock, readSinceLock, toNightLock } from './lock/service.ts'
import {
  closedText,
  closeProblem,
  decisionProblem,
  hasCome,
  hasStayedOn,
  isStaying,
  isUndecided,
  isUnpaid,
  excessCover,
  missingCover,
  unsentProblem,
} from './closing/rules.ts'
import type { CloseForm, CloseOut, Closing, CoverNote, UndecidedParty, UnpaidParty } from './schema.ts'
import { listMovedGuests } from './open-nights/service.ts'
import { countActsSince, listMoneyLeft, readUnattended } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

type Done = Result<null, ActionRefusal>

/** The parties of a night, by time and name. */
const loadParties = async (deps: Deps, date: CalendarDate): Promise<Party[]> =>
  (await loadTonight(deps, new URLSearchParams({ date }))).parties.toSorted(byTime)

async function toUndecided(db: Db, parties: readonly Party[]): Promise<UndecidedParty[]> {
  const undecided = parties.filter(isUndecided)
  const money = new Map(
    (
      await listMoneyLeft(
        db,
        undecided.map(({ id }) => id),
      )
    ).map((it) => [it.id, it]),
  )
  return undecided.flatMap(({ type, ...party }) =>
    type === 'guest_list'
      ? []
      : [
          {
            id: party.id,
            type,
            status: party.status,
            guestName: party.guestName,
            guestCount: party.guestCount,
            startsAt: party.startsAt,
            tableNumbers: party.tableNumbers,
            hasStayedOn: hasStayedOn(party, parties),
            leftCents: money.get(party.id)?.leftCents ?? 0,
            onlineCents: money.get(party.id)?.onlineCents ?? 0,
          },
        ],
  )
}

const toUnpaid = (parties: readonly Party[]): UnpaidParty[] =>
  parties
    .filter(isUnpaid)
    .map(({ id, guestName, tableNumbers, dueCents }) => ({ id, guestName, tableNumbers, dueCents }))

/** Parties with a text about their cover. */
const toCoverNotes = (parties: readonly Party[], textOf: (party: Party) => string | null): CoverNote[] =>
  parties.flatMap((party) => {
    const { id, guestName, list } = party
    const text = textOf(party)
    return text === null ? [] : [{ id, guestName, text, list: list && { id: list.id, name: list.name } }]
  })

const toClosing = (row: NonNullable<Awaited<ReturnType<typeof findClosing>>>): Closing => ({
  at: row.closedAt.toISOString(),
  actorName: row.actorName,
  reason: row.reason,
})

/** The close-out of a night: what is open, its figures, and what happened after they were locked. */
export async function loadCloseOut(deps: Deps, date: CalendarDate): Promise<CloseOut> {
  const { db, now } = deps
  const today = businessDate(now)
  const [parties, closing, lock, devices, report, comparison, movedGuests, eventsEnd] = await Promise.all([
    loadParties(deps, date),
    findClosing(db, date),
    findLock(db, date),
    listCheckInDevices(deps, date),
    readNightReport({ db }, date),
    readComparison({ db }, date),
    listMovedGuests(db, date),
    findEventsEnd(db, date, now),
  ])
  return {
    date,
    today,
    closing: closing ? toClosing(closing) : null,
    lock: lock && toNightLock(lock),
    problem: closing ? null : closeProblem({ date, today, now, parties }),
    runsUntil: eventsEnd && eventsEnd.toISOString(),
    undecided: await toUndecided(db, parties),
    doubles: parties.filter((party) => doubleArrivals(party).length > 0).map(({ guestName }) => guestName),
    movedGuests,
    unpaid: toUnpaid(parties),
    uncovered: toCoverNotes(parties, (party) => missingCover(party, now)),
    overcovered: toCoverNotes(parties, (party) => excessCover(party, now)),
    staying: parties.filter(isStaying).length,
    devices,
    lateActs: closing ? await countActsSince(db, date, closing.recordedAt) : 0,
    report: lock?.figures ?? report,
    account: report.account,
    comparison,
    sinceLock: lock && (await readSinceLock(db, date, { lock, came: report.summary.came })),
  }
}

/**
 * Closes a night: each party that did not come gets its outcome, the devices at the entrance delete their list, and stays end.
 * Outcomes are carried out one by one and can be repeated, so a night that was refused halfway is closed by trying again. No
 * transaction is held meanwhile: each would need a second connection, and a slow provider must not hold locks.
 */
export async function closeNight(deps: PaymentDeps, date: CalendarDate, form: CloseForm): Promise<Done> {
  const { db, actor } = deps
  if (!may(actor.role, 'close_out.edit')) return no(NOT_ALLOWED)
  const closed = await findClosing(db, date)
  if (closed) return no(refused(closedText(toClosing(closed), deps.now)))
  const parties = await loadParties(deps, date)
  const undecided = parties.filter(isUndecided)
  const problem =
    closeProblem({ date, today: businessDate(deps.now), now: deps.now, parties }) ??
    unsentProblem(await listCheckInDevices(deps, date), form) ??
    decisionProblem(undecided, form.decisions)
  if (problem !== null) return no(refused(problem))
  const open = new Set(undecided.map(({ id }) => id))
  const problems = await carryOut(
    deps,
    date,
    form.decisions.filter(({ reservationId }) => open.has(reservationId)),
  )
  if (problems.length > 0) return no(refused(problems.slice(0, 3).join(' ')))
  const done = await finishClosing(deps, date, form.reason)
  // Only now: a table that is freed before the night is closed would be offered to its waiting list.
  if (done.ok) await endStays(deps, date)
  return done
}

/**
 * Closes a night, unless another manager was first or a party is undecided. The transaction checks both again under the
 * lock of the night.
 */
const finishClosing = (
  deps: Deps & { readonly actor: AuditActor },
  date: CalendarDate,
  reason: string,
): Promise<Done> =>
  inTransaction(deps.db, async (trx) => {
    await lockClosing(trx, date)
    const closed = await findClosing(trx, date)
    if (closed) return no(refused(closedText(toClosing(closed), deps.now)))
    const parties = await loadParties({ ...deps, db: trx }, date)
    const problem = decisionProblem(parties.filter(isUndecided), [])
    if (problem !== null) return no(refused(problem))
    await writeClosing(trx, date, { ...deps, reason })
    // The figures are locked next: they should have what the provider knows by then.
    await enqueueAccountReading(trx)
    return ok(null)
  })

/** Ends the stay of every party that came. Returns the number of reservations that changed. */
async function endStays(deps: Deps & { readonly actor: AuditActor }, date: CalendarDate): Promise<number> {
  const parties = await loadParties(deps, date)
  let changed = 0
  // One after the other, each in a transaction of its own: no party waits for the whole night.
  for (const { id } of parties.filter(hasCome))
    // oxlint-disable-next-line no-await-in-loop -- the pool is for the guests of the other nights, too
    if (await endStay(deps, { id, night: date })) changed += 1
  for (const { id, endsAt } of parties.filter((it) => it.type === 'guest_list' && isStaying(it)))
    // oxlint-disable-next-line no-await-in-loop -- like the reservations
    await endListStay(deps, { id, endsAt: new Date(endsAt) })
  return changed
}

type NewClosing = Pick<Deps, 'now'> & { readonly actor: AuditActor; readonly reason: string }

async function writeClosing(trx: Db, date: CalendarDate, { now, actor, reason }: NewClosing): Promise<void> {
  await insertClosing(trx, {
    night: date,
    closedAt: now,
    actorId: actor.id,
    actorName: actor.name,
    reason,
  })
  await recordActivity(trx, {
    actor,
    action: 'closed',
    entity: 'night',
    entityId: null,
    after: { name: date, ...(reason === '' ? {} : { reason }) },
  })
}

/** Opens a closed night again, so that devices get its list back. Refused once it is locked. */
export async function reopenNight({ db, now, actor }: ActorDeps, date: CalendarDate): Promise<Done> {
  if (!may(actor.role, 'close_out.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    await lockClosing(trx, date)
    const lock = await findLock(trx, date)
    if (lock) return no(refused(lockedText(toNightLock(lock), now)))
    if (!(await findClosing(trx, date))) return no(NOT_FOUND)
    await deleteClosing(trx, date)
    await recordActivity(trx, {
      actor,
      action: 'opened again',
      entity: 'night',
      entityId: null,
      after: { name: date },
    })
    return ok(null)
  })
}

const SYSTEM: AuditActor = { id: null, name: 'Close-out at 6 AM' }
/** Nights that the job prepares: the server may have been down. */
const PREPARED_NIGHTS = 3

/** `isClosed`: the job closed the night. */
export type Prepared = { readonly date: CalendarDate; readonly stays: number; readonly isClosed: boolean }

/**
 * Prepares the nights that are over, once a day: parties that came have left and are completed, which is certain. Whether
 * a party never came is not, so the rest waits for a person; unless the setting says that no-shows are marked by themselves.
 */
export async function prepareCloseOuts({ db, now }: Deps): Promise<Prepared[]> {
  const isUnattended = await readUnattended(db)
  const done: Prepared[] = []
  for (let day = PREPARED_NIGHTS; day >= 1; day -= 1) {
    const date = addDays(businessDate(now), -day)
    // oxlint-disable-next-line no-await-in-loop -- the earlier night first
    const prepared = await prepareNight({ db, now, actor: SYSTEM }, date, isUnattended)
    if (prepared) done.push(prepared)
  }
  return done
}

/** Prepares one night; null where it was closed already with all of its stays ended. */
async function prepareNight(
  deps: Deps & { readonly actor: AuditActor },
  date: CalendarDate,
  isUnattended: boolean,
): Promise<Prepared | null> {
  const wasClosed = (await findClosing(deps.db, date)) !== undefined
  const isClosed = !wasClosed && isUnattended && (await closeUnattended(deps, date))
  const stays = await endStays(deps, date)
  return wasClosed && stays === 0 ? null : { date, stays, isClosed }
}

/** Closes a night that no manager closed, unless a device may have acts of it. */
async function closeUnattended(
  deps: Deps & { readonly actor: AuditActor },
  date: CalendarDate,
): Promise<boolean> {
  if (unsentProblem(await listCheckInDevices(deps, date), { reason: '' }) !== null) return false
  await markNoShows(deps, date)
  return (await finishClosing(deps, date, '')).ok
}

async function markNoShows(deps: Deps & { readonly actor: AuditActor }, date: CalendarDate): Promise<void> {
  const parties = await loadParties(deps, date)
  for (const party of parties.filter(isUndecided)) {
    const record = hasStayedOn(party, parties) ? recordUnseenVisit : recordNoShow
    // oxlint-disable-next-line no-await-in-loop -- one party after the other, as by hand
    await record(deps, { id: party.id, night: date })
  }
}
