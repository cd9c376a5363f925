import { Link } from 'react-router'
import { buttonClass, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { DinnerChange } from './my-dinner-change.tsx'
import type { MyDinnerShown } from './my-dinner-requests.ts'
import { useFocusWhenChanged } from './use-focus-when-changed.ts'

type Props = {
  readonly shown: MyDinnerShown
  /** Why it was not moved or cancelled. */
  readonly problem: string | null
}

/** A dinner, as its guest sees it. */
export function MyDinner({ shown, problem }: Props) {
  const heading = useFocusWhenChanged(`${shown.state} ${shown.date} ${shown.time}`)
  const isAhead = shown.state === 'coming' || shown.state === 'late'
  return (
    <>
      <header className="mb-8">
        <h1 id="status" ref={heading} tabIndex={-1} className="scroll-mt-28 text-title outline-none">
          {shown.title}
        </h1>
        {shown.isJustMoved && isAhead ? (
          <p role="status" className="mt-3 flex items-center gap-2 text-lg text-teal-light">
            <Icon name="check" />
            Your dinner has moved to {shown.date}, {shown.time}.
          </p>
        ) : null}
        {shown.told.map((sentence) => (
          <p key={sentence} className="mt-3 max-w-prose text-lg text-sand">
            {sentence}
          </p>
        ))}
      </header>
      <DinnerSlip shown={shown} />
      <div className="no-print mt-8 flex flex-wrap gap-3 max-sm:flex-col">
        {isAhead ? null : <ButtonLink to="/reservations?service=dining">Reserve another dinner</ButtonLink>}
        {shown.hasCalendar ? (
          <a href={`${shown.link}/calendar.ics`} download className={buttonClass('outline')}>
            <Icon name="calendar" />
            {shown.state === 'cancelled' ? 'Take it out of your calendar' : 'Add to Calendar'}
          </a>
        ) : null}
      </div>
      {shown.change ? <DinnerChange shown={shown} change={shown.change} problem={problem} /> : null}
      {isAhead ? (
        <p className="no-print mt-8 text-sand">
          Planning something larger?{' '}
          <Link to="/plan-event" className="text-brass underline underline-offset-4">
            Plan a private event
          </Link>
        </p>
      ) : null}
    </>
  )
}

const DinnerSlip = ({ shown }: { readonly shown: MyDinnerShown }) => (
  <article className="slip overflow-hidden rounded-card border border-bark bg-ember">
    <div className="zellige-strip" aria-hidden="true" />
    <div className="flex flex-col gap-7 p-5 sm:p-8">
      <header>
        <h2
          className={`flex items-center gap-2 font-sans text-sm font-semibold ${shown.isGood ? 'text-teal-light' : 'text-rose'}`}
        >
          <Icon name={shown.isGood ? 'check' : 'close'} />
          {shown.status}
        </h2>
        <p className="mt-2 font-display text-title leading-tight text-balance">{shown.date}</p>
        <p className="mt-2 font-display text-xl text-brass italic">{shown.time}</p>
      </header>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-5 border-t border-dashed border-clay pt-7 xs:grid-cols-2">
        {shown.facts.map(([term, text]) => (
          <div key={term}>
            <dt className="text-sm text-dune">{term}</dt>
            <dd className="leading-snug font-semibold wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      {shown.specialRequests ? (
        <section aria-labelledby="special-requests">
          <h3 id="special-requests" className="text-xl">
            Special Requests
          </h3>
          <p className="mt-2 wrap-anywhere whitespace-pre-line text-sand">{shown.specialRequests}</p>
        </section>
      ) : null}
      {shown.points.length > 0 ? (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sand marker:text-brass">
          {shown.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      ) : null}
    </div>
  </article>
)
