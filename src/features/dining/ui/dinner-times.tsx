import { formatClock } from '#lib/venue-time.ts'
import { AlertMark } from '#ui/forms/alert-mark.tsx'
import { Icon } from '#ui/icon.tsx'
import { canChooseTime } from '../rules.ts'
import { notOfferedText, shortStayText, STATE_LABELS } from '../texts/rules.ts'
import type { DinnerTime, TimeState } from '../schema.ts'

type Props = {
  /** Prefix of the ids of the form's fields. */
  readonly form: string
  readonly legend: string
  readonly times: readonly DinnerTime[]
  readonly chosen: string
  readonly onChoose: (time: string) => void
  readonly problem: string | undefined
}

const TONES: Record<TimeState, string> = {
  free: 'text-teal-light',
  nearly_full: 'text-brass',
  full: 'text-dune',
  request: 'text-sand',
  late: 'text-dune',
  short: 'text-dune',
}

/** Start times as native radio buttons, each with its state as text. Arrow keys skip disabled ones. */
export const DinnerTimes = ({ form, legend, times, chosen, onChoose, problem }: Props) => (
  <fieldset aria-describedby={problem ? `${form}-time-problem` : undefined}>
    <legend className="font-semibold text-cream">{legend}</legend>
    {problem ? (
      <p
        id={`${form}-time-problem`}
        className="mt-1.5 flex items-start gap-1.5 text-sm font-semibold text-rose"
      >
        <AlertMark className="mt-0.5 size-4" />
        {problem}
      </p>
    ) : null}
    <div className="mt-2 grid grid-cols-2 gap-2.5 min-[22rem]:grid-cols-3 sm:grid-cols-4">
      {times.map((it) => (
        <Time
          key={it.time}
          it={it}
          // The error summary links to this id: the first time that can be chosen.
          id={it === times.find(canChooseTime) ? `${form}-time` : undefined}
          isChosen={it.time === chosen}
          onChoose={onChoose}
        />
      ))}
    </div>
    <ShortStayNote times={times} chosen={chosen} />
    <NotOfferedNote times={times} />
  </fieldset>
)

/** Announces a shortened stay as soon as its time is chosen, before the form is sent. */
function ShortStayNote({ times, chosen }: Pick<Props, 'times' | 'chosen'>) {
  const short = times.find((it) => it.time === chosen)?.until
  return (
    <p role="status" className={short ? 'mt-3 text-brass' : 'sr-only'}>
      {short ? shortStayText(short) : ''}
    </p>
  )
}

/** Why times are not offered: the event that begins too soon after them. */
function NotOfferedNote({ times }: Pick<Props, 'times'>) {
  const stay = times.find(({ state }) => state === 'short')?.until
  return stay ? <p className="mt-3 text-sm text-sand">{notOfferedText(stay)}</p> : null
}

type TimeProps = {
  readonly it: DinnerTime
  readonly id: string | undefined
  readonly isChosen: boolean
  readonly onChoose: (time: string) => void
}

const Time = ({ it: { time, state, until }, id, isChosen, onChoose }: TimeProps) => {
  const isOpen = canChooseTime({ state })
  return (
    <label
      className={`relative flex min-h-16 flex-col items-center justify-center rounded-xl border px-1 py-2 text-center transition-colors has-checked:border-brass has-checked:bg-brass has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-brass forced-colors:has-checked:outline-3 ${
        isOpen
          ? 'group cursor-pointer border-dune/60 bg-cocoa hover:border-brass'
          : 'cursor-not-allowed border-dashed border-bark bg-night/40'
      }`}
    >
      <input
        id={id}
        type="radio"
        name="time"
        value={time}
        checked={isChosen}
        disabled={!isOpen}
        onChange={() => onChoose(time)}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-xl outline-none"
      />
      <span
        className={`flex items-center gap-1 font-semibold whitespace-nowrap group-has-checked:text-night ${isOpen ? 'text-cream' : 'text-dune line-through decoration-dune/70'}`}
      >
        <Icon name="check" className="hidden size-4 stroke-3 group-has-checked:block" />
        {formatClock(time)}
      </span>
      <span className={`text-sm group-has-checked:text-night ${TONES[state]}`}>{STATE_LABELS[state]}</span>
      {until && isOpen ? (
        <span className="text-sm text-sand group-has-checked:text-night">
          until {formatClock(until.time)}
        </span>
      ) : null}
    </label>
  )
}
