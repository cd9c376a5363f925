import { data, redirect } from 'react-router'
import { releaseHold } from '#features/holds/booking/service.ts'
import { findHold } from '#features/holds/service.ts'
import {
  findWaiting,
  isReplacedChange,
} from '#features/reservation-management/guest-changes/payments/service.ts'
import { readMoney } from '#features/payments/refunds/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import { findReservation } from '#features/reservations/service.ts'
import { waitingPath } from '#features/waiting-list/rules.ts'
import { findEntryOfHold } from '#features/waiting-list/service.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { PaymentRefused, PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { type RequestContext, withContext } from '#http/context.ts'
import { clockAt } from '#lib/venue-time.ts'
import { PhoneLink } from '#ui/phone-link.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import { privateMeta } from '../page/page-meta.ts'
import type { Route } from './+types/payment-cancelled.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches, 'Payment Cancelled', 'Your payment was cancelled and no charge was made.')

/** Reads the reservation id and checks its signed token: an id alone reads and releases nothing. */
function reservationOf({ tokens }: RequestContext, request: Request): string {
  const query = new URL(request.url).searchParams
  const id = tokens.read('hold', query.get('token') ?? '')
  if (id === null || id !== query.get('reservation_id')) throw data(null, { status: 404 })
  return id
}

/** Loads the hold of a cancelled payment. A GET changes nothing; the page releases the hold with a POST. */
export const loader = withContext(async (deps, { request }: Route.LoaderArgs) => {
  const id = reservationOf(deps, request)
  const [reservation, hold, money] = await Promise.all([
    findReservation(deps, id),
    findHold(deps, id),
    readMoney(deps, id),
  ])
  if (!reservation) throw data(null, { status: 404 })
  const { status, table } = reservation
  const change = new URL(request.url).searchParams.get('change')
  if (await isReplacedChange(deps, id, change))
    throw redirect(`${guestPath(deps, id)}?change=replaced#status`)
  if (await findWaiting(deps, id)) throw redirect(`${guestPath(deps, id)}/change`)
  // Staff made the reservation: it began without a hold, and only the payment of a change leads here.
  if (!hold) throw redirect(guestPath(deps, id))
  // A payment was received after all, so this page must not say that nothing was charged.
  if (status === 'confirmed' || status === 'completed' || money.paidCents > 0)
    throw redirect(guestPath(deps, id))
  // An offer from the waiting list stands until its time is up: leaving the payment page does not decline it.
  const waitingId = await findEntryOfHold(deps.db, id)
  if (waitingId !== null) throw redirect(waitingPath(deps.tokens.sign('waiting', waitingId)))
  return {
    tableNumber: table.number,
    isHeld: status === 'pending',
    heldUntil: clockAt(hold.heldUntil),
    /** The guest's page of the dinner whose table was to be kept for the night. */
    dinnerPath: hold.dinnerId === null ? null : guestPath(deps, hold.dinnerId),
  }
})

/** Releases the hold, so that other guests can book the table. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) => {
  const id = reservationOf(deps, request)
  try {
    const released = await releaseHold(deps, id, 'guest')
    const { pathname, search } = new URL(request.url)
    return redirect(released === 'released' ? pathname + search : guestPath(deps, id), 303)
  } catch (error) {
    if (!(error instanceof PaymentUnavailable) && !(error instanceof PaymentRefused)) throw error
    deps.log.warn(
      { event: 'payments.cancel_failed', err: error },
      'a cancelled checkout could not be closed now; the hold expires by itself',
    )
    return { isReleased: false }
  }
})

export default function PaymentCancelled({ loaderData, actionData }: Route.ComponentProps) {
  const { venue } = useRootData()
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-title">Payment Cancelled</h1>
      <p className="mt-4 text-lg text-sand">
        Your payment was cancelled and no charge was made.
        {loaderData.isHeld ? null : releasedText(loaderData)}
      </p>
      <Release held={loaderData} hasFailed={actionData?.isReleased === false} />
      <NeedHelp venue={venue} />
      <div className="mt-8 flex flex-wrap gap-3 max-sm:flex-col">
        {loaderData.dinnerPath === null ? (
          <TryAgain />
        ) : (
          <ButtonLink href={loaderData.dinnerPath}>Back to your dinner</ButtonLink>
        )}
        <ButtonLink href="/events" look="outline">
          Back to Events
        </ButtonLink>
      </div>
    </div>
  )
}

type Held = Route.ComponentProps['loaderData']

const releasedText = ({ dinnerPath, tableNumber }: Held): string =>
  dinnerPath === null
    ? ' The table is released for other guests.'
    : ` Your dinner at table ${tableNumber} stands as before. For the night after it, the table is free for other guests.`

/** Releases the hold when the page opens (live/live-parts.ts); without JavaScript, by a button. */
function Release({ held, hasFailed }: { held: Held; hasFailed: boolean }) {
  if (!held.isHeld) return null
  return (
    <div role="status" className="mt-5 rounded-card border border-bark bg-ember p-5 text-sand">
      <p data-submit-state="failed" hidden={!hasFailed}>
        We could not release table {held.tableNumber} just now. You do not need to do anything: your hold ends
        at {held.heldUntil}.
      </p>
      <p data-submit-state="sending" hidden className="flex items-center gap-3 [[hidden]]:hidden">
        <Spinner className="size-5 text-brass" /> Releasing table {held.tableNumber}...
      </p>
      {hasFailed ? null : (
        <form method="post" data-live="submit" className="hidden noscript:block">
          <p>
            Table {held.tableNumber} is still held for you, until {held.heldUntil} at the latest.
          </p>
          <Button type="submit" className="mt-4">
            Release the table
          </Button>
        </form>
      )}
    </div>
  )
}

const NeedHelp = ({ venue }: { venue: PublicVenue }) => (
  <section aria-labelledby="need-help" className="mt-8 rounded-card border border-bark bg-ember p-5 sm:p-7">
    <h2 id="need-help" className="text-heading">
      Need Help?
    </h2>
    <ul className="mt-4 flex list-disc flex-col gap-2 pl-5 text-sand marker:text-brass">
      <li>Card declined? Check its number, date and billing ZIP code, or use another card.</li>
      <li>Your bank may ask you to approve the payment in its app before it goes through.</li>
      <li>
        A table is held for {venue.holdMinutes} minutes while you pay. After that, choose a table again.
      </li>
      <li>Prefer not to pay online? Call us, and we will find you a table.</li>
    </ul>
    <p className="mt-5 text-sand">
      Support: <PhoneLink phone={venue.phone} /> or{' '}
      <a href={`mailto:${venue.email}`} className="wrap-anywhere text-brass underline underline-offset-4">
        {venue.email}
      </a>
    </p>
  </section>
)

const TryAgain = () => (
  <ButtonLink href="/events" data-toast-title="You can select a table and try your reservation again.">
    Try Again
  </ButtonLink>
)
