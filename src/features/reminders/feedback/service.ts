import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { lockReservation } from '#features/reservations/service.ts'
import { NOT_ALLOWED, NOT_FOUND } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { isFeedbackOpen } from './rules.ts'
import type { Feedback, FeedbackPage, FeedbackQuery } from './schema.ts'
import {
  countFeedback,
  findFeedback,
  findVisit,
  listFeedbackRows,
  writeFeedback,
  writeSeen,
} from './store.ts'

export { countUnseen, findVisit, listToThank } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** Feedback that a guest can leave or change now; null for a party that did not come, or too long ago. */
export async function readOwnFeedback(
  { db, now }: Deps,
  reservationId: string,
): Promise<{ readonly given: Feedback | null } | null> {
  const visit = await findVisit(db, reservationId)
  if (!visit || !isFeedbackOpen(visit, now)) return null
  return { given: (await findFeedback(db, reservationId)) ?? null }
}

/** Stores a guest's feedback about a visit, in place of an earlier one. The lock keeps it out of an anonymised reservation. */
export function leaveFeedback(
  { db, now }: Deps,
  reservationId: string,
  feedback: Feedback,
): Promise<Result<null, 'not_found' | 'not_open'>> {
  return inTransaction(db, async (tx) => {
    await lockReservation(tx, reservationId)
    const visit = await findVisit(tx, reservationId)
    if (!visit) return no('not_found')
    if (!isFeedbackOpen(visit, now)) return no('not_open')
    await writeFeedback(tx, reservationId, { ...feedback, givenAt: now })
    return ok(null)
  })
}

const PAGE = 50

/** A page of feedback for staff, latest first, with the number and the average of all that match. */
export async function listFeedback({ db }: Pick<Deps, 'db'>, query: FeedbackQuery): Promise<FeedbackPage> {
  const [rows, figures] = await Promise.all([listFeedbackRows(db, query, PAGE + 1), countFeedback(db, query)])
  const items = rows.slice(0, PAGE).map(({ givenAt, ...row }) => ({ ...row, givenAt: givenAt.toISOString() }))
  return { items, next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null, ...figures }
}

/** Marks feedback as looked at, for all staff. */
export async function markFeedbackSeen(
  { db, now, actor }: Deps & { readonly actor: Actor },
  reservationId: string,
): Promise<Result<null, { readonly why: 'not_allowed' | 'not_found' }>> {
  if (!may(actor.role, 'feedback.read')) return no(NOT_ALLOWED)
  return (await writeSeen(db, reservationId, { at: now, by: actor.name })) ? ok(null) : no(NOT_FOUND)
}
