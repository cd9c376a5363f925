import { useState } from 'react'
import { Link } from 'react-router'
import { canChooseTime, lostText } from '#features/dining/rules.ts'
import { DinnerChoice } from '#features/dining/ui/dinner-choice.tsx'
import { DinnerTimes } from '#features/dining/ui/dinner-times.tsx'
import { useServiceDay } from '#features/dining/ui/use-evening.ts'
import { formatPhone } from '#features/venue/rules.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { countText } from '#lib/text/count.ts'
import { formatDate } from '#lib/venue-time.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { DinnerShown } from './my-dinner-copy.ts'
import type { MoveChoice, MyDinnerShown } from './my-dinner-data.ts'
import { useRootData } from '../layout/site-layout.tsx'

type Props = {
  readonly shown: MyDinnerShown
  readonly change: NonNullable<DinnerShown['change']>
  readonly problem: string | null
}

/** Moves or cancels a dinner; after the deadline only by phone. Each step is a URL, so that it works without JavaScript. */
export function DinnerChange({ shown, change, problem }: Props) {
  const { link, move, isConfirmingCancel } = shown
  const isTooLate = problem === 'too_late'
  const isPossible = change.isPossible && !isTooLate
  return (
    <section
      id="change"
      aria-labelledby="change-of-plans"
      className="no-print mt-12 scroll-mt-24 rounded-card border border-bark p-5 sm:p-7"
    >
      <h2 id="change-of-plans" className="text-heading">
        Change of plans?
      </h2>
      {isPossible ? (
        <p className="mt-3 text-sand">You can move or cancel your dinner here until {change.until}.</p>
      ) : (
        <ByPhone until={change.until} isAlert={isTooLate} />
      )}
      {isPossible && problem !== null ? (
        <p role="alert" tabIndex={-1} autoFocus className="mt-4 font-semibold text-rose">
          {problem}
        </p>
      ) : null}
      {isPossible && move ? <Move link={link} move={move} /> : null}
      {isPossible && !move && isConfirmingCancel ? <Cancel link={link} /> : null}
      {isPossible && !move && !isConfirmingCancel ? (
        <div className="mt-5 flex flex-wrap gap-3 max-sm:flex-col">
          <Link to="?move=1#change" preventScrollReset className={buttonClass('outline')}>
            Move to another time
          </Link>
          <Link to="?cancel=1#change" preventScrollReset className={buttonClass('quiet')}>
            Cancel dinner
          </Link>
        </div>
      ) : null}
    </section>
  )
}

function ByPhone({ until, isAlert }: { readonly until: string; readonly isAlert: boolean }) {
  const { venue } = useRootData()
  return (
    <p role={isAlert ? 'alert' : undefined} className="mt-3 text-sand">
      Online changes closed on {until}, {countText(venue.diningCancelHours, 'hour')} before your dinner.
      Please call us, and we will do our best:{' '}
      <a href={`tel:${venue.phone}`} className="whitespace-nowrap text-brass underline underline-offset-4">
        {formatPhone(venue.phone)}
      </a>
    </p>
  )
}

const FORM = 'move'

function Move({ link, move }: { readonly link: string; readonly move: MoveChoice }) {
  const times = useServiceDay(move.serviceDay, `${link}/times`)
  const { serviceDay, wanted, state } = times
  const [time, setTime] = useState('')
  const isLost = time !== '' && !serviceDay.times.some((it) => it.time === time && canChooseTime(it))
  return (
    <div className="mt-5 flex flex-col gap-6 border-t border-bark pt-5">
      <DinnerChoice
        form={FORM}
        days={move.days}
        {...wanted}
        problems={{}}
        onChange={times.want}
        action={`${link}#change`}
        keep={{ move: '1' }}
        isPartyFixed
      />
      <SentOnce action={`${link}?move=1&date=${wanted.date}`}>
        {(isSending) => (
          <>
            <input type="hidden" name="date" value={wanted.date} />
            <div aria-busy={state === 'loading'} className={state === 'loading' ? 'opacity-60' : ''}>
              {state === 'failed' ? (
                <p role="alert" className="flex flex-wrap items-center gap-4">
                  We could not load the times for this day.
                  <Button look="outline" onClick={times.readAgain}>
                    Try again
                  </Button>
                </p>
              ) : (
                <DinnerTimes
                  form={FORM}
                  legend={`Time on ${formatDate(serviceDay.date)}`}
                  times={serviceDay.times}
                  chosen={isLost ? '' : time}
                  onChoose={setTime}
                  problem={undefined}
                />
              )}
              <p role="status" className={isLost ? 'mt-3 font-semibold text-rose' : 'sr-only'}>
                {isLost ? lostText(serviceDay, time) : ''}
              </p>
            </div>
            <div className="flex flex-wrap gap-3 max-sm:flex-col">
              <Button type="submit" name={INTENT_FIELD} value="move" aria-busy={isSending}>
                {isSending ? <Spinner /> : null}
                Move my dinner
              </Button>
              <Link to={link} preventScrollReset className={buttonClass('quiet')}>
                Keep my time
              </Link>
            </div>
          </>
        )}
      </SentOnce>
    </div>
  )
}

const Cancel = ({ link }: { readonly link: string }) => (
  <div className="mt-5 border-t border-bark pt-5">
    <h3 className="text-xl">Cancel your dinner?</h3>
    <p className="mt-2 text-sand">
      You owe nothing. We will offer the table to other guests at once. This cannot be undone.
    </p>
    <SentOnce action={link}>
      {(isSending) => (
        <div className="mt-5 flex flex-wrap gap-3 max-sm:flex-col">
          <Button type="submit" name={INTENT_FIELD} value="cancel" aria-busy={isSending}>
            {isSending ? <Spinner /> : null}
            Cancel my dinner
          </Button>
          <Link to={link} preventScrollReset className={buttonClass('quiet')}>
            Keep my dinner
          </Link>
        </div>
      )}
    </SentOnce>
  </div>
)

type SentOnceProps = {
  readonly action: string
  readonly children: (isSending: boolean) => React.ReactNode
}

/** A native form that ignores repeated submits. */
function SentOnce({ action, children }: SentOnceProps) {
  const [isSending, setSending] = useState(false)
  return (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        if (isSending) event.preventDefault()
        setSending(true)
      }}
      className="flex flex-col gap-6"
    >
      {children(isSending)}
    </form>
  )
}
