import type { ReactNode } from 'react'
import { type TableNow, TABLE_STANDINGS } from '#features/reservation-management/floor/schema.ts'
import { STANDING_LABELS } from './floor-copy.ts'
import { StandingMark } from './standing-mark.tsx'

type CountsProps = { readonly tables: readonly TableNow[]; readonly children?: ReactNode }

/** Number of tables in each state, which is the legend of the plan as well, and what follows them. */
export const StandingCounts = ({ tables, children }: CountsProps) => (
  <ul aria-label="Tables by state" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
    {TABLE_STANDINGS.map((standing) => ({
      standing,
      count: tables.filter((it) => it.standing === standing).length,
    }))
      .filter(({ count }) => count > 0)
      .map(({ standing, count }) => (
        <li key={standing} className="flex items-center gap-1.5">
          <StandingMark standing={standing} />
          <span className="text-sand">{STANDING_LABELS[standing]}</span>
          <span className="font-semibold tabular-nums">{count}</span>
        </li>
      ))}
    {children}
  </ul>
)

const VIEWS = [
  { view: 'plan', label: 'Plan' },
  { view: 'list', label: 'List' },
] as const
export type View = (typeof VIEWS)[number]['view']

type ToggleProps = { readonly view: View; readonly onView: (view: View) => void }

export const ViewToggle = ({ view, onView }: ToggleProps) => (
  <div role="group" aria-label="View" className="flex">
    {VIEWS.map((it) => (
      <button
        key={it.view}
        type="button"
        aria-pressed={it.view === view}
        onClick={() => onView(it.view)}
        className="min-h-11 border border-clay px-4 font-semibold text-sand first:rounded-l-lg last:-ml-px last:rounded-r-lg aria-pressed:border-brass aria-pressed:bg-brass/20 aria-pressed:text-brass"
      >
        {it.label}
      </button>
    ))}
  </div>
)
