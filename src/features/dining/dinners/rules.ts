import type { ReservationStatus } from '#features/reservations/schema.ts'
import { formatPhone } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { countText } from '#lib/text/count.ts'
import {
  addHours,
  addMinutes,
  formatClock,
  formatDate,
  momentOf,
  wallClock,
  clockAt,
} from '#lib/venue-time.ts'
import type { Dinner, Stay } from './schema.ts'

/** `1 guest`, `4 guests` */
export const partyText = (guests: number): string => countText(guests, 'guest')

/** `Fri, Nov 27, 6:30 PM`, in the venue's time zone. */
export function momentText(moment: Date): string {
  const { date, time } = wallClock(moment)
  return `${formatDate(date, 'medium')}, ${formatClock(time)}`
}

/** The same for a time of a business date. */
export const whenText = ({ date, time }: Pick<Dinner, 'date' | 'time'>): string =>
  momentText(momentOf(date, time))

export type ChangeFacts = {
  readonly status: ReservationStatus
  readonly startsAt: Date
  /** Notice in hours: later than that, a guest can neither move nor cancel online. */
  readonly cancelHours: number
}

/** Last moment at which a guest can move or cancel by the link. */
export const changeUntil = ({ startsAt, cancelHours }: Omit<ChangeFacts, 'status'>): Date =>
  addHours(startsAt, -cancelHours)

/** Whether a guest can move or cancel by the link. After the deadline only a phone call helps. */
export function canChange(facts: ChangeFacts, now: Date): 'yes' | 'not_live' | 'too_late' {
  if (facts.status !== 'pending' && facts.status !== 'confirmed') return 'not_live'
  return now <= changeUntil(facts) ? 'yes' : 'too_late'
}

/** Whether guests can say that they do not come, also after the deadline: until the dinner is over. */
export const canGiveUp = (
  { status, endsAt }: { readonly status: ReservationStatus; readonly endsAt: Date },
  now: Date,
): boolean => (status === 'pending' || status === 'confirmed') && now < endsAt

/** Whether an email's link leads to a dinner that can still be moved, and what its guest can do by it, in words. */
export function changeText(
  dinner: Pick<Dinner, 'status' | 'startsAt' | 'endsAt'>,
  { diningCancelHours: cancelHours, phone }: Pick<Venue, 'diningCancelHours' | 'phone'>,
  now: Date,
): string | null {
  const facts = { ...dinner, cancelHours }
  if (canChange(facts, now) === 'yes')
    return `You can move or cancel with the link above until ${momentText(changeUntil(facts))}, ${countText(cancelHours, 'hour')} before your dinner. After that, please call us to move it. If you cannot come, you can still tell us there.`
  return canGiveUp(dinner, now)
    ? `If you cannot come, please tell us with the link above. To move your dinner, please call us at ${formatPhone(phone)}.`
    : null
}

/** Whether a dinner was a request that staff did not answer in time. An offer of the waiting list that expired has an end. */
export const wasUnanswered = ({
  status,
  cancelReason,
  heldUntil,
}: Pick<Dinner, 'status' | 'cancelReason' | 'heldUntil'>): boolean =>
  status === 'cancelled' && cancelReason === 'hold_expired' && heldUntil === null

/** Title and apology for the guest of such a request. */
export const UNANSWERED_TITLE = 'We did not answer your request'
export const UNANSWERED_TEXT = 'We did not answer your request in time, and no table was reserved for you.'

/** State of a dinner on the guest's page. `late`: the grace period is over, and staff may give the table away. */
export function statusOf(
  { status, startsAt, endsAt }: Pick<Dinner, 'status' | 'startsAt' | 'endsAt'>,
  { graceMinutes, now }: { readonly graceMinutes: number; readonly now: Date },
): 'coming' | 'late' | 'over' | 'cancelled' | 'completed' {
  if (status === 'cancelled' || status === 'completed') return status
  if (now >= endsAt) return 'over'
  return now.getTime() > startsAt.getTime() + graceMinutes * 60_000 ? 'late' : 'coming'
}

/**
 * State of a dinner as promised to its guest. `confirmed`: staff confirmed it. `kept`: a table is assigned, and staff
 * need not answer. `expected`: booked without a table, which staff assign on arrival. `waiting`: staff have to answer
 * first.
 */
export type DinnerPromise = 'confirmed' | 'kept' | 'expected' | 'waiting'

type PromiseFacts = Pick<Dinner, 'status' | 'hasTable' | 'isLargeParty'>

export function promiseOf({ status, hasTable, isLargeParty }: PromiseFacts): DinnerPromise {
  if (status === 'confirmed' || status === 'completed') return 'confirmed'
  if (hasTable) return 'kept'
  return isLargeParty ? 'waiting' : 'expected'
}

const ANSWER_HOURS = 24
const ANSWER_BEFORE_HOURS = 2

/** Deadline for staff to answer a request: 24 hours after it, at the latest two hours before the dinner. */
function answerBy({ createdAt, startsAt }: Pick<Dinner, 'createdAt' | 'startsAt'>): Date {
  const promised = addHours(createdAt, ANSWER_HOURS)
  const latest = addHours(startsAt, -ANSWER_BEFORE_HOURS)
  return promised < latest ? promised : latest
}

type PromiseVenue = Pick<Venue, 'largePartySize' | 'graceMinutes' | 'phone'>

export type PromiseText = { readonly title: string; readonly status: string; readonly text: string }

/** A dinner of which no night at its table is known. */
export const NO_STAY: Stay = { line: null, isForNight: false }

type Promised = {
  readonly dinner: Dinner
  readonly venue: PromiseVenue
  readonly stay: Pick<Stay, 'isForNight'>
}

/** Text of the promise. Page, email and toast share it, so that they cannot differ. */
export function promiseText({ dinner, venue, stay }: Promised, now: Date): PromiseText {
  const promise = promiseOf(dinner)
  const { graceMinutes } = venue
  const comeBy = clockAt(addMinutes(dinner.startsAt, graceMinutes))
  const whose = stay.isForNight
    ? 'Your table stays yours for the night.'
    : `Your table is yours until ${clockAt(dinner.endsAt)}.`
  switch (promise) {
    case 'confirmed':
      return {
        title: 'Your dinner is confirmed',
        status: 'Confirmed',
        text: dinner.hasTable
          ? `Please arrive by ${comeBy}. ${whose}`
          : `Please arrive by ${comeBy}, and we will show you to your table.`,
      }
    case 'kept':
      return {
        title: 'Your table is reserved',
        status: 'Table reserved',
        text: `Please arrive by ${comeBy}. ${whose} You do not need to do anything else.`,
      }
    case 'expected':
      return {
        title: 'We are expecting you',
        status: 'Reserved',
        text: `Please arrive by ${comeBy}, and we will find your table. You do not need to do anything else.`,
      }
    case 'waiting':
      return {
        title: 'We have your request',
        status: 'Waiting for our answer',
        text: waitingText(dinner, venue, now),
      }
  }
}

function waitingText(dinner: Dinner, { phone, largePartySize }: PromiseVenue, now: Date): string {
  const until = answerBy(dinner)
  // The setting may be another one than that by which the guest booked.
  const parties =
    dinner.guestCount < largePartySize ? 'your party' : `each party of ${largePartySize} or more`
  const request = `No table is assigned yet. Our team confirms ${parties}.`
  return until > now
    ? `${request} We will answer by ${momentText(until)}.`
    : `${request} You should have heard from us by ${momentText(until)}. Please call us at ${formatPhone(phone)}.`
}
