import { useState } from 'react'
import { largePartyText } from '#features/dining/changes/rules.ts'
import { canChooseTime, isSameParty, MAX_GUESTS } from '#features/dining/rules.ts'
import { lostText } from '#features/dining/texts/rules.ts'
import { DinnerChoice } from '#features/dining/ui/dinner-choice.tsx'
import { DinnerTimes } from '#features/dining/ui/dinner-times.tsx'
import { useServiceDay } from '#features/dining/ui/use-evening.ts'
import { INTENT_FIELD, SEEN_FIELD } from '#lib/forms/hidden-fields.ts'
import { countText } from '#lib/text/count.ts'
import { formatDate } from '#lib/venue-time.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { DefaultButton } from '#ui/forms/send-button.tsx'
import type { MoveChoice } from './my-dinner-data.ts'

const FORM = 'move'
const MOVE = { name: INTENT_FIELD, value: 'move' }

/** Party sizes to choose from. Staff may have booked a larger party than guests can. */
const sizesUpTo = (most: number) => ({
  label: 'Party size',
  options: Array.from({ length: most }, (_, i) => ({
    value: String(i + 1),
    label: countText(i + 1, 'guest'),
  })),
})

/** Chooses another party size, day and time for a dinner. */
export function DinnerMove({ link, move }: { readonly link: string; readonly move: MoveChoice }) {
  const times = useServiceDay(move.serviceDay, `${link}/times`)
  const { serviceDay, wanted, state } = times
  const [time, setTime] = useState('')
  const isFirst = isSameParty(wanted, move.serviceDay)
  const isTooLarge = wanted.guests > move.largest
  const isLost = time !== '' && !serviceDay.times.some((it) => it.time === time && canChooseTime(it))
  return (
    <form
      method="post"
      action={`${link}?move=1&date=${wanted.date}&guests=${wanted.guests}`}
      data-once
      className="relative mt-5 flex flex-col gap-6 border-t border-bark pt-5"
    >
      {isTooLarge ? null : <DefaultButton {...MOVE} />}
      <input type="hidden" name={SEEN_FIELD} value={move.seen} />
      <DinnerChoice
        form={FORM}
        fields={{
          guests: sizesUpTo(Math.max(MAX_GUESTS, move.serviceDay.guests)),
          date: { label: 'Date' },
        }}
        days={move.days}
        {...wanted}
        serviceDay={serviceDay}
        problems={
          move.problem === null || wanted.guests !== move.serviceDay.guests ? {} : { guests: move.problem }
        }
        onChange={times.want}
      />
      {isTooLarge ? (
        <p role="alert" className="font-semibold text-rose">
          {largePartyText(wanted.guests, move.phone)}
        </p>
      ) : null}
      <div
        hidden={isTooLarge}
        aria-busy={state === 'loading'}
        className={state === 'loading' ? 'opacity-60' : ''}
      >
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
            problem={isFirst && time === '' ? (move.timeProblem ?? undefined) : undefined}
          />
        )}
        <p role="status" className={isLost ? 'mt-3 font-semibold text-rose' : 'sr-only'}>
          {isLost ? lostText(serviceDay, time) : ''}
        </p>
      </div>
      {move.night === null || wanted.date === move.night.date ? null : (
        <p className="font-semibold">{move.night.staysText}</p>
      )}
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        {isTooLarge ? null : (
          <Button type="submit" {...MOVE}>
            Change my dinner
          </Button>
        )}
        <a href={link} className={buttonClass('quiet')}>
          Keep it as it is
        </a>
      </div>
    </form>
  )
}
