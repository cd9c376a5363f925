import type { ReactNode } from 'react'
import { ConfirmationSlip } from '#features/reservations/ui/confirmation-slip.tsx'
import { ImportantInformation } from '#features/reservations/ui/important-information.tsx'
import { PassProblem } from '#features/reservations/ui/pass-link.tsx'
import { SlipActions } from '#features/reservations/ui/slip-actions.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { ChangeEntry, ChangeNotice, DetailsEntry, EmailNotice } from './change/change-entry.tsx'
import { ComingAnswer } from './coming/coming-answer.tsx'
import { WaitingChange, type WaitingShown } from './change/waiting-change.tsx'
import type { ComingShown } from './coming/coming-data.ts'
import type { EveningShown } from './evening/evening-data.ts'
import { Evening } from './evening/evening.tsx'
import { FeedbackForm } from './feedback/feedback-form.tsx'
import type { FeedbackShown, RefusedFeedback } from './feedback/feedback-requests.ts'
import type { ReservationShown } from './my-reservation-copy.ts'
import { LivePage } from '../live/live-page.tsx'
import { PackageContents, type RefusedContent } from './package-contents.tsx'
import { DinnerEmail } from '../reservations/dinner-email.tsx'
import { ShareLink } from '../share/share-link.tsx'
import { ReservationCancel } from './reservation-cancel.tsx'
import { useRootData } from '../layout/site-layout.tsx'

type Props = {
  readonly shown: ReservationShown & {
    readonly coming: ComingShown | null
    readonly feedback: FeedbackShown | null
    readonly evening: EveningShown | null
    readonly change: { readonly waiting: WaitingShown | null; readonly settled: string | null }
  }
  readonly refusedFeedback: RefusedFeedback | null
  /** Why a form that cancels was refused, such as `too_late`. */
  readonly problem: string | null
  /** Validation error of the corrected email. */
  readonly emailProblem: string | null
  /** The pass for a wallet could not be made. */
  readonly hasPassProblem: boolean
  /** Package content that was refused. */
  readonly refused: readonly RefusedContent[]
  /** Package content was just saved. */
  readonly saved: string | null
  /** Codes of the friends of the party. */
  readonly friends: ReactNode
}

/** The guest's page of a night table. */
export function MyNight({
  shown,
  problem,
  emailProblem,
  hasPassProblem,
  refused,
  saved,
  friends,
  refusedFeedback,
}: Props) {
  const { venue } = useRootData()
  const { state, confirmation } = shown
  const isAhead = state === 'coming' || state === 'completed'
  return (
    <>
      <header className="mb-8">
        <h1 id="status" tabIndex={-1} className="scroll-mt-28 text-title outline-none">
          {shown.title}
        </h1>
        <EmailNotice email={shown.email} />
        <ChangeNotice isCancelled={state === 'cancelled'} change={shown.change} />
        {hasPassProblem && isAhead ? <PassProblem /> : null}
        {shown.messages.map((sentence) => (
          <p key={sentence} className="mt-3 max-w-prose text-lg text-sand">
            {sentence}
          </p>
        ))}
      </header>
      <Answers shown={shown} refused={refusedFeedback} />
      <ConfirmationSlip
        confirmation={confirmation}
        status={shown.status}
        isGood={isAhead || state === 'over'}
      >
        {state === 'coming' ? (
          <ImportantInformation
            venue={venue}
            hasCover={confirmation.cover !== null}
            changes={changesText(shown.cancel)}
          />
        ) : null}
      </ConfirmationSlip>
      {isAhead ? (
        <NightActions confirmation={confirmation} />
      ) : (
        <div className="no-print mt-8 flex flex-wrap items-center gap-3 max-sm:flex-col max-sm:items-stretch">
          <ButtonLink href="/events">Browse More Events</ButtonLink>
          {state === 'cancelled' ? (
            <a
              href={`${confirmation.link}/calendar.ics`}
              download
              className="inline-flex min-h-11 items-center justify-center px-2 font-semibold text-brass underline underline-offset-4"
            >
              Remove from Calendar
            </a>
          ) : null}
        </div>
      )}
      {state === 'waiting' || state === 'in_review' ? <LivePage version={state} /> : null}
      {shown.evening ? <Evening evening={shown.evening} /> : null}
      {friends}
      {shown.email === null ? null : (
        <DinnerEmail
          link={confirmation.link}
          email={shown.email}
          also={shown.evening?.emailAlso ?? null}
          problem={emailProblem}
        />
      )}
      {shown.hasOpenDetails ? <DetailsEntry link={confirmation.link} /> : null}
      {shown.packages ? (
        <PackageContents packages={shown.packages} link={confirmation.link} refused={refused} saved={saved} />
      ) : null}
      {shown.cancel?.isPossible === true ? (
        <ChangeEntry link={confirmation.link} until={shown.cancel.until} />
      ) : null}
      {shown.cancel ? (
        <ReservationCancel
          terms={shown.cancel}
          confirmation={confirmation}
          seen={shown.seen}
          problem={problem}
          venue={venue}
          also={shown.evening?.also ?? null}
        />
      ) : null}
    </>
  )
}

/** How the night can still be changed: by the guest, or by a call only. */
const changesText = (terms: ReservationShown['cancel']): string =>
  terms?.isPossible === true
    ? `For changes, use this page until ${terms.until}, or call us:`
    : 'For changes, call us:'

type AnswersProps = Pick<Props, 'shown'> & { readonly refused: RefusedFeedback | null }

/** Matters that wait for the guest: a payment, whether they come, and how it was. */
const Answers = ({ shown: { change, coming, feedback, confirmation }, refused }: AnswersProps) => (
  <>
    {change.waiting ? (
      <div className="mb-8">
        <WaitingChange waiting={change.waiting} link={confirmation.link} />
      </div>
    ) : null}
    {feedback ? <FeedbackForm feedback={feedback} refused={refused} link={confirmation.link} /> : null}
    {coming ? (
      <ComingAnswer
        coming={coming}
        link={confirmation.link}
        cancelLink={`${confirmation.link}?cancel=1#cancel`}
      />
    ) : null}
  </>
)

/** Actions of a confirmed night. It is the event that is shared: the address of this page changes the booking. */
function NightActions({ confirmation }: { readonly confirmation: Props['shown']['confirmation'] }) {
  const { venue, origin } = useRootData()
  return (
    <SlipActions link={confirmation.link} passPaths={confirmation.passPaths}>
      <ShareLink
        label="Share this event"
        text={`${confirmation.eventTitle} at ${venue.name}, ${confirmation.night}`}
        url={origin + confirmation.eventPath}
      />
    </SlipActions>
  )
}
