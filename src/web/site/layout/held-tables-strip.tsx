import { HeldStrip } from '#features/holds/ui/held-strip.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Island } from '../islands/island.tsx'
import type { HeldLine } from './held-lines.ts'

/**
 * The tables that this browser holds, on every page until they are paid for or released. The island wakes only if there are any
 * that scripts held. `held` are those of plain forms: first bookings without JavaScript, the table that a dinner keeps for the
 * night, and that of a change.
 */
export const HeldTablesStrip = ({ held }: { readonly held: readonly HeldLine[] }) => (
  <div className="held-strip no-print">
    <Island name="held-strip" component={HeldStrip} wakes="held" props={{}} />
    <Lines held={held.filter((it) => !it.isForNoScript)} />
    {held.some((it) => it.isForNoScript) ? (
      <noscript>
        <Lines held={held.filter((it) => it.isForNoScript)} />
      </noscript>
    ) : null}
  </div>
)

const Lines = ({ held }: { readonly held: readonly HeldLine[] }) =>
  held.map(({ tableNumber, until, path }) => (
    <section
      key={`${path} ${tableNumber}`}
      aria-label={`Table ${tableNumber}`}
      className="border-t border-brass/50"
    >
      <p className="wrap flex min-h-14 items-center justify-between gap-x-4 leading-snug">
        <span>
          Table {tableNumber} is held for you until {until}.
        </span>
        <a href={path} className={buttonClass('solid', 'shrink-0 px-4')}>
          Continue
        </a>
      </p>
    </section>
  ))
