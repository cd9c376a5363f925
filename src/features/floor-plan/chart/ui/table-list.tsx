import { describeTable, describeZone, tablesByZone } from '../rules.ts'
import { Icon } from '#ui/icon.tsx'
import type { FloorView } from './floor-view.ts'
import { StateMark } from './drawing/state-mark.tsx'
import type { TableRadios } from './use-table-radios.ts'

type Props = Pick<FloorView, 'tables' | 'partySize'> & { readonly radios: TableRadios }

/** The tables as a text list, an accessible alternative to the chart. A choice in either shows in both. */
export const TableList = ({ tables, partySize, radios }: Props) => (
  <details className="group rounded-card border border-bark bg-ember">
    <summary className="flex min-h-12 items-center gap-3 rounded-card px-5 font-semibold text-cream hover:text-brass [&::-webkit-details-marker]:hidden">
      <Icon name="list" className="size-5 text-brass" />
      Choose from a list
      <Icon name="right" className="ml-auto size-5 transition-transform group-open:rotate-90" />
    </summary>
    <div {...radios.group} className="grid gap-6 border-t border-bark p-5 lg:grid-cols-3">
      {tablesByZone(tables).map(({ zone, tables: inZone }) => (
        <div key={zone}>
          <h3 className="mb-2 text-lg text-brass">
            {zone}
            <span className="block font-sans text-sm font-normal text-sand">
              {describeZone(inZone, partySize)}
            </span>
          </h3>
          <div className="divide-y divide-bark text-sm">
            {inZone.map((table) => (
              <a
                key={table.id}
                {...radios.radioFor(table)}
                className="flex min-h-11 items-center gap-3 py-2 text-cream hover:text-brass aria-checked:font-semibold aria-checked:text-brass aria-disabled:text-dune"
              >
                <StateMark state={table.state} />
                {describeTable(table, partySize)}
              </a>
            ))}
          </div>
        </div>
      ))}
    </div>
  </details>
)
