import { recordActivity } from '#features/activity/service.ts'
import { may } from '#features/staff/rules.ts'
import type { Actor } from '#features/staff/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db.ts'
import { nameOfDay } from './rules.ts'
import type { SpecialDay } from './schema.ts'
import {
  binDay,
  countStanding,
  findDay,
  listBinned,
  listDays,
  lockBinned,
  putBack,
  sweepBinned,
  unbinDay,
  writeDay,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type ActorDeps = Deps & { readonly actor: Actor }
type Refused = { readonly why: 'not_allowed' | 'gone' }
type Row = NonNullable<Awaited<ReturnType<typeof findDay>>>

const toDay = ({ businessDate: date, service, opens, closes, reason }: Row): SpecialDay => ({
  date,
  service,
  opens: opens?.slice(0, 5) ?? '',
  closes: closes?.slice(0, 5) ?? '',
  reason,
})

/** The days from today on with other hours than usual, or none. */
export const listSpecialDays = async ({ db, now }: Deps): Promise<SpecialDay[]> =>
  (await listDays(db, businessDate(now))).map(toDay)

/** Sets a day apart. Says how many reservations stand on it, for staff to call their guests. */
export async function setSpecialDay(
  { db, actor }: ActorDeps,
  day: SpecialDay,
): Promise<Result<{ readonly standing: number }, Refused>> {
  if (!may(actor.role, 'settings.edit')) return no({ why: 'not_allowed' })
  return db.transaction().execute(async (trx) => {
    const before = await findDay(trx, day.date, day.service)
    await writeDay(trx, day)
    const change = { before: before ? toDay(before) : null, after: day }
    await note(trx, actor, { action: 'set a special day in the', ...change })
    return ok({ standing: await countStanding(trx, day.date, day.service) })
  })
}

/** Makes a special day an ordinary one again. Answers what it is called in the bin. */
export async function clearSpecialDay(
  { db, now, actor }: ActorDeps,
  { date, service }: Pick<SpecialDay, 'date' | 'service'>,
): Promise<Result<{ readonly id: string }, Refused>> {
  if (!may(actor.role, 'settings.edit')) return no({ why: 'not_allowed' })
  return db.transaction().execute(async (trx) => {
    const before = await findDay(trx, date, service)
    const id = before ? await binDay(trx, { date, service, now }) : null
    if (!before || id === null) return no({ why: 'gone' })
    await note(trx, actor, { action: 'cleared a special day in the', before: toDay(before), after: null })
    return ok({ id })
  })
}

/** Takes a day out of the bin, unless it was set apart anew meanwhile. */
export async function restoreSpecialDay(
  { db, actor }: ActorDeps,
  id: string,
): Promise<Result<null, Refused | { readonly why: 'refused'; readonly text: string }>> {
  if (!may(actor.role, 'settings.edit')) return no({ why: 'not_allowed' })
  return db.transaction().execute(async (trx) => {
    const binned = await lockBinned(trx, id)
    if (!binned) return no({ why: 'gone' })
    const day = toDay(binned)
    if (!(await putBack(trx, day)))
      return no({ why: 'refused', text: `${nameOfDay(day)} has other hours by now.` })
    await unbinDay(trx, id)
    await note(trx, actor, { action: 'restored a special day in the', before: null, after: day })
    return ok(null)
  })
}

/** What is in the bin. */
export const listDeletedSpecialDays = async ({ db }: Deps) =>
  (await listBinned(db)).map(({ id, deletedAt, ...row }) => ({ id, deletedAt, name: nameOfDay(toDay(row)) }))

/** Throws away what has been in the bin since before a moment. */
export const sweepSpecialDays = ({ db }: Deps, before: Date): Promise<number> => sweepBinned(db, before)

type Noted = {
  readonly action: string
  readonly before: SpecialDay | null
  readonly after: SpecialDay | null
}

const note = (trx: Db, actor: Actor, { action, before, after }: Noted): Promise<void> =>
  recordActivity(trx, {
    actor,
    action,
    entity: 'settings',
    entityId: (after ?? before)?.date ?? null,
    before,
    after,
  })
