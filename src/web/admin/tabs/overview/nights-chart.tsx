import type { NightFigures } from '#features/dashboard/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { formatDate } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import { BarChart } from './bar-chart.tsx'

const MEASURES = [
  { key: 'covers', label: 'Covers booked', of: (it: NightFigures) => it.covers, format: String },
  { key: 'tables', label: 'Tables sold', of: (it: NightFigures) => it.tablesSold, format: String },
  {
    key: 'money',
    label: 'Money for the night of',
    of: (it: NightFigures) => it.moneyCents ?? 0,
    format: formatUsd,
  },
] as const

/** Covers booked, tables sold and revenue of the last thirty nights. */
export function NightsChart({ nights }: { nights: readonly NightFigures[] }) {
  const { search, set } = useUrlFilter()
  const seesMoney = nights.some(({ moneyCents }) => moneyCents !== null)
  const measures = MEASURES.filter(({ key }) => seesMoney || key !== 'money')
  const shown = measures.find(({ key }) => key === search.get('chart')) ?? MEASURES[0]
  const show = (key: string): void => set('chart', key)
  return (
    <Panel className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-xl">The last 30 nights</h3>
        <div role="group" aria-label="What the chart shows" className="flex flex-wrap gap-1">
          {measures.map(({ key, label }) => (
            <Button
              key={key}
              look={key === shown.key ? 'solid' : 'outline'}
              aria-pressed={key === shown.key}
              className="px-3 text-sm"
              onClick={() => show(key)}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <BarChart
        title={`${shown.label}, night by night`}
        head={['Night', ...measures.map(({ label }) => label)]}
        format={shown.format}
        bars={nights.map((night) => ({
          key: night.date,
          label: formatDate(night.date, 'medium'),
          value: shown.of(night),
          cells: [formatDate(night.date, 'medium'), ...measures.map(({ of, format }) => format(of(night)))],
        }))}
      />
    </Panel>
  )
}
