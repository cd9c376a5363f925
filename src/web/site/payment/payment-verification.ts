import { formatClock, formatMoment, nightText, wallClock } from '#lib/venue-time.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { data, redirect } from 'react-router'
import { offSaleReason } from '#features/events/rules.ts'
import { loadHomeEvents } from '#features/events/service.ts'
import { findHold } from '#features/holds/service.ts'
import { findPaymentOutcome, type PaymentOutcome } from '#features/payments/status/service.ts'
import { readMoney } from '#features/payments/refunds/service.ts'
import { readChangeOutcome } from '#features/reservation-management/guest-changes/payments/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import { cancelUntil, REFUND_ROUTE } from '#features/reservations/rules.ts'
import type { NightReservation } from '#features/reservations/schema.ts'
import { entryLink } from '#features/reservations/service.ts'
import type { Confirmation } from '#features/reservations/ui/confirmation-slip.tsx'
import { formatUsd } from '#lib/money.ts'
import { PaymentRefused, PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { readPart, type RequestContext } from '#http/context.ts'
import { type EveningShown, loadEvening } from '../my-reservation/evening/evening-data.ts'
import { writeConfirmation } from './confirmation-copy.ts'
import { passesOf } from '../my-reservation/guest-page.ts'

export type NextNight = { readonly path: string; readonly title: string; readonly night: string }

/** States of the page `/payment-success`. */
export type PaymentShown =
  | { readonly state: 'invalid_link' | 'verifying' | 'unverified' }
  | {
      readonly state: 'not_paid'
      /** Whether the table is still held, and until when. */
      readonly tableText: string
    }
  | {
      readonly state: 'waiting'
      readonly eventTitle: string
      readonly tableNumber: number
      readonly email: string
      readonly link: string
    }
  | {
      readonly state: 'given_back'
      readonly eventTitle: string
      readonly tableNumber: number
      readonly amount: string
      /** Destination and duration of the refund. */
      readonly refundRoute: string
      readonly next: readonly NextNight[]
    }
  | {
      readonly state: 'confirmed'
      readonly confirmation: Confirmation
      /** Until when it can be cancelled for a refund: `Fri, Nov 20, 3:00 PM`; null where it is too late. */
      readonly cancelUntil: string | null
      readonly evening: EveningShown | null
    }

/** Query parameter of a request that waits for the outcome: its guest already sees the verifying state. */
const WAIT_PARAM = 'wait'

// A response within this time needs no verifying state; the guest still sees the provider's page until then.
const ANSWER_TIMEOUT_MS = 600
const NEXT_NIGHTS = 3
const SESSION_ID = /^\w{1,255}$/

/** Finds the outcome of a payment, for the holder of its checkout session id and of its signed token. */
export async function verifyPayment(deps: RequestContext, query: URLSearchParams): Promise<PaymentShown> {
  const sessionId = query.get('session_id')
  const reservationId = query.get('reservation_id')
  if (!sessionId || !reservationId) return { state: 'invalid_link' }
  if (!SESSION_ID.test(sessionId) || deps.tokens.read('hold', query.get('token') ?? '') !== reservationId)
    throw data(null, { status: 404 })
  const pendingOutcome = fetchOutcome(deps, { sessionId, reservationId })
  const outcome = query.has(WAIT_PARAM) ? await pendingOutcome : await orVerifying(pendingOutcome)
  if (typeof outcome === 'string') return { state: outcome }
  if (!outcome) throw data(null, { status: 404 })
  const change = await readChangeOutcome(deps, sessionId)
  if (change !== null) throw redirect(`${guestPath(deps, reservationId)}?change=${change}#status`)
  return describe(deps, outcome)
}

async function fetchOutcome(
  deps: RequestContext,
  ids: Parameters<typeof findPaymentOutcome>[1],
): Promise<PaymentOutcome | 'unverified' | null> {
  try {
    return await findPaymentOutcome(deps, ids)
  } catch (error) {
    if (!(error instanceof PaymentUnavailable) && !(error instanceof PaymentRefused)) throw error
    deps.log.warn({ event: 'payments.verification_failed', err: error }, 'a payment could not be verified')
    return 'unverified'
  }
}

/** Answers `verifying` after the timeout. The verification goes on, and the next request finds its result. */
function orVerifying<Value>(pendingOutcome: Promise<Value>): Promise<Value | 'verifying'> {
  pendingOutcome.catch(() => undefined)
  return Promise.race([pendingOutcome, wait(ANSWER_TIMEOUT_MS, 'verifying' as const, { ref: false })])
}

async function describe(deps: RequestContext, { state, reservation }: PaymentOutcome): Promise<PaymentShown> {
  const link = guestPath(deps, reservation.id)
  const { event, table, guestEmail } = reservation
  const about = { eventTitle: event.title, tableNumber: table.number }
  switch (state) {
    case 'not_paid':
      return { state, tableText: unpaidTableText(table.number, await findHold(deps, reservation.id)) }
    case 'waiting':
      return { state, ...about, email: guestEmail, link }
    case 'cancelled':
    case 'unpaid':
      throw redirect(link)
    case 'given_back': {
      const { refundedCents } = await readMoney(deps, reservation.id)
      const next = await readPart<NextNight[]>(deps, () => findNextNights(deps, reservation), {
        empty: [],
        onError: (err) => deps.log.error({ event: 'events.load_failed', err }, 'Error fetching events:'),
      })
      return { state, ...about, amount: formatUsd(refundedCents), refundRoute: REFUND_ROUTE, next }
    }
    case 'confirmed': {
      const venue = await deps.loadVenue()
      const links = { link, entryLink: entryLink(deps, { id: reservation.id, date: reservation.event.date }) }
      return {
        state,
        confirmation: writeConfirmation({
          reservation,
          venue,
          ...links,
          passPaths: passesOf(deps, link),
          now: deps.now,
        }),
        cancelUntil: cancelHour({ ...reservation, noticeHours: venue.changeNoticeHours }, deps.now),
        evening: await loadEvening(deps, reservation.id),
      }
    }
  }
}

/**
 * `Table 7 is still held for you until 9:15 PM.`, so that the guest knows whether it has to be chosen anew.
 * It says nothing of money: another attempt for the same table may have been paid.
 */
const unpaidTableText = (tableNumber: number, hold: Awaited<ReturnType<typeof findHold>>): string =>
  hold?.state === 'held' || hold?.state === 'paying'
    ? `Table ${tableNumber} is still held for you until ${formatClock(wallClock(hold.heldUntil).time)}.`
    : `Table ${tableNumber} was released.`

function cancelHour(facts: Parameters<typeof cancelUntil>[0], now: Date): string | null {
  const until = cancelUntil(facts)
  return now <= until ? formatMoment(until, now) : null
}

async function findNextNights(deps: RequestContext, { event: lost }: NightReservation): Promise<NextNight[]> {
  const { today, upcoming } = await loadHomeEvents(deps)
  return [...today, ...upcoming]
    .filter((event) => event.id !== lost.id && offSaleReason(event, deps.now) === null)
    .slice(0, NEXT_NIGHTS)
    .map((event) => ({ path: `/events/${event.slug}`, title: event.title, night: nightText(event) }))
}
