import { useLocation } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PhoneLink } from '#ui/phone-link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { PaymentShown } from './payment-verification.ts'
import { useRootData } from '../layout/site-layout.tsx'

type Shown<State> = Extract<PaymentShown, { state: State }>

const CENTERED =
  'mx-auto flex min-h-[55vh] max-w-xl flex-col items-center justify-center gap-5 py-10 text-center'

export const Verifying = () => (
  <div className={CENTERED} role="status">
    <Spinner className="size-12 text-brass" />
    <h1 className="text-heading">Verifying your payment...</h1>
    <p className="text-sand">This takes a few seconds. Please do not pay again.</p>
    <Refresh afterSeconds={0} />
  </div>
)

/**
 * Loads this page again, by an address whose response waits for the outcome of the payment: scripts/follow-up.ts, and
 * without JavaScript a refresh.
 */
function Refresh({ afterSeconds }: { afterSeconds: number }) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.set('wait', '1')
  const address = `${pathname}?${query}`
  return (
    <>
      <a
        href={address}
        data-follow-up={afterSeconds}
        className="hidden text-brass underline underline-offset-4 noscript:inline"
      >
        See how it went
      </a>
      <noscript>
        <meta httpEquiv="refresh" content={`${afterSeconds};url=${address}`} />
      </noscript>
    </>
  )
}

/** The provider could not be asked. The guest stays on the page and can try again. */
export function NotVerified() {
  const { search } = useLocation()
  return (
    <div className={CENTERED}>
      <div role="alert" className="flex flex-col gap-4">
        <h1 className="text-title">Payment Verification Failed</h1>
        <p className="text-lg text-sand">Could not verify your payment. Please contact support.</p>
      </div>
      <p className="text-sand">
        If you have paid, your table is safe: we keep checking and will email you. Please do not pay a second
        time. Support: <CallUs />
      </p>
      <form method="get" data-stays-offline>
        {[...new URLSearchParams(search)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">Try again</Button>
      </form>
    </div>
  )
}

function CallUs() {
  const { venue } = useRootData()
  return <PhoneLink phone={venue.phone} />
}

export const PaymentWaiting = ({ shown }: { shown: Shown<'waiting'> }) => (
  <div className={CENTERED}>
    <Icon name="clock" className="size-12 text-brass" />
    <h1 className="text-title">Your payment is on its way</h1>
    <p className="text-lg text-sand">
      Your bank is still working on it. Table {shown.tableNumber} for {shown.eventTitle} is held for you until
      it is done.
    </p>
    <p role="status" className="flex items-center gap-3 text-sand">
      <Spinner className="size-5 text-brass" /> This page updates by itself.
    </p>
    <p className="text-sand">
      You can close this page: we will email <strong className="wrap-anywhere">{shown.email}</strong> as soon
      as we know. Please do not pay a second time.
    </p>
    <Refresh afterSeconds={10} />
    <ButtonLink href={shown.link} look="outline">
      See your reservation
    </ButtonLink>
  </div>
)

export const PaymentRefunded = ({ shown }: { shown: Shown<'given_back'> }) => (
  <div className="mx-auto max-w-2xl py-8">
    <h1 className="text-title">Your money is on its way back</h1>
    <p className="mt-4 text-lg text-sand">
      We are sorry. Your payment reached us after your hold on table {shown.tableNumber} for{' '}
      {shown.eventTitle} had ended, and the table is no longer available. The full amount,{' '}
      <strong className="text-cream">{shown.amount}</strong>, goes back {shown.refundRoute} You do not need to
      do anything.
    </p>
    {shown.next.length > 0 ? (
      <section aria-labelledby="next-nights" className="mt-10">
        <h2 id="next-nights" className="text-heading">
          The next nights
        </h2>
        <ul className="mt-4 flex flex-col gap-3">
          {shown.next.map(({ path, title, night }) => (
            <li key={path}>
              <a
                href={path}
                className="flex items-center justify-between gap-4 rounded-card border border-bark bg-ember p-5 transition-colors hover:border-brass/60"
              >
                <span>
                  <span className="block font-display text-xl">{title}</span>
                  <span className="text-sand">{night}</span>
                </span>
                <Icon name="right" className="size-6 text-brass" />
              </a>
            </li>
          ))}
        </ul>
      </section>
    ) : null}
    <div className="mt-8 flex flex-wrap items-center gap-4">
      <ButtonLink href="/events">Back to Events</ButtonLink>
      <span className="text-sand">
        Questions? <CallUs />
      </span>
    </div>
  </div>
)

/** Shows a toast and redirects to the events page; without JavaScript the text stays on the page. */
export const RedirectWithToast = ({ title, text }: { title: string; text: string }) => (
  <div className={CENTERED} data-leave-to="/events" data-toast-title={title} data-toast-text={text}>
    <h1 className="text-title">{title}</h1>
    <p className="text-lg text-sand">{text}</p>
    <ButtonLink href="/events">Back to Events</ButtonLink>
  </div>
)
