import { recordActivity } from '#features/audit-log/service.ts'
import { itemsCents, itemsGuests } from '#features/payments/cover/rules.ts'
import { insertCover, insertCoverReversal, listNightCover } from '#features/payments/cover/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { insertHeadCount } from '#features/reservation-management/tonight/head-counts/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused, type ActionRefusal } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { correctionProblem, correctItems, isSameCorrection, itemsText, paidMethod } from './rules.ts'
import type { CoverCorrectionForm, NightCover } from './schema.ts'

/** The cover of a night, act by act, the latest first. */
export const listCoverOfNight = async (
  { db }: Pick<ActorDeps, 'db'>,
  night: CalendarDate,
): Promise<NightCover[]> =>
  (await listNightCover(db, night)).map(
    ({ at, takenBackBy, reservationId: _party, entryId: _entry, ...it }) => ({
      ...it,
      at: at.toISOString(),
      isTakenBack: takenBackBy !== null,
    }),
  )

/**
 * Corrects cover that was recorded wrongly, also of a locked night: lines that take it back, and lines of what is right, all
 * with the reason. They stand at the moment at which the cover was taken, because the drawer of that day had the money.
 */
export async function correctCover(
  { db, actor }: ActorDeps,
  { night, actId }: { readonly night: CalendarDate; readonly actId: string },
  form: CoverCorrectionForm,
): Promise<Result<null, ActionRefusal>> {
  if (!may(actor.role, 'close_out.edit')) return no(NOT_ALLOWED)
  const work = async (trx: Db): Promise<Result<null, ActionRefusal>> => {
    const taken = await listNightCover(trx, night)
    const wrong = taken.find(({ id }) => id === actId)
    if (!wrong) return no(NOT_FOUND)
    if (wrong.takenBackBy === form.key) {
      const recorded = taken.find(({ id }) => id === form.insteadKey)
      return isSameCorrection(recorded, form) ? ok(null) : no(refused(TAKEN_BACK))
    }
    const { at, takenBackBy, ...was } = wrong
    const shown = { ...was, at: at.toISOString(), isTakenBack: takenBackBy !== null }
    const problem = correctionProblem(shown, form)
    if (problem !== null) return no(refused(problem))
    const by = { actorId: actor.id, actorName: actor.name }
    const { reason, key, insteadKey } = form
    const common = { ...by, movedAt: at, reason }
    if (!(await insertCoverReversal(trx, { ...common, actId: key, undoesId: actId })))
      return no(refused(TAKEN_BACK))
    const items = correctItems(form)
    const { reservationId, entryId } = wrong
    const method = paidMethod(items, form.method)
    if (items.length > 0)
      await insertCover(trx, { ...common, actId: insteadKey, reservationId, entryId, night, method, items })
    if (reservationId === null && entryId === null) {
      const head = { ...by, night, happenedAt: at, deviceName: 'Close-out' }
      await insertHeadCount(trx, { ...head, id: key, undoesId: actId, change: -itemsGuests(wrong.items) })
      if (items.length > 0)
        await insertHeadCount(trx, { ...head, id: insteadKey, change: itemsGuests(items) })
    }
    await recordActivity(trx, {
      actor,
      action: 'corrected the cover of',
      entity: 'reservation',
      entityId: reservationId,
      before: auditOf(night, wrong.items, wrong.method),
      after: { ...auditOf(night, items, method), reason },
    })
    return ok(null)
  }
  return inTransaction(db, work)
}

const TAKEN_BACK = 'This cover was taken back already. Look at the list again.'

const auditOf = (date: CalendarDate, items: NightCover['items'], method: NightCover['method']) => ({
  date,
  cover: itemsText(items) || 'nothing',
  method,
  amountCents: itemsCents(items),
})
