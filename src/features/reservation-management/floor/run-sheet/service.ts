import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { listArrivalEvents } from '#features/reservation-management/arrivals/service.ts'
import { listStaffNames } from '#features/reservation-management/floor/service.ts'
import { dateOf } from '#features/reservation-management/tonight/rules.ts'
import { NOT_ALLOWED, NOT_FOUND } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { businessDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { byDue, handMadeTask, taskOf } from './rules.ts'
import type { NewTaskForm, RunSheet, TaskChange, TaskForm, TaskSource } from './schema.ts'
import {
  ensureTask,
  insertTask,
  listHandMade,
  listTaskFacts,
  lockTask,
  moveTaskRows,
  writeTask,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type Refusal = { readonly why: 'not_allowed' | 'not_found' }

/** Tasks of a date: packages and requests of the reservations and whether their party is here, and tasks added by hand. */
export async function loadRunSheet({ db, now }: Deps, query: URLSearchParams): Promise<RunSheet> {
  const date = dateOf(query.get('date'), now)
  const [facts, handMade, staffNames] = await Promise.all([
    listTaskFacts(db, date),
    listHandMade(db, date),
    listStaffNames(db),
  ])
  const ids = facts.map(({ reservationId }) => reservationId)
  const eventsOf = Map.groupBy(await listArrivalEvents(db, ids), ({ partyId }) => partyId)
  const tasks = [
    ...facts.map((it) => taskOf({ date, now, events: eventsOf.get(it.reservationId) ?? [] }, it)),
    ...handMade.map((it) => handMadeTask(date, it)),
  ].toSorted(byDue)
  return { date, today: businessDate(now), tasks, staffNames }
}

type TaskMove = {
  readonly from: string
  readonly to: string
  /** The packages and the request that moved, and that the other reservation had none of. */
  readonly sources: readonly (TaskSource | null)[]
}

/** Moves the times, names and ticks of tasks with their packages and requests, in the caller's transaction. */
export const moveTasks = ({ db }: Pick<Deps, 'db'>, { sources, ...move }: TaskMove): Promise<void> =>
  moveTaskRows(db, { ...move, sources: sources.filter((it) => it !== null) })

export async function addTask({ db, actor }: ActorDeps, form: NewTaskForm): Promise<Result<null, Refusal>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  await insertTask(db, form)
  return ok(null)
}

/** Changes a task. Of two devices that tick it off, the first one is named. */
export async function changeTask(
  { db, now, actor }: ActorDeps,
  { task, change }: TaskForm,
): Promise<Result<null, Refusal>> {
  const needed = change.kind === 'done' ? 'reservations.annotate' : 'reservations.edit'
  if (!may(actor.role, needed)) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const id = 'id' in task ? task.id : await ensureTask(trx, task)
    const found = id === undefined ? undefined : await lockTask(trx, id)
    if (!found) return no(NOT_FOUND)
    if (change.kind === 'done' && change.isDone && found.doneAt !== null) return ok(null)
    await writeTask(trx, found.id, columnsOf(change, { now, name: actor.name }))
    return ok(null)
  })
}

function columnsOf(change: TaskChange, { now, name }: { readonly now: Date; readonly name: string }) {
  switch (change.kind) {
    case 'done':
      return change.isDone ? { doneAt: now, doneBy: name } : { doneAt: null, doneBy: null }
    case 'planned':
      return {
        ...(change.time === undefined ? {} : { dueTime: change.time }),
        ...(change.assignee === undefined ? {} : { assignee: change.assignee }),
      }
    case 'removed':
      return { removedAt: change.isRemoved ? now : null }
  }
}
