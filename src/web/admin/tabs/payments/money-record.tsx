import { Link } from 'react-router'
import type { MoneyByDate } from '#features/payments/ledger/schema.ts'
import { formatDate } from '#lib/venue-time.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { buttonClass } from '#ui/button.tsx'
import { ListStates } from '#ui/admin/lists/list-states.tsx'
import { SidePanel } from '#ui/admin/lists/side-panel.tsx'
import { Panel, TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { CoverByKind } from './cover-by-kind.tsx'
import { MoneyBridge } from './money-bridge.tsx'
import { linesOf, type Match, type Question } from './money-lines.tsx'
import { DATE_PAGES, datePath, useMoney, useProviderMatch, useQuestion } from './use-money.ts'

type Props = {
  readonly date: string
  readonly shown: MoneyByDate
  readonly question: Question
  readonly match: Match
}

/** Figures of one date, and the way to those of the other grouping; on its page and beside the list. */
function MoneyRecord({ date, shown, question, match }: Props) {
  const { title, columns, lines } = linesOf(shown, question, match)
  const cells = lines.find((it) => it.date === date)?.cells ?? []
  return (
    <>
      <Panel>
        <h3 className="mb-2 text-lg">{title}</h3>
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
          {cells.map((cell, i) => (
            <div key={columns[i]} className="contents">
              <dt className="text-sand">{columns[i]}</dt>
              <dd className="text-right whitespace-nowrap">{cell}</dd>
            </div>
          ))}
        </dl>
        {question === 'nights' ? (
          <CoverByKind figures={shown.cover.filter((it) => it.date === date)} />
        ) : null}
      </Panel>
      <Panel>
        <h3 className="mb-2 text-lg">Compared</h3>
        <Bridge date={date} shown={shown} question={question} />
      </Panel>
    </>
  )
}

/** Leads from one grouping to the other. */
function Bridge({ date, shown, question }: Omit<Props, 'match'>) {
  const night = shown.nights.find((it) => it.date === date)
  const day = shown.days.find((it) => it.date === date)
  const otherDays = night?.otherDaysCents ?? 0
  const otherNights = day?.otherNightsCents ?? 0
  const transferred = night?.transferredCents ?? 0
  const kept = [`Kept for the night of ${formatDate(date, 'medium')}`, night?.keptCents ?? 0] as const
  const moved = [`Moved on ${formatDate(date, 'medium')}`, day?.netCents ?? 0] as const
  const [[from, fromCents], [to, toCents]] = question === 'nights' ? [kept, moved] : [moved, kept]
  const steps =
    question === 'nights'
      ? ([
          ['Moved on other days', -otherDays],
          ['Came from another night with its reservation', -transferred],
          ['Moved that day for other nights', otherNights],
        ] as const)
      : ([
          ['Moved that day for other nights', -otherNights],
          ['Moved on other days for this night', otherDays],
          ['Came from another night with its reservation', transferred],
        ] as const)
  return <MoneyBridge {...{ from, fromCents, steps, to, toCents }} />
}

/** A date beside the list. */
export const MoneyPanel = ({ onClose, ...props }: Props & { readonly onClose: () => void }) => (
  <SidePanel
    id={props.date}
    title={shownDay(props.date)}
    page={datePath(props.date, props.question)}
    onClose={onClose}
  >
    <MoneyRecord {...props} />
  </SidePanel>
)

/** Page of one date. */
export function MoneyPage({ date }: { date: string }) {
  const { question } = useQuestion()
  const { data, error, refetch } = useMoney(date)
  const match = useProviderMatch().data
  const has = data && linesOf(data, question, match).lines.some((it) => it.date === date)
  return (
    <>
      <TabHead title={formatDate(date)}>
        <Link to={DATE_PAGES} className={buttonClass('outline')}>
          All payments
        </Link>
      </TabHead>
      <ListStates
        what="The money"
        query={{ data: data && (has ? [data] : []), error, refetch }}
        empty={<StateNote title="No money moved" text="There is none for this date." />}
      >
        {([shown]) => (shown ? <MoneyRecord {...{ date, shown, question, match }} /> : null)}
      </ListStates>
    </>
  )
}
