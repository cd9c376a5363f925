import { tablesOf } from '#features/reservations/rules.ts'
import { endExpiredHolds } from '#features/holds/table-blocks/service.ts'
import { keepTablesInUse } from '#features/reservations/service.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import { insertLine } from '#features/payments/ledger/service.ts'
import { contentSummary } from '#features/reservations/package-contents/rules.ts'
import { listUnbookedContents } from '#features/reservations/package-contents/service.ts'
import {
  findFacts,
  replaceLines,
  waiverKey,
} from '#features/reservation-management/amendments/outcomes/service.ts'
import {
  amendedRecord,
  changedGuestFacts,
  insideProblem,
  isSameFacts,
  type PriceDifference,
  standingProblem,
  takenText,
} from '#features/reservation-management/amendments/rules.ts'
import type {
  Amended,
  AmendmentForm,
  AmendmentPlan,
  AmendmentRequest,
} from '#features/reservation-management/amendments/schema.ts'
import { countInside } from '#features/reservation-management/arrivals/service.ts'
import { decidePrice, type Priced } from '#features/reservation-management/amendments/price/service.ts'
import { deadlineThatStays, planAmendment } from '#features/reservation-management/amendments/service.ts'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import { recordAmendment } from '#features/reservation-management/changes/service.ts'
import { presentAt } from '#features/reservation-management/rules.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import {
  findOccupantOf,
  keepSeatedParties,
  type OffSaleRefusal,
  writeAmended,
} from '#features/reservation-management/service.ts'
import type { Place } from '#features/reservation-management/staff-bookings/schema.ts'
import type { Venue } from '#features/venue/schema.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { refused, type RefusedWithText } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, tryUnlessConflict } from '#platform/db/db.ts'

/** Staff, or the guest on their own page, whose changes have no undo window. */
export type Author = {
  readonly id: string | null
  readonly name: string
  /** Whether the price may fall, and be decided about. */
  readonly canAmend: boolean
}

type Deps = { readonly db: Db; readonly now: Date; readonly venue: Venue; readonly author: Author }

export type WriteRefusal =
  | RefusedWithText
  /** Another party has the table; the text names it. */
  | { readonly why: 'taken'; readonly text: string }
  | OffSaleRefusal

export type Change = {
  readonly form: AmendmentRequest
  /** The hold becomes a reservation that is paid at the venue. */
  readonly isTakenOver: boolean
}

/**
 * Writes a change of a reservation that the caller has locked: its facts, price lines and the decision about a price
 * difference. The caller has checked that the author may make it. A refusal has written nothing.
 */
export async function writeAmendment(
  deps: Deps,
  { locked, facts }: { readonly locked: Booking; readonly facts: AmendedFacts },
  { form, isTakenOver }: Change,
): Promise<Result<Amended, WriteRefusal>> {
  const { db: trx, now } = deps
  const { id } = locked
  const standing = isTakenOver ? { ...locked, status: 'confirmed' as const } : locked
  const problem = standingProblem(standing, form, now)
  if (problem) return no(refused(problem))
  const planned = await planAmendment(deps, locked, form)
  if (!planned.ok) return planned
  const plan = planned.value
  const inside = plan.date === locked.date ? null : insideProblem(await countInside(trx, locked))
  if (inside) return no(refused(inside))
  if (plan.agreement) return refuseAgreement(plan.agreement)
  const priced = await decidePrice(deps, locked, { form, plan })
  if (!priced.ok) return priced
  const columns = {
    ...columnsOf(locked, form, plan),
    ...(await deadlineThatStays(deps, locked, plan)),
    ...(isTakenOver ? TAKEN_OVER : {}),
    ...priced.value.kept,
    ...priced.value.credit,
  }
  const place = await takePlace(deps, locked, { plan, columns })
  if (!place) {
    const [wanted] = plan.places
    const occupant = wanted && (await findOccupantOf(trx, id, { ...plan.span, ...wanted }))
    return no({ why: 'taken', text: takenText(occupant) })
  }
  await replaceLines(trx, id, plan.lines)
  const after = (await findFacts(trx, id)) ?? facts
  if (isSameFacts(facts, after) && !isTakenOver) return ok(UNCHANGED(id, priced.value.difference, after))
  return ok(
    await finishAmended(deps, { before: locked, facts, after, form, priced: priced.value, isTakenOver }),
  )
}

const UNCHANGED = (id: string, { dueCents }: PriceDifference, { tableNumbers }: AmendedFacts): Amended => ({
  id,
  act: null,
  tableNumbers,
  dueCents,
  refundCents: 0,
  keptCents: 0,
  creditCents: 0,
  discountCents: 0,
})

const TAKEN_OVER = { status: 'confirmed', cancelReason: null, heldUntil: null } as const

const refuseAgreement = (agreement: NonNullable<AmendmentPlan['agreement']>) =>
  agreement.kind === 'off_sale'
    ? no({ why: 'off_sale', text: agreement.text, tableIds: agreement.tableIds } as const)
    : no(refused(`${agreement.text} Agree to seat them all the same, or choose another table.`))

/** The columns of a change, apart from the tables. */
function columnsOf(before: Booking, form: AmendmentForm, plan: AmendmentPlan) {
  const isMoved = plan.span.startsAt.getTime() !== before.startsAt.getTime()
  return {
    guestName: form.name ?? before.guestName,
    guestEmail: form.email === undefined ? before.guestEmail : (form.email ?? ''),
    guestPhone: form.phone === undefined ? before.guestPhone : form.phone,
    guestCount: form.guests ?? before.guestCount,
    eventId: plan.eventId,
    businessDate: plan.date,
    ...plan.span,
    totalPriceCents: plan.totalCents,
    // A party that left and comes at another time occupies its table again.
    ...(isMoved ? { leftAt: null } : {}),
  }
}

type WrittenPlan = { readonly plan: AmendmentPlan; readonly columns: Parameters<typeof writeAmended>[2] }

/** Tries the assignments in order until the database accepts one; null where every one is taken. */
async function takePlace(
  { db: trx, now }: Deps,
  booking: Booking,
  { plan, columns }: WrittenPlan,
): Promise<Place | null> {
  const isHere = booking.leftAt === null && (await countInside(trx, booking)) > 0
  const here = { presentAt: presentAt(plan.span, isHere, now) }
  const own = tablesOf(booking)
  // A table that is not in use is kept by the party that has it, and for the time that it has it.
  const isMoved = plan.span.startsAt.getTime() !== booking.startsAt.getTime()
  for (const place of plan.places) {
    // oxlint-disable no-await-in-loop -- the next assignment is tried after a conflict
    const added = tablesOf(place).filter((tableId) => !own.includes(tableId))
    if (!(await keepTablesInUse(trx, isMoved ? tablesOf(place) : added))) continue
    if (isHere || plan.span.startsAt <= now) await keepSeatedParties(trx, added, now)
    for (const tableId of tablesOf(place)) await endExpiredHolds(trx, { tableId, ...plan.span }, now)
    const taken = {
      ...columns,
      ...(added.length > 0 ? here : {}),
      ...place,
      extraTableIds: [...(place.extraTableIds ?? [])],
    }
    if (await tryUnlessConflict(trx, () => writeAmended(trx, booking.id, taken))) return place
    // oxlint-enable no-await-in-loop
  }
  return null
}

type Written = {
  readonly before: Booking
  readonly facts: AmendedFacts
  readonly after: AmendedFacts
  readonly form: AmendmentRequest
  readonly priced: Priced
  readonly isTakenOver: boolean
}

/** The amounts that a change moved, for the audit log. */
const moneyRecord = (it: Priced, reason: string): JsonRecord => ({
  ...(it.refundCents > 0 ? { refundCents: it.refundCents, reason } : {}),
  ...(it.discountCents > 0 ? { discountCents: it.discountCents, reason } : {}),
  ...(it.surplusKeptCents > 0 ? { keptCents: it.surplusKeptCents, keptReason: reason } : {}),
  ...(it.newCreditCents > 0 ? { creditCents: it.newCreditCents } : {}),
  ...(it.difference.creditUsedCents > 0 ? { creditUsedCents: it.difference.creditUsedCents } : {}),
})

/** Records a change: for Undo, for the refund and the email after it, in the ledger and in the audit log. */
async function finishAmended(
  deps: Deps,
  { before, facts, after, form, priced, isTakenOver }: Written,
): Promise<Amended> {
  const { db: trx, now, author } = deps
  const { id } = before
  const { refundCents, refundVenueCents, discountCents, surplusKeptCents, newCreditCents, difference } =
    priced
  const reason = form.price?.reason ?? ''
  const status = isTakenOver ? 'confirmed' : before.status
  const isEmailed = form.isEmailed && hasNews(facts, after) && new Date(after.endsAt) > now
  const amendment = {
    refundCents,
    refundVenueCents,
    refundMethod: form.price?.method ?? null,
    discountCents,
    reason,
    isEmailed,
    before: facts,
    after,
    actor: { id: author.id, name: author.name },
    keptCents: surplusKeptCents,
    creditCents: newCreditCents,
  }
  const actId = await recordAmendment(trx, { now, reservation: before, status, amendment })
  if (discountCents > 0)
    await insertLine(trx, {
      sourceKey: waiverKey(actId),
      kind: 'discount',
      allowanceCents: discountCents,
      reservationId: id,
      movedAt: now,
      actorId: author.id,
      actorName: author.name,
      reason,
    })
  await recordActivity(trx, {
    actor: { id: author.id, name: author.name },
    action: 'changed',
    entity: 'reservation',
    entityId: id,
    before: { ...amendedRecord(facts), ...(await removedContents(trx, { id, facts, after })) },
    after: {
      ...amendedRecord(after),
      ...(form.moveFeeCents ? { moveFeeCents: form.moveFeeCents } : {}),
      ...moneyRecord(priced, reason),
    },
  })
  return {
    id,
    act: { actId, email: isEmailed ? 'reservation_changed' : null },
    tableNumbers: after.tableNumbers,
    dueCents: Math.max(0, difference.dueCents - discountCents),
    refundCents,
    keptCents: surplusKeptCents,
    creditCents: newCreditCents,
    discountCents,
  }
}

/** Whether the guest is emailed: not about a phone number or the table of a dinner alone. */
const hasNews = (before: AmendedFacts, after: AmendedFacts): boolean =>
  after.guestEmail !== '' &&
  (before.guestEmail !== after.guestEmail || changedGuestFacts(before, after).length > 0)

type Removal = { readonly id: string; readonly facts: AmendedFacts; readonly after: AmendedFacts }

/** Content of the packages that a change removes, for the audit log: it is deleted once the change cannot be undone. */
async function removedContents(trx: Db, { id, facts, after }: Removal): Promise<JsonRecord> {
  const kept = new Set(after.lines.map(({ packageKey }) => packageKey))
  const removed = facts.lines.filter(({ packageKey }) => packageKey !== null && !kept.has(packageKey))
  if (removed.length === 0) return {}
  const contents = await listUnbookedContents(trx, id)
  const texts = contents.flatMap((it) => contentSummary(it) ?? [])
  return texts.length > 0 ? { packageContent: texts.join(' ') } : {}
}
