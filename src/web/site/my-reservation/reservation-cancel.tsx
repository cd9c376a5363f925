import { useLocation } from 'react-router'
import type { AlsoShown } from './evening/evening-data.ts'
import { AlsoCancel } from './evening/evening.tsx'
import { CANCEL, GIVE_UP } from './evening/intents.ts'
import type { Confirmation } from '#features/reservations/ui/confirmation-slip.tsx'
import type { PublicVenue } from '#features/venue/schema.ts'
import { INTENT_FIELD, SEEN_FIELD } from '#lib/forms/hidden-fields.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { DocumentDialog } from '#ui/document-dialog.tsx'
import { PhoneLink } from '#ui/phone-link.tsx'
import { ChangeOfPlans } from './change-of-plans.tsx'
import type { CancelTerms } from './my-reservation-copy.ts'

type Props = {
  readonly terms: CancelTerms
  readonly confirmation: Confirmation
  /** The facts that the form says that it showed. */
  readonly seen: string
  readonly venue: PublicVenue
  /** Why the form was refused: the deadline has passed meanwhile (`too_late`), or the reservation was changed (`changed`). */
  readonly problem: string | null
  /** The other reservation of the evening, which can be cancelled with this one. */
  readonly also: AlsoShown | null
}

const CANCEL_PARAM = 'cancel'
const DIALOG = 'cancel-dialog'

/**
 * Cancels a night table after a confirmation that names the refund. After the deadline the guest can give it up without one,
 * and once guests of the party have come only staff cancel it.
 */
export function ReservationCancel({ terms, confirmation, seen, venue, problem, also }: Props) {
  const [isTooLate, isChanged] = [problem === 'too_late', problem === 'changed']
  const { link, night, party } = confirmation
  const about = `${confirmation.tables.toLowerCase()} for ${confirmation.eventTitle}`
  // Without JavaScript the confirmation is a page with its own URL.
  const isConfirming = new URLSearchParams(useLocation().search).has(CANCEL_PARAM) || isChanged
  const isPossible = terms.isPossible && !isTooLate
  return (
    <ChangeOfPlans id={CANCEL_PARAM}>
      {terms.arrived !== null ? (
        <p role="status" className="mt-3 text-sand">
          {terms.arrived}
        </p>
      ) : isPossible ? (
        <p className="mt-3 text-sand">
          You can cancel here until {terms.until} for {terms.back}. We will offer the table to other guests at
          once.
        </p>
      ) : (
        <p role={isTooLate ? 'alert' : undefined} className="mt-3 text-sand">
          Online cancellation closed on {terms.until}, {terms.why}. Please call us, and we will do our best:{' '}
          <PhoneLink phone={venue.phone} />
          {terms.ifResold === null ? null : `. ${terms.ifResold}`}
        </p>
      )}
      {isChanged ? (
        <p role="alert" tabIndex={-1} autoFocus className="mt-4 font-semibold text-rose">
          Your reservation was changed since you opened this page, so nothing was cancelled. It is now{' '}
          {`${about}, ${night}, for ${party}.`}
        </p>
      ) : null}
      {!isPossible && terms.afterDeadline !== null ? (
        <GiveUp
          isAsking={isConfirming}
          money={terms.afterDeadline}
          also={also}
          about={about}
          link={link}
          seen={seen}
          question={`?${CANCEL_PARAM}=1#${CANCEL_PARAM}`}
        />
      ) : null}
      {isPossible && isConfirming ? (
        <div className="mt-5 border-t border-bark pt-5">
          <Question terms={terms} about={about} link={link} seen={seen} also={also} level="h3">
            <a href={link} className={buttonClass('quiet')}>
              Keep my table
            </a>
          </Question>
        </div>
      ) : null}
      {isPossible && !isConfirming ? (
        <>
          <a
            href={`?${CANCEL_PARAM}=1#${CANCEL_PARAM}`}
            data-opens={DIALOG}
            className={buttonClass('outline', 'mt-5')}
          >
            Cancel reservation
          </a>
          <DocumentDialog id={DIALOG} labelledBy="cancel-question">
            <div className="p-6 sm:p-8">
              <Question terms={terms} about={about} link={link} seen={seen} also={also} level="h2">
                <a href={link} className={buttonClass('quiet')}>
                  Keep my table
                </a>
              </Question>
            </div>
          </DocumentDialog>
        </>
      ) : null}
    </ChangeOfPlans>
  )
}

type Asking = Pick<Props, 'seen' | 'also'> & {
  /** `table 12 for Afrobeats Friday` */
  readonly about: string
  readonly link: string
}

type GiveUpProps = Asking & {
  readonly isAsking: boolean
  readonly money: string
  /** Address of the question. */
  readonly question: string
}

/** Gives the table up after the deadline, for other guests. The question and its money come first. */
export const GiveUp = ({ isAsking, money, about, link, seen, also, question }: GiveUpProps) =>
  isAsking ? (
    <div className="mt-5 border-t border-bark pt-5">
      <h3 className="text-xl">Give up {about}?</h3>
      <p className="mt-2 text-sand">
        {money} We offer the table to other guests at once. This cannot be undone.
      </p>
      <form method="post" action={link} data-once className="mt-5 flex flex-wrap gap-3 max-sm:flex-col">
        <input type="hidden" name={SEEN_FIELD} value={seen} />
        <AlsoCancel also={also} />
        <Button type="submit" name={INTENT_FIELD} value={GIVE_UP}>
          Give up my table
        </Button>
        <a href={link} className={buttonClass('quiet')}>
          Keep my table
        </a>
      </form>
    </div>
  ) : (
    <>
      <p className="mt-3 text-sand">
        You can still give up your table so that other guests can have it. {money}
      </p>
      <a href={question} className={buttonClass('outline', 'mt-5')}>
        I can’t come
      </a>
    </>
  )

type QuestionProps = Asking & {
  readonly terms: CancelTerms
  readonly level: 'h2' | 'h3'
  readonly children: React.ReactNode
}

const Question = ({ terms, about, link, seen, also, level: Heading, children }: QuestionProps) => (
  <>
    <Heading id="cancel-question" className="pr-12 text-heading">
      Cancel {about}?
    </Heading>
    <p className="mt-3 text-sand">{terms.money} This cannot be undone.</p>
    <form method="post" action={link} data-once className="mt-6 flex flex-wrap gap-3 max-sm:flex-col">
      <input type="hidden" name={SEEN_FIELD} value={seen} />
      <AlsoCancel also={also} />
      <Button type="submit" name={INTENT_FIELD} value={CANCEL}>
        {terms.button}
      </Button>
      {children}
    </form>
  </>
)
