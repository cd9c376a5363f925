import { Link } from 'react-router'
import type { Arrivals, Overview } from '#features/dashboard/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { formatDate, clockAt } from '#lib/venue-time.ts'
import { buttonClass } from '#ui/button.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { ArrivalsNow } from './arrivals-now.tsx'
import { BarChart } from './bar-chart.tsx'

const HALF_HOUR_MS = 30 * 60_000
const FEWEST_SHOWN = 12

/** Half hours from the first arrival to the last, empty ones included; at least twelve. */
function everyHalfHour(arrivals: readonly Arrivals[]): Arrivals[] {
  const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)].map((it) => Date.parse(it?.at ?? ''))
  const count = Math.max(FEWEST_SHOWN, (last - first) / HALF_HOUR_MS + 1)
  return Array.from({ length: count }, (_, i) => {
    const at = new Date(first + i * HALF_HOUR_MS).toISOString()
    return arrivals.find((it) => it.at === at) ?? { at, guests: 0, parties: 0 }
  })
}

/** Figures of tonight: covers booked, tables sold, revenue, and expected guests by half hour. */
export const Tonight = ({ tonight }: { tonight: Overview['tonight'] }) => (
  <Panel className="flex flex-col gap-4">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="text-xl">
        Tonight <span className="text-base text-sand">{formatDate(tonight.date, 'medium')}</span>
      </h3>
      <Link to="/admin/tonight" className={buttonClass('outline')}>
        Open tonight
      </Link>
    </div>
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
      <Figure label="Covers booked" value={String(tonight.covers)} />
      <Figure label="Tables sold" value={`${tonight.tablesSold} of ${tonight.tablesToSell}`} />
      {tonight.moneyCents === null ? null : (
        <Figure
          label={`Money for the night of ${formatDate(tonight.date, 'short')}`}
          value={formatUsd(tonight.moneyCents)}
        />
      )}
    </dl>
    <ArrivalsNow />
    {tonight.arrivals.length === 0 ? (
      <p className="text-dune">No parties are expected yet.</p>
    ) : (
      <BarChart
        title="Expected by half hour"
        head={['Time', 'Guests', 'Parties']}
        bars={everyHalfHour(tonight.arrivals).map(({ at, guests, parties }) => ({
          key: at,
          label: clockAt(at),
          value: guests,
          cells: [clockAt(at), String(guests), String(parties)],
        }))}
      />
    )}
  </Panel>
)

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-sm text-sand">{label}</dt>
    <dd className="font-display text-2xl tabular-nums">{value}</dd>
  </div>
)
