import type { ReactNode } from 'react'
import { PassLinks, PassProblem } from '#features/reservations/ui/pass-link.tsx'
import { buttonClass, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { DirectionsButton } from '../directions/directions-button.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import { ShareLink } from '../share/share-link.tsx'
import { DinnerEmail } from '../reservations/dinner-email.tsx'
import { DinnerSummary } from '../reservations/dinner-summary.tsx'
import { ChangeNotice, DetailsEntry, EmailNotice } from './change/change-entry.tsx'
import type { RefusedKeep } from './keep/keep-request.ts'
import { ComingAnswer } from './coming/coming-answer.tsx'
import { Stay } from './evening/stay.tsx'
import { FeedbackForm } from './feedback/feedback-form.tsx'
import type { RefusedFeedback } from './feedback/feedback-requests.ts'
import { DinnerChange } from './my-dinner-change.tsx'
import type { MyDinnerShown } from './my-dinner-data.ts'

type Props = {
  readonly shown: MyDinnerShown
  /** Error text of a refused change. */
  readonly problem: string | null
  readonly about: 'email' | 'change'
  /** Refused attempt to keep the table for the night. */
  readonly refusedKeep: RefusedKeep | null
  readonly refusedFeedback: RefusedFeedback | null
  /** Codes of the friends of the party. */
  readonly friends: ReactNode
}

export function MyDinner({ shown, problem, about, friends, refusedKeep, refusedFeedback }: Props) {
  const isAhead = shown.state === 'coming' || shown.state === 'late'
  return (
    <>
      <header className="mb-8">
        <h1 id="status" tabIndex={-1} className="scroll-mt-28 text-title outline-none">
          {shown.title}
        </h1>
        {shown.isJustMoved && isAhead ? (
          <p role="status" className="mt-3 flex items-center gap-2 text-lg text-teal-light">
            <Icon name="check" />
            Your dinner has moved to {shown.date}, {shown.time}.
          </p>
        ) : null}
        {shown.isJustResized && isAhead ? (
          <p role="status" className="mt-3 flex items-center gap-2 text-lg text-teal-light">
            <Icon name="check" />
            Your change is made. An email confirms it.
          </p>
        ) : null}
        {shown.nightNote !== null && isAhead ? (
          <p role="status" className="mt-3 text-lg text-sand">
            {shown.nightNote}
          </p>
        ) : null}
        <EmailNotice email={shown.email} />
        <ChangeNotice />
        {shown.hasPassProblem && isAhead ? <PassProblem /> : null}
        {shown.messages.map((sentence) => (
          <p key={sentence} className="mt-3 max-w-prose text-lg text-sand">
            {sentence}
          </p>
        ))}
      </header>
      {shown.feedback ? (
        <FeedbackForm feedback={shown.feedback} refused={refusedFeedback} link={shown.link} />
      ) : null}
      {shown.coming ? (
        <ComingAnswer coming={shown.coming} link={shown.link} cancelLink={`${shown.link}?cancel=1#change`} />
      ) : null}
      <DinnerSummary shown={shown} />
      <div id="wallet" className="no-print mt-8 flex scroll-mt-28 flex-wrap gap-3 max-sm:flex-col">
        {isAhead ? null : <ButtonLink href="/reservations?service=dining">Reserve another dinner</ButtonLink>}
        {isAhead ? <SharePlace shown={shown} /> : null}
        {isAhead ? <DirectionsButton url={shown.directionsUrl} /> : null}
        {shown.hasCalendar ? (
          <a href={`${shown.link}/calendar.ics`} download className={buttonClass('outline')}>
            <Icon name="calendar" />
            {shown.state === 'cancelled' ? 'Remove from Calendar' : 'Add to Calendar'}
          </a>
        ) : null}
        <PassLinks paths={shown.passPaths} />
      </div>
      <Stay evening={shown.evening} keep={shown.keep} link={shown.link} refusedKeep={refusedKeep} />
      {friends}
      {isAhead ? (
        <DinnerEmail
          link={shown.link}
          email={shown.email}
          also={shown.evening?.emailAlso ?? null}
          problem={about === 'email' ? problem : null}
        />
      ) : null}
      {shown.hasOpenDetails ? <DetailsEntry link={shown.link} /> : null}
      {shown.change ? (
        <DinnerChange shown={shown} change={shown.change} problem={about === 'change' ? problem : null} />
      ) : null}
      {isAhead ? (
        <p className="no-print mt-8 text-sand">
          Planning something larger?{' '}
          <a href="/plan-event" className="text-brass underline underline-offset-4">
            Plan a private event
          </a>
        </p>
      ) : null}
    </>
  )
}

/** It is the menu that is shared: the address of this page changes the booking. */
function SharePlace({ shown }: Pick<Props, 'shown'>) {
  const { venue, origin } = useRootData()
  return (
    <ShareLink
      label="Share the place"
      text={`Dinner at ${venue.name}, ${shown.date}, ${shown.time}`}
      url={`${origin}/menu`}
    />
  )
}
