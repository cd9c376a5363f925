import type { ReactNode } from 'react'
import type { DayMoney, MoneyByDate, NightMoney } from '#features/payments/ledger/schema.ts'
import type { ProviderMatch } from '#features/payments/revenue/schema.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/** Grouping of the money: by the night that it belongs to, or by the day on which it moved. */
export type Question = 'nights' | 'days'

/** Figures of one date, in the order of their columns. */
export type MoneyLine = { readonly date: CalendarDate; readonly cells: readonly ReactNode[] }

export type MoneyLines = {
  readonly title: string
  readonly columns: readonly string[]
  readonly lines: readonly MoneyLine[]
  readonly totals: readonly ReactNode[]
}

type Figure<Row> = {
  readonly name: string
  readonly of: (row: Row) => number
  readonly show: (value: number) => string
}
const money = <Row,>(name: string, of: (row: Row) => Cents): Figure<Row> => ({ name, of, show: formatUsd })

const cellsOf = <Row,>(figures: readonly Figure<Row>[], row: Row) =>
  figures.map(({ of, show }) => show(of(row)))
const totalsOf = <Row,>(figures: readonly Figure<Row>[], rows: readonly Row[]) =>
  figures.map(({ of, show }) => show(rows.reduce((sum, row) => sum + of(row), 0)))

// The main figures come first: a phone, and the table beside an open date, show only these.
const NIGHT_FIGURES: readonly Figure<NightMoney>[] = [
  money('Kept', (it) => it.keptCents),
  money('Received', (it) => it.receivedCents + it.transferredCents),
  money('Cover', (it) => it.coverCents),
  money('Refunded', (it) => it.refundedCents),
  money('Disputes lost', (it) => it.disputedCents),
  money('Comps and discounts', (it) => it.waivedCents),
]

const DAY_FIGURES: readonly Figure<DayMoney>[] = [
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

export type Match = ProviderMatch | undefined

const namesOf = (figures: readonly { readonly name: string }[]) => figures.map(({ name }) => name)

/** Columns, lines and totals of one grouping. Days are compared with the payment provider. */
export const linesOf = (shown: MoneyByDate, question: Question, match: Match): MoneyLines =>
  question === 'nights'
    ? {
        title: 'For the night of',
        columns: namesOf(NIGHT_FIGURES),
        lines: shown.nights.map((night) => ({ date: night.date, cells: cellsOf(NIGHT_FIGURES, night) })),
        totals: totalsOf(NIGHT_FIGURES, shown.nights),
      }
    : {
        title: 'Moved on',
        columns: [...namesOf(DAY_FIGURES), 'Provider'],
        lines: shown.days.map((day) => ({
          date: day.date,
          cells: [
            ...cellsOf(DAY_FIGURES, day),
            <ProviderCell key="provider" match={match} date={day.date} />,
          ],
        })),
        totals: [...totalsOf(DAY_FIGURES, shown.days), null],
      }

/** Comparison with the payment provider. Only the last week is requested, because its API lists payments in pages. */
function ProviderCell({ match, date }: { match: Match; date: string }) {
  const listed = match?.kind === 'matched' ? match.nights.find((it) => it.date === date) : undefined
  if (!listed) return <span className="text-dune">not asked</span>
  if (listed.bookedCents === listed.providerCents) return <span className="text-teal-light">the same</span>
  return <strong className="text-rose">{formatUsd(listed.providerCents)}</strong>
}
