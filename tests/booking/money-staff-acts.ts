import { randomUUID } from 'node:crypto'
import { moveDinner } from '#features/dining/changes/service.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import { finishChanges, listPendingChanges } from '#features/reservation-management/changes/service.ts'
import { deleteReservation, restoreReservation } from '#features/reservation-management/deletion/service.ts'
import { markLeft } from '#features/reservation-management/status/left/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import type { MoneyDecision } from '#features/reservation-management/status/schema.ts'
import { listOpenIssues, refundIssue, settleIssue } from '#features/payments/revenue/service.ts'
import {
  listSeatsAgain,
  seatAgain,
} from '#features/reservation-management/staff-bookings/seat-again/service.ts'
import { addDays, businessDate, type CalendarDate, weekdayOf } from '#lib/venue-time.ts'
import { amend, preview } from './amendments.ts'
import { PARTIES, type Play, staffOf } from './money-scenario.ts'

/*
 * Actions of staff on a reservation whose money the property test follows. Each is refused where its preconditions
 * fail.
 */

export const STAFF_STEPS = [
  'confirm',
  'no_show',
  'cancel_refund',
  'cancel_refund',
  'cancel_keep',
  'cancel_later',
  'left',
  'undo',
  'finish',
  'delete',
  'restore',
  'refund_issue',
  'settle_issue',
  'seat_again',
  'move_night',
  'amend',
  'amend',
] as const
export type StaffStep = (typeof STAFF_STEPS)[number]
export const isStaffStep = (what: string): what is StaffStep => STAFF_STEPS.some((it) => it === what)

const MONEY: Partial<Record<StaffStep, MoneyDecision>> = {
  cancel_refund: 'refund',
  cancel_keep: 'keep',
  cancel_later: 'later',
}

const find = ({ database }: Play, id: string) =>
  database.db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select(['status', 'reservationType', 'businessDate', 'deletedAt'])
    .executeTakeFirstOrThrow()

async function setStatus(play: Play, id: string, what: StaffStep) {
  const { status: seen } = await find(play, id)
  const decision = MONEY[what]
  const status = decision ? 'cancelled' : what === 'confirm' ? 'confirmed' : 'completed'
  const reason = 'agreed by phone'
  const money = decision ? { money: { decision, reason, isRefundedIfResold: decision === 'keep' } } : {}
  return changeStatus(staffOf(play), id, { status, seen, ...money })
}

/** The first open payment issue of a reservation. */
const issueOf = async (play: Play, id: string): Promise<string> =>
  (await listOpenIssues(staffOf(play))).find(({ reservation }) => reservation?.id === id)?.id ?? randomUUID()

/** Passes the undo window, so that the follow-up jobs of staff actions run. */
export async function finish(play: Play, id: string): Promise<void> {
  const { clock, deps } = play.bookings
  clock.now = new Date(clock.now.getTime() + 13_000)
  await finishChanges(deps(), id)
  const before = await priceRefunds(play, id)
  await finishAmendments(deps(), id)
  // Staff hand over what the finished change says.
  for (const { sourceKey, method, cents } of await priceRefunds(play, id)) {
    if (before.some((it) => it.sourceKey === sourceKey)) continue
    play.tills[method] -= cents
    play.surplus.paidCents += cents
  }
}

/** Lines by which changes of a reservation paid back money at the venue. */
const priceRefunds = async ({ database }: Play, id: string) =>
  (
    await database.pool.query<{ sourceKey: string; method: 'cash' | 'card'; cents: number }>(
      `select source_key as "sourceKey", method, -amount_cents as cents from ledger_lines
       where reservation_id = $1 and source_key like 'price-refund:%'`,
      [id],
    )
  ).rows

const DINNER_DAYS = new Set<number>([0, 3, 4, 5, 6])
/** A date after `date` whose weekday serves dinner. */
export function dinnerDateAfter(date: CalendarDate): CalendarDate {
  const next = addDays(date, 1)
  return DINNER_DAYS.has(weekdayOf(next)) ? next : dinnerDateAfter(next)
}

/**
 * Moves a reservation to another night. Guests can move dinners only; an event's night is moved in the database, whose
 * triggers keep the ledger consistent.
 */
async function moveNight(play: Play, id: string): Promise<void> {
  const { reservationType, businessDate: date } = await find(play, id)
  if (reservationType === 'dining') {
    await moveDinner(play.bookings.deps(), id, { date: dinnerDateAfter(date), time: '18:00' })
  } else
    await play.database.pool.query(
      'update reservations set business_date = business_date + 1 where id = $1',
      [id],
    )
}

/** Another table or other packages, and each decision about the price difference in turn. */
async function amendAtRandom(play: Play, id: string): Promise<unknown> {
  const staff = staffOf(play)
  if ((await find(play, id)).deletedAt) return undefined
  const { type, version, tables, fields, price } = await preview(staff, id)
  if (type === 'dining') return amend(staff, id, { guests: String(1 + (version % 5)) })
  // The first tables are those that the parties of the run book themselves.
  const booked = play.night.tables.slice(0, PARTIES).map((it) => it.id)
  const free = tables.filter((it) => it.isFree && it.id !== fields.tableId && !booked.includes(it.id))
  const other = free[version % Math.max(1, free.length)]
  const packages = version % 2 === 0 ? (['birthday_shoutout'] as const) : ([] as const)
  const change = { packages: [...packages], ...(other ? { tableId: other.id } : {}), overCapacity: true }
  const { surplusCents, onlineCents, riseCents } = (await preview(staff, id, change)).price
  const [first, second] =
    surplusCents > 0
      ? ([version % 2 === 0 ? 'refund' : 'credit', 'keep'] as const)
      : riseCents > 0
        ? (['due', 'waive'] as const)
        : []
  const decision = version % 3 === 0 ? second : first
  const saved = await amend(staff, id, {
    ...change,
    ...(decision ? { price: { decision, method: 'cash', reason: `differs by ${price.dueCents}` } } : {}),
  })
  if (saved.ok && decision === 'refund') play.surplus.shownCents += surplusCents - onlineCents
  return saved
}

// oxlint-disable-next-line complexity -- one case for each thing that can be done
export async function actAsStaff(play: Play, what: StaffStep, id: string): Promise<unknown> {
  const staff = staffOf(play)
  switch (what) {
    case 'confirm':
    case 'no_show':
    case 'cancel_refund':
    case 'cancel_keep':
    case 'cancel_later':
      return setStatus(play, id, what)
    case 'left':
      return markLeft(staff, id, { hasLeft: true })
    case 'undo': {
      const last = (await listPendingChanges(play.database.db, id)).at(-1)
      return last && undoChange(staff, id, last.id)
    }
    case 'finish':
      return finish(play, id)
    case 'delete':
      return deleteReservation(staff, id)
    case 'restore':
      return restoreReservation(staff, id)
    case 'refund_issue':
      return refundIssue(staff, await issueOf(play, id), 'agreed by phone')
    case 'settle_issue': {
      const settled = await settleIssue(staff, await issueOf(play, id), 'settled elsewhere')
      if (settled.ok) play.decided.add(id)
      return settled
    }
    case 'seat_again': {
      const issue = await issueOf(play, id)
      const table = (await listSeatsAgain(staff, issue))?.tables[0]
      return table && seatAgain(staff, issue, [table.id])
    }
    case 'move_night':
      return moveNight(play, id)
    case 'amend':
      return amendAtRandom(play, id)
  }
}

/** Whether the night of the run is over. */
export const isOver = ({ bookings, night }: Play): boolean => bookings.clock.now >= night.event.endsAt

/** The business day at the time of the test's clock. */
export const today = ({ bookings }: Play): CalendarDate => businessDate(bookings.clock.now)
