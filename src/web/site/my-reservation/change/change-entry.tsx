import { useLocation } from 'react-router'
import { replacedText } from '#features/reservation-management/guest-changes/rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

const NOTICES: Readonly<Record<string, { readonly text: string; readonly isGood: boolean }>> = {
  made: { text: 'Your change is made. An email confirms it.', isGood: true },
  details: { text: 'Your phone number and special requests are saved.', isGood: true },
  details_dining: {
    text: 'Your phone number and special requests are saved. Your dinner of that evening has the new number, too.',
    isGood: true,
  },
  details_nightlife: {
    text: 'Your phone number and special requests are saved. Your table of that night has the new number, too.',
    isGood: true,
  },
  refunded: {
    text: 'Your change was not possible any more. You keep this reservation, and your payment for the change goes back.',
    isGood: false,
  },
  refunded_cancelled: {
    text: 'Your change was not possible any more. Your payment for it goes back.',
    isGood: false,
  },
  other_stays: {
    text: 'The other reservation of your evening is unchanged: it can no longer be cancelled as you saw. Please open it below.',
    isGood: false,
  },
  dropped: { text: 'Your change is dropped. Your reservation stays as it was.', isGood: true },
  not_paid: { text: 'Your change was not paid, so nothing has changed.', isGood: false },
}

/** Outcome in the address of a page to which a payment led before the bank was done. */
export const WAITING = 'waiting'

type NoticeProps = {
  readonly isCancelled?: boolean
  readonly change?: {
    /** Another change waits for its payment. */
    readonly waiting: unknown
    /** Outcome of the change that had to be paid, where the address says that it waits. */
    readonly settled: string | null
  }
}

/** Outcome of a change, on the page of the reservation after it. */
export function ChangeNotice({ isCancelled = false, change }: NoticeProps) {
  const given = new URLSearchParams(useLocation().search).get('change') ?? ''
  const outcome = given === WAITING ? (change?.settled ?? '') : given
  const notice =
    outcome === 'replaced'
      ? { text: replacedText(change?.waiting != null), isGood: false }
      : NOTICES[isCancelled && outcome === 'refunded' ? 'refunded_cancelled' : outcome]
  if (!notice) return null
  return (
    <p
      role="status"
      className={`mt-3 flex items-start gap-2 text-lg ${notice.isGood ? 'text-teal-light' : 'text-rose'}`}
    >
      <Icon name={notice.isGood ? 'check' : 'close'} className="mt-1 size-5 shrink-0" />
      {notice.text}
    </p>
  )
}

/** Names the address of a confirmation after a corrected email: of this reservation, or of both of the evening. */
export function EmailNotice({ email }: { readonly email: string | null }) {
  const corrected = new URLSearchParams(useLocation().search).get('email')
  if (corrected === null || email === null) return null
  const text =
    corrected === 'both'
      ? 'The confirmations of your dinner and of your table for the night are on their way'
      : 'The confirmation is on its way'
  return (
    <p role="status" className="mt-3 flex items-start gap-2 text-lg text-teal-light">
      <Icon name="check" className="mt-1 size-5 shrink-0" />
      <span className="wrap-anywhere">{`${text} to ${email}.`}</span>
    </p>
  )
}

/** The way from a reservation to its phone number and special requests. */
export const DetailsEntry = ({ link }: { readonly link: string }) => (
  <p className="no-print mt-6">
    <a
      href={`${link}/details`}
      className="inline-flex min-h-11 items-center font-semibold text-brass underline underline-offset-4"
    >
      Change your phone number or special requests
    </a>
  </p>
)

/** The way from a reservation to the page that changes it. */
export const ChangeEntry = ({ link, until }: { readonly link: string; readonly until: string }) => (
  <section
    aria-labelledby="change-reservation"
    className="no-print mt-12 rounded-card border border-bark p-5 sm:p-7"
  >
    <h2 id="change-reservation" className="text-heading">
      More guests, another table, another night?
    </h2>
    <p className="mt-3 text-sand">
      You can change your party, packages, table and night here until {until}. You see the price before
      anything changes.
    </p>
    <ButtonLink href={`${link}/change`} look="outline" className="mt-5">
      Change reservation
    </ButtonLink>
  </section>
)
