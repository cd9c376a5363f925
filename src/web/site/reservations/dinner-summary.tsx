import { EntryCode } from '#features/reservations/ui/entry-code.tsx'
import { Icon } from '#ui/icon.tsx'
import type { DinnerShown } from '../my-reservation/my-dinner-copy.ts'

/** Summary of a dinner reservation, for screen and print. */
export const DinnerSummary = ({ shown }: { readonly shown: DinnerShown }) => (
  <article className="printable overflow-hidden rounded-card border border-bark bg-ember">
    <div className="zellige-strip" aria-hidden="true" />
    <div className="flex flex-col gap-7 p-5 sm:p-8">
      <div className="flex flex-col gap-7 md:flex-row md:justify-between print:flex-row print:justify-between">
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
        {shown.entry ? <EntryCode {...shown.entry} /> : null}
      </div>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-5 border-t border-dashed border-clay pt-7 xs:grid-cols-2">
        {shown.facts.map(([term, text]) => (
          <div key={term}>
            <dt className="text-sm text-dune">{term}</dt>
            <dd className="leading-snug font-semibold text-balance wrap-anywhere">{text}</dd>
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
