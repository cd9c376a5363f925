import type { HeldTableNotice } from '#features/holds/schema.ts'
import { HeldStrip } from '#features/holds/ui/held-strip.tsx'
import { formatClock, wallClock } from '#lib/venue-time.ts'
import { buttonClass } from '#ui/button.tsx'
import { Island } from '../islands/island.tsx'

/**
 * The tables that this browser holds, on every page until they are paid for or released. The island wakes only if there are
 * any. `held` are those that were held without JavaScript.
 */
export const HeldTablesStrip = ({ held }: { readonly held: readonly HeldTableNotice[] }) => (
  <>
    <Island name="held-strip" component={HeldStrip} wakes="held" props={{}} />
    {held.length > 0 ? (
      <noscript>
        <div className="held-strip no-print">
          {held.map((it) => (
            <HeldLine key={`${it.eventSlug} ${it.tableNumber}`} {...it} />
          ))}
        </div>
      </noscript>
    ) : null}
  </>
)

const HeldLine = ({ tableNumber, eventSlug, guestCount, heldUntil }: HeldTableNotice) => (
  <section aria-label={`Table ${tableNumber}`} className="border-t border-brass/50">
    <p className="wrap flex min-h-14 items-center justify-between gap-x-4 leading-snug">
      <span>
        Table {tableNumber} is held for you until {formatClock(wallClock(heldUntil).time)}.
      </span>
      <a
        href={`/events/${eventSlug}?view=reserve&table=${tableNumber}&guests=${guestCount}#book`}
        className={buttonClass('solid', 'shrink-0 px-4')}
      >
        Continue
      </a>
    </p>
  </section>
)
