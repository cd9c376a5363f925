import { describeTable, tablesByZone } from '../rules.ts'
import type { ChartTable } from '../schema.ts'
import { Icon } from '#ui/icon.tsx'
import { StateMark } from './chart-legend.tsx'

/** The same tables in words, for whoever would rather read than look. */
export const TableList = ({ tables }: { tables: readonly ChartTable[] }) => (
  <details className="group rounded-card border border-bark bg-ember">
    <summary className="flex min-h-12 items-center gap-3 rounded-card px-5 font-semibold text-cream hover:text-brass [&::-webkit-details-marker]:hidden">
      <Icon name="list" className="size-5 text-brass" />
      Choose from a list
      <Icon name="right" className="ml-auto size-5 transition-transform group-open:rotate-90" />
    </summary>
    <div className="grid gap-6 border-t border-bark p-5 lg:grid-cols-3">
      {tablesByZone(tables).map(({ zone, tables: inZone }) => (
        <section key={zone} aria-label={zone}>
          <h3 className="mb-2 text-lg text-brass">{zone}</h3>
          <ul className="divide-y divide-bark text-sm">
            {inZone.map((table) => (
              <li
                key={table.id}
                className={`flex min-h-11 items-center gap-3 py-2 ${table.state === 'available' ? 'text-cream' : 'text-dune'}`}
              >
                <StateMark state={table.state} />
                {describeTable(table)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  </details>
)
