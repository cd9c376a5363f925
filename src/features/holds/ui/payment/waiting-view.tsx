import { nightText } from '#lib/venue-time.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { coverText } from '#features/events/rules.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { Spinner } from '#ui/spinner.tsx'
import { clearHold, type StoredHold } from '../booking/attempts.ts'
import { type BookedEvent, type BookingTerms, RefundTerms } from '../booking/booking-facts.tsx'
import { Countdown } from '../countdown.tsx'
import { dropDraft, hasDraft } from '../booking/drafts.ts'
import { useHoldStatus } from '../hold-watch.ts'
import { PayLink } from './pay-link.tsx'
import type { Booking } from '../booking/use-booking.ts'
import { KeepLooking } from '../keep-looking.tsx'
import { useRelease } from '../use-release.ts'

type Props = {
  /** The id of the heading that names the dialog. */
  readonly title: string
  readonly event: BookedEvent
  readonly terms: BookingTerms
  readonly tableId: string
  readonly hold: StoredHold
  readonly booking: Booking
  /** Party size from the form. */
  readonly guests: number | null
  readonly onClose: () => void
}

/** View of a hold until it is paid or released. Polls the hold, so that it follows the payment in the other tab. */
export function WaitingView(props: Props) {
  const { event, tableId, hold, booking, onClose } = props
  const known = useHoldStatus(hold.token)
  const state = known?.news.state ?? 'held'
  useEffect(() => {
    if (state !== 'confirmed' && state !== 'ended') return
    clearHold({ eventId: event.id, tableId }, hold.token)
    if (state === 'confirmed') dropDraft(event.id)
  }, [state, event.id, tableId, hold.token])

  if (state === 'confirmed')
    return (
      <Confirmed
        {...props}
        tableNumber={known?.news.tableNumber ?? hold.tableNumber}
        link={known?.news.link ?? null}
      />
    )
  if (state === 'ended')
    return (
      <DialogView {...props} heading={`Your hold on table ${hold.tableNumber} has ended`}>
        <p className="text-sand">
          You were not charged. If a payment was still going through, we will email you. You get the table or
          all of your money back.
        </p>
        {hasDraft(event.id) ? <p className="text-sand">Everything you typed is still here.</p> : null}
        <div className="flex flex-wrap gap-3">
          <Button onClick={booking.startAgain} className="max-sm:w-full">
            Try again
          </Button>
          <Button look="quiet" onClick={onClose} className="max-sm:w-full">
            Back to the seating chart
          </Button>
        </div>
      </DialogView>
    )
  if (hold.totalCents === 0 && booking.isSending)
    return (
      <DialogView {...props} heading={`Confirming table ${hold.tableNumber}`}>
        <p className="flex items-center gap-3 text-sand">
          <Spinner />
          This table costs nothing, so there is nothing to pay.
        </p>
      </DialogView>
    )
  if (known?.news.isProcessing)
    return (
      <DialogView {...props} heading="Your payment is on its way">
        <p className="text-sand">
          Your bank is still working on it. Table {hold.tableNumber} is held for you until it is done. Please
          do not pay a second time.
        </p>
        <p className="text-sand">
          This page follows along. You can also close it: we email you as soon as we know.
        </p>
        <Button look="quiet" onClick={onClose} className="max-sm:w-full sm:self-start">
          Close
        </Button>
      </DialogView>
    )
  return (
    <Waiting {...props} clock={known ? { heldUntil: known.news.heldUntil, msAhead: known.msAhead } : null} />
  )
}

const NOT_OPENED = {
  title: 'Payment Error',
  text: 'Could not create payment session. Please try again.',
}

type WaitingProps = Props & { readonly clock: { heldUntil: string; msAhead: number } | null }

function Waiting({ clock, ...props }: WaitingProps) {
  const { event, terms, tableId, hold, booking, guests, onClose } = props
  const cover = coverText(event.price, guests)
  const releasing = useRelease({ eventId: event.id, tableId, token: hold.token }, onClose)
  const isUnopened = hold.url === null && !booking.isSending
  useEffect(() => {
    if (isUnopened) showToast({ ...NOT_OPENED, tone: 'bad' })
  }, [isUnopened])
  return (
    <DialogView {...props} heading={`Table ${hold.tableNumber} is held for you`}>
      <p className="flex items-center gap-x-4 rounded-card border border-brass/40 bg-brass/10 px-5 py-4">
        <Countdown
          token={hold.token}
          tableNumber={hold.tableNumber}
          clock={clock}
          className="min-w-[2.65em] shrink-0 font-display text-5xl text-brass"
        />
        <span className="text-sand">left to pay. No one else can take it until then.</span>
      </p>
      <p className="text-sand">
        {isUnopened
          ? 'The payment page did not open. Please press Pay now to try again.'
          : booking.isBlocked
            ? 'Your browser did not open a tab for the payment page. It opens in this tab instead. You can come back here anytime.'
            : 'The payment page is open in another tab. This page follows along and tells you when your table is yours.'}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <PayLink
          hold={hold}
          isBlocked={booking.isBlocked}
          isOpening={booking.isSending}
          onPay={() => void booking.pay()}
        />
        <KeepLooking {...releasing} />
      </div>
      <p className="text-sm text-sand">
        <strong className="text-cream">Keep looking</strong> releases this table. Closing this window does
        not: the table stays yours until the time is up.
      </p>
      {cover ? (
        <p className="text-sm text-sand">
          <strong className="text-cream">Not part of this payment:</strong> cover, {cover}.
        </p>
      ) : null}
      <RefundTerms {...terms} />
    </DialogView>
  )
}

type ConfirmedProps = Props & { readonly tableNumber: number; readonly link: string | null }

const Confirmed = ({ link, tableNumber, ...props }: ConfirmedProps) => (
  <DialogView {...props} heading="Your table is yours" isGood>
    <p className="text-lg text-cream">
      Table {tableNumber}, {nightText(props.event)}.
    </p>
    <p className="text-sand">We have sent the confirmation to your email. See you there.</p>
    <div className="flex flex-wrap gap-3">
      {link ? (
        <a href={link} className={buttonClass('solid', 'max-sm:w-full')}>
          See your reservation
        </a>
      ) : null}
      <Button look="quiet" onClick={props.onClose} className="max-sm:w-full">
        Close
      </Button>
    </div>
  </DialogView>
)

type DialogViewProps = Pick<Props, 'title' | 'event'> & {
  readonly heading: string
  readonly isGood?: boolean
  readonly children: ReactNode
}

/** One view of the dialog. Its heading takes the focus: screen readers read it, and keyboard users start there. */
function DialogView({ title, event, heading, isGood = false, children }: DialogViewProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className="flex flex-col gap-5">
      {isGood ? (
        <span className="inline-flex size-14 items-center justify-center rounded-full bg-teal text-cream">
          <Icon name="check" className="size-7" />
        </span>
      ) : null}
      <header>
        <p className="eyebrow mr-12">{event.title}</p>
        <h2 id={title} ref={ref} tabIndex={-1} className="mt-2 mr-12 text-title outline-none">
          {heading}
        </h2>
        <p className="mt-1 font-display text-xl text-brass italic">{nightText(event)}</p>
      </header>
      {children}
    </div>
  )
}
