import { data } from 'react-router'
import { ConfirmationSlip } from '#features/reservations/ui/confirmation-slip.tsx'
import { ImportantInformation } from '#features/reservations/ui/important-information.tsx'
import { SlipActions } from '#features/reservations/ui/slip-actions.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { withContext } from '#http/context.ts'
import {
  PaymentRefunded,
  NotVerified,
  PaymentWaiting,
  RedirectWithToast,
  Verifying,
} from './payment-states.tsx'
import { type PaymentShown, verifyPayment } from './payment-verification.ts'
import { Evening } from '../my-reservation/evening/evening.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import type { Route } from './+types/payment-success.ts'

/** Verifies the payment of a guest who returns from the provider's checkout. */
export const loader = withContext(async (deps, { request }: Route.LoaderArgs) => {
  const shown = await verifyPayment(deps, new URL(request.url).searchParams)
  return data<PaymentShown>(shown, { status: STATUSES[shown.state] ?? 200 })
})

const STATUSES: Partial<Record<PaymentShown['state'], number>> = { invalid_link: 404, unverified: 503 }

export default function PaymentSuccess({ loaderData: shown }: Route.ComponentProps) {
  switch (shown.state) {
    case 'invalid_link':
      return <RedirectWithToast title="Invalid Payment Link" text="Missing payment session information" />
    case 'not_paid':
      return (
        <RedirectWithToast
          title="Payment Not Confirmed"
          text={`Your payment was not successful. Please try again. ${shown.tableText}`}
        />
      )
    case 'verifying':
      return <Verifying />
    case 'unverified':
      return <NotVerified />
    case 'waiting':
      return <PaymentWaiting shown={shown} />
    case 'given_back':
      return <PaymentRefunded shown={shown} />
    case 'confirmed':
      return <Confirmed {...shown} />
  }
}

type ConfirmedProps = Pick<
  Extract<PaymentShown, { state: 'confirmed' }>,
  'confirmation' | 'cancelUntil' | 'evening'
>

function Confirmed({ confirmation, cancelUntil, evening }: ConfirmedProps) {
  const { venue } = useRootData()
  return (
    <>
      <header className="mb-8 flex items-start gap-4">
        <span className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-teal text-white print:hidden">
          <Icon name="check" className="size-7" />
        </span>
        <div>
          <h1 className="text-title">Payment Successful!</h1>
          <p className="mt-1 text-sand">
            A confirmation is on its way to <span className="wrap-anywhere">{confirmation.email}</span>.
          </p>
        </div>
      </header>
      {confirmation.needed.length > 0 ? (
        <section
          aria-label="Your packages"
          className="no-print mb-6 rounded-card border border-brass/60 bg-brass/10 p-5"
        >
          {confirmation.needed.map((sentence) => (
            <p key={sentence} className="text-lg">
              {sentence}
            </p>
          ))}
          <ButtonLink href={`${confirmation.link}#packages`} className="mt-4">
            Add it now
          </ButtonLink>
        </section>
      ) : null}
      <ConfirmationSlip confirmation={confirmation} status="Reservation Confirmed" isGood>
        <ImportantInformation venue={venue} hasCover={confirmation.cover !== null} />
      </ConfirmationSlip>
      <SlipActions link={confirmation.link} passPaths={confirmation.passPaths}>
        <ButtonLink href="/events">Browse More Events</ButtonLink>
      </SlipActions>
      {evening ? <Evening evening={evening} /> : null}
      <p className="no-print mt-6 text-sand">
        {cancelUntil === null
          ? 'It is too late to cancel for a refund. View it at any time at'
          : `You can cancel for a full refund until ${cancelUntil}. View or change it at`}{' '}
        <a href={confirmation.link} className="font-semibold text-brass underline underline-offset-4">
          your reservation
        </a>
        . The link is also in your email.
      </p>
    </>
  )
}
