import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { DayMoney, MoneyByDate as Money, NightMoney } from '#features/payments/ledger/schema.ts'
import type { ProviderMatch } from '#features/payments/revenue/schema.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { formatDate, formatDay } from '#lib/venue-time.ts'
import { ChoiceField } from '#ui/admin/forms/choice-field.tsx'
import { ListStates } from '#ui/admin/lists/list-states.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { DateField } from '#web/admin/calendar/date-field.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { useUrlFilter } from '#web/admin/data/use-url-filter.ts'
import { CoverByKind } from './cover-by-kind.tsx'
import { MoneyBridge } from './money-bridge.tsx'
import { MoneyTable } from './money-table.tsx'

const QUESTIONS = [
  {
    value: 'nights',
    label: 'For the night of',
    note: 'Money for a night, whenever it was paid',
  },
  { value: 'days', label: 'Moved on', note: 'Money that moved on a day, for any night' },
]

const useMoney = (until: string) =>
  useQuery({
    queryKey: ['payments', 'by-date', until],
    staleTime: 0,
    queryFn: ({ signal }) => apiFetch(`/admin/api/payments/by-date?until=${until}`, { signal }),
  })

/** Ledger totals of thirty dates, by night or by day of payment, with the reconciliation of both. */
export function MoneyByDate() {
  const { search, set } = useUrlFilter()
  const until = search.get('until') ?? ''
  const question = search.get('by') === 'days' ? 'days' : 'nights'
  const query = useMoney(until)
  const provider = useQuery({
    queryKey: ['payments', 'provider'],
    queryFn: ({ signal }) => apiFetch('/admin/api/payments/provider', { signal }),
  })
  return (
    <Panel className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 className="text-xl">Money by date</h3>
        <DateField
          label="30 days up to"
          date={until || null}
          empty="Today"
          onDate={(date) => set('until', date ?? '')}
        />
      </div>
      <ChoiceField
        label="Show"
        isWordy
        options={QUESTIONS}
        value={question}
        onChoice={(value) => set('by', value === 'nights' ? '' : value)}
      />
      <ProviderNote match={provider.data} isUnavailable={provider.isError} />
      <ListStates
        what="The money"
        query={{ data: rowsOf(query.data, question), error: query.error, refetch: query.refetch }}
        empty={<StateNote title="No money moved" text="There is none for these 30 dates." />}
      >
        {([shown]) =>
          shown ? (
            <Fragment key={question}>
              {question === 'nights' ? (
                <NightsTable shown={shown} />
              ) : (
                <DaysTable shown={shown} match={provider.data} />
              )}
            </Fragment>
          ) : null
        }
      </ListStates>
    </Panel>
  )
}

type Question = 'nights' | 'days'

/** Response as a list of one for `ListStates`, empty if it has no rows. */
const rowsOf = (money: Money | undefined, question: Question): readonly Money[] | undefined =>
  money && (money[question].length > 0 ? [money] : [])

type Match = ProviderMatch | undefined

function ProviderNote({ match, isUnavailable }: { match: Match; isUnavailable: boolean }) {
  if (isUnavailable || match?.kind === 'away')
    return <p className="text-sand">The payment provider is not available right now.</p>
  if (!match || match.onlyThere.length === 0) return null
  return (
    <div role="alert" className="rounded-lg border border-rose p-3">
      <p>The provider lists payments of the last week that the ledger does not have:</p>
      <ul className="text-sm text-sand">
        {match.onlyThere.map(({ sessionId, amountCents }) => (
          <li key={sessionId} className="break-all">
            {formatUsd(amountCents)}, {sessionId}
          </li>
        ))}
      </ul>
    </div>
  )
}

type Column<Row> = {
  readonly name: string
  readonly of: (row: Row) => number
  readonly show: (value: number) => string
}
const money = <Row,>(name: string, of: (row: Row) => Cents): Column<Row> => ({ name, of, show: formatUsd })

const namesOf = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name)
const cellsOf = <Row,>(columns: readonly Column<Row>[], row: Row) =>
  columns.map(({ of, show }) => show(of(row)))
const totalsOf = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
  columns.map(({ of, show }) => show(rows.reduce((sum, row) => sum + of(row), 0)))

// The main figure is the first column: a phone shows two columns without scrolling.
const NIGHT_COLUMNS: readonly Column<NightMoney>[] = [
  money('Kept', (it) => it.keptCents),
  money('Received', (it) => it.receivedCents + it.transferredCents),
  money('Cover', (it) => it.coverCents),
  money('Refunded', (it) => it.refundedCents),
  money('Disputes lost', (it) => it.disputedCents),
  money('Comps', (it) => it.allowanceCents),
]

const NightsTable = ({ shown }: { shown: Money }) => (
  <MoneyTable
    title="For the night of"
    columns={namesOf(NIGHT_COLUMNS)}
    totals={totalsOf(NIGHT_COLUMNS, shown.nights)}
    rows={shown.nights.map((night) => ({
      date: night.date,
      label: formatDay(night.date),
      cells: cellsOf(NIGHT_COLUMNS, night),
      bridge: (
        <>
          <MoneyBridge
            from={`Kept for the night of ${formatDate(night.date, 'medium')}`}
            fromCents={night.keptCents}
            steps={[
              ['Moved on other days', -night.otherDaysCents],
              ['Came from another night with its reservation', -night.transferredCents],
              ['Moved that day for other nights', dayOf(shown, night.date)?.otherNightsCents ?? 0],
            ]}
            to={`Moved on ${formatDate(night.date, 'medium')}`}
            toCents={dayOf(shown, night.date)?.netCents ?? 0}
          />
          <CoverByKind figures={shown.cover.filter(({ date }) => date === night.date)} />
        </>
      ),
    }))}
  />
)

const DAY_COLUMNS: readonly Column<DayMoney>[] = [
  money('Net', (it) => it.netCents),
  { name: 'Payments', of: (it) => it.payments, show: String },
  money('Received', (it) => it.receivedCents),
  money('Cover', (it) => it.coverCents),
  money('Refunded', (it) => it.refundedCents),
  money('Disputes lost', (it) => it.disputedCents),
  money('Online', (it) => it.onlineCents),
  money('Cash', (it) => it.cashCents),
  money('Card', (it) => it.cardCents),
]

const DaysTable = ({ shown, match }: { shown: Money; match: Match }) => (
  <MoneyTable
    title="Moved on"
    columns={[...namesOf(DAY_COLUMNS), 'Provider']}
    totals={[...totalsOf(DAY_COLUMNS, shown.days), null]}
    rows={shown.days.map((day) => ({
      date: day.date,
      label: formatDay(day.date),
      cells: [...cellsOf(DAY_COLUMNS, day), <ProviderCell key="provider" match={match} date={day.date} />],
      bridge: (
        <MoneyBridge
          from={`Moved on ${formatDate(day.date, 'medium')}`}
          fromCents={day.netCents}
          steps={[
            ['Moved that day for other nights', -day.otherNightsCents],
            ['Moved on other days for this night', nightOf(shown, day.date)?.otherDaysCents ?? 0],
            ['Came from another night with its reservation', nightOf(shown, day.date)?.transferredCents ?? 0],
          ]}
          to={`Kept for the night of ${formatDate(day.date, 'medium')}`}
          toCents={nightOf(shown, day.date)?.keptCents ?? 0}
        />
      ),
    }))}
  />
)

const dayOf = ({ days }: Money, date: string) => days.find((it) => it.date === date)
const nightOf = ({ nights }: Money, date: string) => nights.find((it) => it.date === date)

/** Comparison with the payment provider. Only the last week is requested, because its API lists payments in pages. */
function ProviderCell({ match, date }: { match: Match; date: string }) {
  const listed = match?.kind === 'matched' ? match.nights.find((it) => it.date === date) : undefined
  if (!listed) return <span className="text-dune">not asked</span>
  if (listed.bookedCents === listed.providerCents) return <span className="text-teal-light">the same</span>
  return <strong className="text-rose">{formatUsd(listed.providerCents)}</strong>
}
