import type { Overview } from '#features/overview/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { formatClock, formatDate, wallClock } from '#lib/venue-time.ts'
import { Panel } from '#ui/desk/panel.tsx'
import { BarChart } from './bar-chart.tsx'

const clockOf = (at: string): string => formatClock(wallClock(new Date(at)).time)

/** The night at hand: how many come and when, what is sold, what was taken for it. */
export const Tonight = ({ tonight }: { tonight: Overview['tonight'] }) => (
  <Panel className="flex flex-col gap-4">
    <h3 className="text-xl">
      Tonight <span className="text-base text-sand">{formatDate(tonight.date, 'medium')}</span>
    </h3>
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
      <Figure label="Covers" value={String(tonight.covers)} />
      <Figure label="Tables sold" value={`${tonight.tablesSold} of ${tonight.tablesToSell}`} />
      {tonight.moneyCents === null ? null : (
        <Figure label="Money taken" value={formatUsd(tonight.moneyCents)} />
      )}
    </dl>
    {tonight.arrivals.length === 0 ? (
      <p className="text-dune">Nobody is expected yet.</p>
    ) : (
      <BarChart
        title="Arrivals by half hour"
        head={['Time', 'Guests', 'Parties']}
        bars={tonight.arrivals.map(({ at, guests, parties }) => ({
          key: at,
          label: clockOf(at),
          value: guests,
          cells: [clockOf(at), String(guests), String(parties)],
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
