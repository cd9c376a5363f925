import { useEffect, useRef, useState } from 'react'
import { monthOf } from '#lib/calendar-month.ts'
import { countText } from '#lib/text/count.ts'
import { formatClock, formatDate } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { FormFields, TextsBox } from '#ui/forms/form-fields.tsx'
import { FormSeal } from '#ui/forms/form-seal.tsx'
import { DefaultButton, SendButton } from '#ui/forms/send-button.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import type { FormAnswer } from '#ui/forms/use-sending.ts'
import { isForNewTab } from '#ui/is-for-new-tab.ts'
import type { DiningMonth } from '../calendar/schema.ts'
import { isLostTime, isSameParty, waitingFormPath } from '../rules.ts'
import { lostText } from '../texts/rules.ts'
import { DINING_FORM, type DiningField, type NextTime, type ServiceDay } from '../schema.ts'
import { DINING_SCREEN, DINING_TIMES, diningPath } from './dining-path.ts'
import { DinnerCalendar } from './dinner-calendar.tsx'
import { type DayOption, DinnerChoice } from './dinner-choice.tsx'
import { DinnerTimes } from './dinner-times.tsx'
import { useServiceDay } from './use-evening.ts'
import { useDiningMonth } from './use-month.ts'

/** Booking terms from the venue's settings, shown beside the form. */
export type DinnerTerms = {
  readonly largePartySize: number
  readonly largePartyNoticeHours: number
  readonly graceMinutes: number
  readonly cancelHours: number
}

type Props = {
  readonly formToken: string
  readonly days: readonly DayOption[]
  readonly serviceDay: ServiceDay
  /** Explains why another date is shown than the URL asks for; null where it is the same. */
  readonly notice: string | null
  readonly calendar: DiningMonth
  /** Values that the form begins with: the start time that the URL names, or what was typed before other times were shown. */
  readonly known: { readonly [Name in DiningField]?: string }
  readonly terms: DinnerTerms
  readonly answer: FormAnswer<DiningField> | null
}

const { descriptors: of } = DINING_FORM
const FAILURE = { title: 'Error', text: 'Failed to submit reservation. Please try again.' }

/** Dinner form: party size and date, start time, contact fields. */
export function DinnerForm({ formToken, days, notice, terms, answer, ...first }: Props) {
  const times = useServiceDay(first.serviceDay, DINING_TIMES)
  const month = useDiningMonth(first.calendar)
  const { serviceDay, wanted } = times
  const it = useForm({ plan: DINING_FORM, answer, failure: FAILURE, known: first.known })
  const [time, setTime] = useState(it.typed.time)
  const problems = it.refusal?.problems ?? {}
  useReloadAfterRefusal(it.refusal, times.readAgain)

  const want = (next: { date: string; guests: number }): void => {
    times.want(next)
    month.want({ month: monthOf(next.date), guests: next.guests })
    // The URL holds date and party size, so that it can be shared and survives a reload.
    window.history.replaceState(window.history.state, '', diningPath(next))
  }
  const isLarge = wanted.guests >= terms.largePartySize
  return (
    <div className="relative mt-6 flex flex-col gap-6">
      {it.refusal ? (
        <ErrorSummary refusal={it.refusal} form={DINING_FORM.name} fields={DINING_FORM.fields} />
      ) : null}
      {notice ? <p className="rounded-xl border border-bark bg-cocoa px-4 py-3 text-sand">{notice}</p> : null}
      <form
        method="post"
        action={`${DINING_SCREEN}?service=dining`}
        noValidate
        onSubmit={(submission) => {
          it.onSubmit(submission)
          // The server refuses a time of the former day, which the new times then do not show as chosen.
          if (!isSameParty(serviceDay, wanted)) setTime('')
        }}
        aria-label="Reserve your dinner"
        className="flex flex-col gap-6"
      >
        <DefaultButton />
        <DinnerChoice
          form={DINING_FORM.name}
          fields={of}
          days={days}
          {...wanted}
          serviceDay={serviceDay}
          problems={problems}
          onChange={want}
        />
        <DinnerCalendar
          month={month.shown}
          serviceDay={serviceDay}
          chosen={wanted.date}
          isFailed={month.isFailed}
          onChoose={(date) => want({ ...wanted, date })}
          onTurn={(shown) => month.want({ month: shown })}
          onReadAgain={month.readAgain}
        />
        <p role="status" className={isLarge ? 'text-sand' : 'sr-only'}>
          {isLarge ? largePartyText(terms) : ''}
        </p>
        <TimesOfDay
          times={times}
          time={time}
          onChoose={setTime}
          problem={problems.time}
          onNext={(next) => {
            want({ ...wanted, date: next.date })
            setTime(next.time)
          }}
        />
        <div className="grid grid-cols-1 items-end gap-x-5 gap-y-5 sm:grid-cols-2">
          <FormFields
            form={DINING_FORM.name}
            fields={[of.name, of.email, of.phone, of.requests]}
            typed={it.typed}
            problems={problems}
          />
          <TextsBox isTicked={it.typed.texts === 'on'} />
        </div>
        <FormSeal formToken={it.formToken ?? formToken} />
        <p className="text-sm text-sand">{termsText(terms)}</p>
        <SendButton isSending={it.isSending} label={isLarge ? 'Send Request' : 'Reserve Table'} />
      </form>
      <FullTimes serviceDay={serviceDay} />
    </div>
  )
}

type TimesProps = {
  readonly times: ReturnType<typeof useServiceDay>
  readonly time: string
  readonly onChoose: (time: string) => void
  readonly problem: string | undefined
  readonly onNext: (next: NextTime) => void
}

/** Start times of the chosen date, and what is offered where the chosen one is gone. */
function TimesOfDay({
  times: { serviceDay, wanted, state, readAgain },
  time,
  onChoose,
  problem,
  onNext,
}: TimesProps) {
  const isLost = isLostTime(serviceDay, { ...wanted, time })
  return (
    <div aria-busy={state === 'loading'} className={state === 'loading' ? 'opacity-60' : ''}>
      {state === 'failed' ? (
        <div role="alert" className="flex flex-wrap items-center gap-4 rounded-xl border border-rose p-4">
          <p>The times of this day could not be loaded.</p>
          <Button look="outline" onClick={readAgain}>
            Try again
          </Button>
        </div>
      ) : (
        <DinnerTimes
          form={DINING_FORM.name}
          legend={`Time on ${formatDate(serviceDay.date)}`}
          times={serviceDay.times}
          chosen={isLost ? '' : time}
          onChoose={onChoose}
          problem={isLost ? undefined : problem}
        />
      )}
      <p role="status" className={isLost ? 'mt-3 font-semibold text-rose' : 'sr-only'}>
        {isLost ? lostText(serviceDay, time) : ''}
      </p>
      <NextFree serviceDay={serviceDay} onChoose={onNext} />
    </div>
  )
}

type NextProps = { readonly serviceDay: ServiceDay; readonly onChoose: (next: NextTime) => void }

/** A date without a free time names the next one that has, or an earlier one. */
function NextFree({ serviceDay: { date, guests, next }, onChoose }: NextProps) {
  if (next === undefined) return null
  return (
    <p role="status" className="mt-3 text-sand">
      No time is left on {formatDate(date, 'medium')} for {countText(guests, 'guest')}.{' '}
      {next ? (
        <>
          {next.date > date ? 'The next free time is' : 'No later day has one. The first free time is'}{' '}
          <a
            // The error summary leads here where no time of the day can be chosen.
            id={`${DINING_FORM.name}-time`}
            href={diningPath({ ...next, guests })}
            onClick={(event) => {
              if (isForNewTab(event)) return
              event.preventDefault()
              onChoose(next)
            }}
            className="inline-flex min-h-11 items-center font-semibold text-brass underline underline-offset-4"
          >
            {formatDate(next.date, 'medium')}, {formatClock(next.time)}
          </a>
        </>
      ) : (
        'No other day in the calendar has one either. Please call us.'
      )}
    </p>
  )
}

/** Links to the waiting lists of the times that are full. */
function FullTimes({ serviceDay: { date, guests, times } }: { serviceDay: ServiceDay }) {
  const full = times.filter(({ state }) => state === 'full')
  if (full.length === 0) return null
  return (
    <nav aria-label="Waiting lists" className="flex flex-wrap items-center gap-x-4 text-sand">
      Is your time full? Join the waiting list for
      {full.map(({ time }) => (
        <a
          key={time}
          href={waitingFormPath({ date, time, guests })}
          className="inline-flex min-h-11 items-center font-semibold text-brass underline underline-offset-4"
        >
          {formatClock(time)}
        </a>
      ))}
    </nav>
  )
}

/** Reloads the times after a refusal, because the shown ones are out of date. */
function useReloadAfterRefusal(refusal: object | null, reload: () => void): void {
  const last = useRef(refusal)
  useEffect(() => {
    if (refusal && last.current !== refusal) reload()
    last.current = refusal
  })
}

const largePartyText = ({ largePartySize, largePartyNoticeHours }: DinnerTerms): string =>
  `For parties of ${largePartySize} or more, send us a request at least ${countText(largePartyNoticeHours, 'hour')} ahead, and we will plan it with you.`

const termsText = ({ graceMinutes, cancelHours }: DinnerTerms): string =>
  `We hold your table for ${graceMinutes} minutes after the booked time. You can move or cancel with the link in our email until ${countText(cancelHours, 'hour')} before your dinner.`
