import { ButtonLink } from '#ui/button.tsx'
import type { AlsoShown, EveningShown } from './evening-data.ts'
import { ALSO, ALSO_SEEN, alsoValue } from './intents.ts'

type Props = { readonly evening: EveningShown; readonly note?: string | null }

/** The other reservation of the evening: its time, table, code and money, and the link to its page. */
export const Evening = ({ evening: { text, facts, link, linkLabel }, note = null }: Props) => (
  <section
    id="evening"
    aria-labelledby="your-evening"
    className="mt-8 scroll-mt-24 rounded-card border border-brass/40 bg-ember p-5 sm:p-7"
  >
    <h2 id="your-evening" className="text-heading">
      Dinner and night
    </h2>
    <p className="mt-3 max-w-prose">{text}</p>
    {note === null ? null : <p className="mt-2 max-w-prose text-sand">{note}</p>}
    <dl className="mt-5 grid grid-cols-1 gap-x-6 gap-y-4 xs:grid-cols-2">
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt className="text-sm text-dune">{term}</dt>
          <dd className="leading-snug font-semibold text-balance wrap-anywhere">{fact}</dd>
        </div>
      ))}
    </dl>
    <ButtonLink href={link} look="outline" className="no-print mt-5">
      {linkLabel}
    </ButtonLink>
  </section>
)

/** Asks in the form of a cancellation whether the other reservation of the evening is cancelled, too. Its money comes first. */
export const AlsoCancel = ({ also }: { readonly also: AlsoShown | null }) =>
  also === null ? null : (
    <label className="flex w-full items-start gap-3">
      <input
        type="checkbox"
        name={ALSO}
        value={alsoValue(also)}
        className="mt-1 size-5 shrink-0 accent-brass"
      />
      <input type="hidden" name={ALSO_SEEN} value={also.seen} />
      <span>
        {`Also cancel ${also.about}. `}
        <span className="text-sand">{also.money}</span>
      </span>
    </label>
  )
