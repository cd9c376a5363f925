import { Link } from 'react-router'
import { formatPhone } from '#features/venue/rules.ts'
import { buttonClass, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { DinnerEmail } from './dinner-email.tsx'
import { DinnerSlip } from './dinner-summary.tsx'
import type { DinnerShown } from '../my-reservation/my-dinner-copy.ts'
import { useRootData } from '../layout/site-layout.tsx'

type Props = {
  readonly shown: DinnerShown
  /** The whole address of the guest's own page, to be copied. */
  readonly url: string
}

/** A dinner that was just booked: how it stands, for when, and everything the email says, in case it never arrives. */
export function ThankedDinner({ shown, url }: Props) {
  const { venue } = useRootData()
  const isAhead = shown.state === 'coming' || shown.state === 'late'
  return (
    <div className="wrap max-w-4xl pt-8 md:pt-14">
      <header className="mb-8">
        <p className="eyebrow">Thank you</p>
        <h1 className="mt-3 text-title">{shown.title}</h1>
        {shown.told.map((sentence) => (
          <p key={sentence} className="mt-3 max-w-prose text-lg text-sand">
            {sentence}
          </p>
        ))}
        {isAhead ? (
          <p className="mt-3 max-w-prose text-sand">
            The same goes by email to <strong className="wrap-anywhere text-cream">{shown.email}</strong>.
          </p>
        ) : null}
      </header>
      <DinnerSlip shown={shown} />
      <div className="no-print mt-8 flex flex-wrap gap-3 max-sm:flex-col">
        <ButtonLink to={shown.link}>View, move or cancel</ButtonLink>
        {shown.hasCalendar ? (
          <a href={`${shown.link}/calendar.ics`} download className={buttonClass('outline')}>
            <Icon name="calendar" />
            Add to Calendar
          </a>
        ) : null}
        <a
          href={shown.directionsUrl}
          rel="noreferrer noopener"
          target="_blank"
          className={buttonClass('outline')}
        >
          <Icon name="pin" />
          Directions
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </div>
      {isAhead ? <DinnerEmail link={shown.link} email={shown.email} /> : null}
      <section
        aria-labelledby="your-link"
        className="mt-8 rounded-card border border-bark bg-ember p-5 sm:p-7"
      >
        <h2 id="your-link" className="text-heading">
          Your link
        </h2>
        <p className="mt-2 text-sand">
          Keep it: with it you see, move or cancel this dinner, even if the email never arrives. Whoever has
          it can do so too.
        </p>
        <p className="mt-3">
          <Link to={shown.link} className="wrap-anywhere text-brass underline underline-offset-4">
            {url}
          </Link>
        </p>
      </section>
      <p className="mt-8 text-sand">
        <Link to="/terms-of-service#reservations" className="text-brass underline underline-offset-4">
          All terms
        </Link>{' '}
        • Questions? Call{' '}
        <a href={`tel:${venue.phone}`} className="whitespace-nowrap text-brass underline underline-offset-4">
          {formatPhone(venue.phone)}
        </a>
      </p>
    </div>
  )
}
