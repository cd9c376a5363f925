import type { ReactNode } from 'react'
import type { Comparison, NightReport, NightSummary, Share } from '#features/close-out/figures/schema.ts'
import type { AccountFigures } from '#features/payments/provider-account/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { clockAt, formatDate } from '#lib/venue-time.ts'
import { Panel } from '#ui/admin/panel.tsx'
import { BarChart } from '../overview/bar-chart.tsx'
import { ProviderAccount } from './provider-account.tsx'
import { everyQuarterHour } from './quarter-hours.ts'

type Props = {
  readonly report: NightReport
  /** The account at the provider as it was read last. */
  readonly account: AccountFigures
  readonly comparison: Comparison
}

/** The figures of a night, each beside the same weekday before. */
export const NightFigures = ({ report, account, comparison }: Props) => (
  <>
    <KeyFigures report={report} comparison={comparison} />
    <Panel>
      {report.arrivals.length === 0 ? (
        <p className="text-dune">No arrivals were recorded.</p>
      ) : (
        <Arrivals arrivals={report.arrivals} />
      )}
    </Panel>
    <div className="-mb-5 gap-5 md:columns-2 xl:columns-3">
      <MoneyOfNight report={report} />
      <MovedMoney report={report} />
      <ProviderAccount shown={report.account} now={account} />
      <Shares title="By method" shares={report.byMethod} />
      <Shares title="By zone" shares={report.byZone} />
      <Shares title="By package" shares={report.byPackage} />
      <Shares title="By table" shares={report.byTable} />
      <Shares title="Cover" shares={report.cover} isCounted />
      <Shares title="Comps and discounts" shares={report.allowances} isCounted />
      <LeftBehind report={report} />
      <Promoters promoters={report.promoters} />
    </div>
  </>
)

const KEY_FIGURES: readonly {
  readonly label: string
  readonly of: (it: Omit<NightSummary, 'date'>) => number
  readonly format: (value: number) => string
}[] = [
  { label: 'Kept for the night', of: (it) => it.keptCents, format: formatUsd },
  { label: 'Guests who came', of: (it) => it.came, format: String },
  { label: 'Covers booked', of: (it) => it.covers, format: String },
  { label: 'Parties', of: (it) => it.parties, format: String },
  { label: 'Tables sold', of: (it) => it.tablesSold, format: String },
  { label: 'No-shows', of: (it) => it.noShows, format: String },
]

const KeyFigures = ({ report, comparison }: Omit<Props, 'account'>) => (
  <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
    {KEY_FIGURES.map(({ label, of, format }) => (
      <div key={label} className="flex flex-col gap-0.5 rounded-card border border-bark bg-ember p-3 sm:p-4">
        <dt className="text-sm text-sand">{label}</dt>
        <dd className="font-display text-2xl text-brass tabular-nums">
          {format(of(report.summary))}
          {label === 'Tables sold' ? (
            <span className="text-base text-sand"> of {report.tablesForSale}</span>
          ) : null}
        </dd>
        <dd className="text-xs text-dune tabular-nums">
          Week before: {comparison.weekBefore ? format(of(comparison.weekBefore)) : '–'}
        </dd>
        <dd className="text-xs text-dune tabular-nums">
          {comparison.meanOf < 2 ? 'Mean' : `Mean of ${comparison.meanOf}`}:{' '}
          {comparison.mean ? format(of(comparison.mean)) : '–'}
        </dd>
      </div>
    ))}
  </dl>
)

const Arrivals = ({ arrivals }: Pick<NightReport, 'arrivals'>) => (
  <BarChart
    title="Arrivals by quarter hour"
    head={['Time', 'Guests']}
    bars={everyQuarterHour(arrivals).map(({ at, guests }) => ({
      key: at,
      label: clockAt(at),
      value: guests,
      cells: [clockAt(at), String(guests)],
    }))}
  />
)

type Row = readonly [label: string, value: ReactNode, note?: string]

/** A small table of labels and values. */
const Rows = ({ title, rows, total }: { title: string; rows: readonly Row[]; total?: Row }) => (
  // A margin at the end of a column would be cut off, and the panel touch what follows.
  <div className="break-inside-avoid pb-5">
    <Panel>
      <table className="w-full text-left tabular-nums">
        <caption className="mb-1 text-left font-display text-xl">{title}</caption>
        <tbody>
          {rows.map(([label, value, note]) => (
            <tr key={label} className="border-t border-bark">
              <th scope="row" className="py-1.5 pr-3 font-normal wrap-anywhere">
                {label}
                {note ? <span className="block text-sm text-dune">{note}</span> : null}
              </th>
              <td className="py-1.5 text-right align-top whitespace-nowrap">{value}</td>
            </tr>
          ))}
          {total ? (
            <tr className="border-t border-clay font-semibold">
              <th scope="row" className="py-1.5 pr-3">
                {total[0]}
              </th>
              <td className="py-1.5 text-right whitespace-nowrap">{total[1]}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </Panel>
  </div>
)

const totalOf = (shares: readonly Share[]): number => shares.reduce((sum, { cents }) => sum + cents, 0)

type SharesProps = {
  readonly title: string
  readonly shares: readonly Share[]
  readonly isCounted?: boolean
}

const Shares = ({ title, shares, isCounted = false }: SharesProps) =>
  shares.length === 0 ? null : (
    <Rows
      title={title}
      rows={shares.map(({ label, count, cents }): Row => [
        isCounted ? `${label} (${count})` : label,
        formatUsd(cents),
      ])}
      total={['Total', formatUsd(totalOf(shares))]}
    />
  )

const MoneyOfNight = ({ report: { summary, money, cover } }: Pick<Props, 'report'>) => (
  <Rows
    title={`For the night of ${formatDate(summary.date, 'medium')}`}
    rows={[
      ['Received', formatUsd(money.receivedCents), 'Whenever it was paid'],
      ['Refunded', formatUsd(-money.refundedCents)],
      ...(cover.length === 0 ? [] : [['Cover', formatUsd(money.coverCents)] as const]),
      ...(money.disputedCents === 0 ? [] : [['Disputes lost', formatUsd(-money.disputedCents)] as const]),
      ...(money.transferredCents === 0
        ? []
        : [['From other nights', formatUsd(money.transferredCents), 'Moved with reservations'] as const]),
    ]}
    total={['Kept for the night', formatUsd(money.keptCents)]}
  />
)

function MovedMoney({ report }: Pick<Props, 'report'>) {
  const { summary, provider, movedCashCents, movedCardCents, movedOnlineCents } = report
  const online = ['Online', formatUsd(movedOnlineCents)] as const
  return (
    <Rows
      title={`Moved on ${formatDate(summary.date, 'medium')}`}
      rows={[
        ['Cash', formatUsd(movedCashCents), 'For any night: what the drawer should have'],
        ['Card', formatUsd(movedCardCents)],
        provider ? [...online, providerNote(provider)] : online,
      ]}
    />
  )
}

/** Of nights that were locked by an earlier version, which asked the provider once. */
const providerNote = ({ bookedCents, providerCents }: NonNullable<NightReport['provider']>): string =>
  bookedCents === providerCents
    ? 'The same at the provider'
    : `Payments of ${formatUsd(bookedCents)} here, ${formatUsd(providerCents)} at the provider`

const LeftBehind = ({ report: { summary, noShows, cancelled } }: Pick<Props, 'report'>) =>
  summary.noShows === 0 && cancelled.cents === 0 ? null : (
    <Rows
      title="Did not come"
      rows={[
        [countText(summary.noShows, 'no-show'), formatUsd(noShows.cents), 'Kept'],
        ['Cancelled', formatUsd(cancelled.cents), `Of ${countText(cancelled.count, 'party', 'parties')}`],
      ]}
    />
  )

const Promoters = ({ promoters }: Pick<NightReport, 'promoters'>) =>
  promoters.length === 0 ? null : (
    <Rows
      title="Promoters"
      rows={promoters.map(({ promoter, heads, listed, paid }): Row => [
        promoter || 'Venue',
        `${heads} of ${listed} came`,
        `${countText(paid, 'guest')} paid cover`,
      ])}
    />
  )
