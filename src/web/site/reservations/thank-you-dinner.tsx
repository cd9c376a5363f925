import { PassLinks, type PassPaths } from '#features/reservations/ui/pass-link.tsx'
import { buttonClass, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PhoneLink } from '#ui/phone-link.tsx'
import { DirectionsButton } from '../directions/directions-button.tsx'
import { DinnerEmail } from './dinner-email.tsx'
import { DinnerSummary } from './dinner-summary.tsx'
import type { KeepShown } from '../my-reservation/keep/keep-data.ts'
import type { EveningShown } from '../my-reservation/evening/evening-data.ts'
import { Stay } from '../my-reservation/evening/stay.tsx'
import type { DinnerShown } from '../my-reservation/my-dinner-copy.ts'
import { useRootData } from '../layout/site-layout.tsx'

type Props = {
  readonly shown: DinnerShown
  readonly keep: KeepShown | null
  readonly evening: EveningShown | null
  readonly passPaths: PassPaths
  /** Absolute URL of the guest's reservation page. */
  readonly url: string
}

/** Confirmation of a booked dinner. It repeats the whole email, in case the email never arrives. */
export function ThankYouDinner({ shown, keep, evening, passPaths, url }: Props) {
  const { venue } = useRootData()
  const isAhead = shown.state === 'coming' || shown.state === 'late'
  return (
    <div className="wrap max-w-4xl pt-8 md:pt-14">
      <header className="mb-8">
        <p className="eyebrow">Thank you</p>
        <h1 className="mt-3 text-title">{shown.title}</h1>
        {shown.messages.map((sentence) => (
          <p key={sentence} className="mt-3 max-w-prose text-lg text-sand">
            {sentence}
          </p>
        ))}
        {isAhead ? (
          <p className="mt-3 max-w-prose text-sand">
            We also sent this by email to <strong className="wrap-anywhere text-cream">{shown.email}</strong>.
          </p>
        ) : null}
      </header>
      <DinnerSummary shown={shown} />
      <div className="no-print mt-8 flex flex-wrap gap-3 max-sm:flex-col">
        <ButtonLink href={shown.link}>View, move or cancel</ButtonLink>
        {shown.hasCalendar ? (
          <a href={`${shown.link}/calendar.ics`} download className={buttonClass('outline')}>
            <Icon name="calendar" />
            Add to Calendar
          </a>
        ) : null}
        <PassLinks paths={passPaths} />
        <DirectionsButton url={shown.directionsUrl} />
      </div>
      <Stay evening={evening} keep={keep} link={shown.link} refusedKeep={null} />
      {isAhead ? (
        <DinnerEmail link={shown.link} email={shown.email} also={evening?.emailAlso ?? null} />
      ) : null}
      <section
        aria-labelledby="your-link"
        className="mt-8 rounded-card border border-bark bg-ember p-5 sm:p-7"
      >
        <h2 id="your-link" className="text-heading">
          Your link
        </h2>
        <p className="mt-2 text-sand">
          Keep this link to view, move or cancel your dinner, even if the email never arrives. Anyone who has
          it can do the same.
        </p>
        <p className="mt-3">
          <a href={shown.link} className="wrap-anywhere text-brass underline underline-offset-4">
            {url}
          </a>
        </p>
      </section>
      <p className="mt-8 text-sand">
        <a href="/terms-of-service#reservations" className="text-brass underline underline-offset-4">
          All terms
        </a>{' '}
        • Questions? Call <PhoneLink phone={venue.phone} />
      </p>
    </div>
  )
}
