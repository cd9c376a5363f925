import { INTENT_FIELD, SEEN_FIELD } from '#lib/forms/hidden-fields.ts'
import { countText } from '#lib/text/count.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { PhoneLink } from '#ui/phone-link.tsx'
import { Island } from '../islands/island.tsx'
import { AlsoCancel } from './evening/evening.tsx'
import { CANCEL } from './evening/intents.ts'
import { ChangeOfPlans } from './change-of-plans.tsx'
import type { DinnerShown } from './my-dinner-copy.ts'
import type { MyDinnerShown } from './my-dinner-data.ts'
import { DinnerMove } from './dinner-move.tsx'
import { GiveUp } from './reservation-cancel.tsx'
import { useRootData } from '../layout/site-layout.tsx'

type Props = {
  readonly shown: MyDinnerShown
  readonly change: NonNullable<DinnerShown['change']>
  readonly problem: string | null
}

/** Moves or cancels a dinner; after the deadline only by phone. Each step is a URL, so that it works without JavaScript. */
export function DinnerChange({ shown, change, problem }: Props) {
  const { link, move, isConfirmingCancel, evening } = shown
  const isTooLate = problem === 'too_late'
  const isPossible = change.isPossible && !isTooLate
  const also = evening?.also ?? null
  const isChanged = problem === 'changed'
  const isAsking = isConfirmingCancel || isChanged
  const alert = alertOf(problem, shown)
  return (
    <ChangeOfPlans id="change">
      {change.arrived !== null ? (
        <p role="status" className="mt-3 text-sand">
          {change.arrived}
        </p>
      ) : isPossible ? (
        <p className="mt-3 text-sand">You can change or cancel your dinner here until {change.until}.</p>
      ) : (
        <ByPhone until={change.until} isAlert={isTooLate} />
      )}
      {(isPossible || isChanged) && alert !== null ? (
        <p role="alert" tabIndex={-1} autoFocus className="mt-4 font-semibold text-rose">
          {alert}
        </p>
      ) : null}
      {!isPossible && change.canGiveUp ? (
        <GiveUp
          isAsking={isAsking}
          about="your dinner"
          money="You owe nothing."
          also={also}
          link={link}
          seen={shown.seen}
          question="?cancel=1#change"
        />
      ) : null}
      {isPossible && move ? (
        <Island name="dinner-move" component={DinnerMove} wakes="load" props={{ link, move }} />
      ) : null}
      {isPossible && !move && isAsking ? <Cancel shown={shown} /> : null}
      {isPossible && !move && !isAsking ? (
        <div className="mt-5 flex flex-wrap gap-3 max-sm:flex-col">
          <a href="?move=1#change" className={buttonClass('outline')}>
            Change time or party
          </a>
          <a href="?cancel=1#change" className={buttonClass('quiet')}>
            Cancel dinner
          </a>
        </div>
      ) : null}
    </ChangeOfPlans>
  )
}

function ByPhone({ until, isAlert }: { readonly until: string; readonly isAlert: boolean }) {
  const { venue } = useRootData()
  return (
    <p role={isAlert ? 'alert' : undefined} className="mt-3 text-sand">
      Online changes closed on {until}, {countText(venue.diningCancelHours, 'hour')} before your dinner.
      Please call us, and we will do our best: <PhoneLink phone={venue.phone} />
    </p>
  )
}

function alertOf(problem: string | null, shown: MyDinnerShown): string | null {
  if (problem === 'changed') return changedText(shown, 'nothing was cancelled')
  if (problem !== null) return problem
  if (shown.move?.isChangedSince)
    return `${changedText(shown, 'it stays as it is')} Please choose party and time once more.`
  return shown.move?.timeProblem ?? null
}

const changedText = ({ date, time, party }: MyDinnerShown, outcome: string): string =>
  `Your dinner was changed since you opened this page, so ${outcome}. It is now on ${date}, ${time}, for ${party}.`

const Cancel = ({ shown: { link, seen, evening } }: Pick<Props, 'shown'>) => (
  <div className="mt-5 border-t border-bark pt-5">
    <h3 className="text-xl">Cancel your dinner?</h3>
    <p className="mt-2 text-sand">
      You owe nothing. We will offer the table to other guests at once. This cannot be undone.
    </p>
    <form method="post" action={link} data-once className="mt-5 flex flex-wrap gap-3 max-sm:flex-col">
      <input type="hidden" name={SEEN_FIELD} value={seen} />
      <AlsoCancel also={evening?.also ?? null} />
      <Button type="submit" name={INTENT_FIELD} value={CANCEL}>
        Cancel my dinner
      </Button>
      <a href={link} className={buttonClass('quiet')}>
        Keep my dinner
      </a>
    </form>
  </div>
)
