import { tablePath } from '#features/floor-plan/chart/rules.ts'
import { clockAt } from '#lib/venue-time.ts'
import { PayLink } from '../payment/pay-link.tsx'
import type { StoredHold } from './attempts.ts'
import type { BookedEvent } from './booking-facts.tsx'
import type { Booking } from './use-booking.ts'

type Props = {
  /** The id of the heading that names the dialog. */
  readonly title: string
  readonly event: BookedEvent
  readonly hold: StoredHold
  readonly booking: Booking
}

/** Stands in the place of the view of a hold where its code did not load: the way to pay, and to the page of the table. */
export const HeldNote = ({ title, event, hold, booking }: Props) => (
  <div role="alert" className="flex flex-col gap-5">
    <h2 id={title} className="mr-12 text-title">
      Table {hold.tableNumber} is held for you
    </h2>
    <p className="text-sand">
      It is yours until {clockAt(hold.heldUntil)}. The clock of this page did not load.{' '}
      <a
        href={tablePath(event.slug, hold.tableNumber)}
        className="inline-flex min-h-11 items-center text-brass underline underline-offset-4"
      >
        Reload the page
      </a>
    </p>
    {hold.totalCents === 0 ? null : (
      <PayLink
        hold={hold}
        isBlocked={booking.isBlocked}
        isOpening={booking.isSending}
        onPay={() => void booking.pay()}
      />
    )}
  </div>
)
