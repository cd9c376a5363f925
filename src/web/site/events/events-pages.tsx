import type { EventFilter } from '#features/events/schema.ts'
import { Icon } from '#ui/icon.tsx'
import { listAddress } from './events-address.ts'

type Props = { readonly filter: EventFilter; readonly page: number; readonly pages: number }

const BUTTON =
  'inline-flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-xl border border-clay px-3 font-semibold text-sand'
const LIVE = 'transition-colors hover:border-brass hover:text-cream'
const AROUND = 1

/** Page numbers to show: the first, the last and the neighbors of the current page. Null marks a gap. */
function shownPages(page: number, pages: number): (number | null)[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (it) => it === 1 || it === pages || Math.abs(it - page) <= AROUND,
  )
  return near.flatMap((it, index) => (index > 0 && it - (near[index - 1] ?? it) > 1 ? [null, it] : [it]))
}

/** Pagination of the event list. Links lead to the top of the list, not of the page. */
export function EventPages({ filter, page, pages }: Props) {
  if (pages < 2) return null
  const at = (wanted: number) => listAddress(filter, wanted)
  return (
    <nav aria-label="Pages of events" className="mt-10 flex flex-wrap items-center justify-center gap-2">
      <Step to={page > 1 ? at(page - 1) : null}>
        <Icon name="left" className="size-4" />
        Previous
      </Step>
      {shownPages(page, pages).map((it, index) =>
        it === null ? (
          <span key={`gap ${String(index)}`} className="px-1 text-dune">
            …
          </span>
        ) : (
          <a
            key={it}
            href={at(it)}
            aria-label={`Page ${it}`}
            aria-current={it === page ? 'page' : undefined}
            className={`${BUTTON} ${LIVE} aria-[current=page]:border-brass aria-[current=page]:bg-brass aria-[current=page]:text-night`}
          >
            {it}
          </a>
        ),
      )}
      <Step to={page < pages ? at(page + 1) : null}>
        Next
        <Icon name="right" className="size-4" />
      </Step>
    </nav>
  )
}

const Step = ({ to, children }: { to: string | null; children: React.ReactNode }) =>
  to ? (
    <a href={to} className={`${BUTTON} ${LIVE}`}>
      {children}
    </a>
  ) : (
    <span aria-disabled="true" className={`${BUTTON} border-bark text-dune/60`}>
      {children}
    </span>
  )
