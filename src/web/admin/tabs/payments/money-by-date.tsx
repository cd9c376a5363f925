import { useMemo } from 'react'
import type { MoneyByDate as Money } from '#features/payments/ledger/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { ChoiceField } from '#ui/admin/forms/choice-field.tsx'
import { ListStates } from '#ui/admin/lists/list-states.tsx'
import { BesideList } from '#ui/admin/lists/side-panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { DateField } from '#web/admin/calendar/date-field.tsx'
import { useColumns } from '#web/admin/list-view/use-columns.tsx'
import { useSidePanel } from '#web/admin/list-view/use-side-panel.ts'
import { linesOf, type Match, type Question } from './money-lines.tsx'
import { MoneyPanel } from './money-record.tsx'
import { columnsOf, MoneyTable } from './money-table.tsx'
import { DATE_PAGES, datePageQuery, useMoney, useProviderMatch, useQuestion } from './use-money.ts'

const QUESTIONS = [
  {
    value: 'nights',
    label: 'For the night of',
    note: 'Money for a night, whenever it was paid',
  },
  { value: 'days', label: 'Moved on', note: 'Money that moved on a day, for any night' },
]

/** Ledger totals of thirty dates, by night or by day of payment, with the reconciliation of both. */
export function MoneyByDate() {
  const { search, set, question } = useQuestion()
  const until = search.get('until') ?? ''
  const query = useMoney(until)
  const provider = useProviderMatch()
  return (
    <section aria-labelledby="money-title" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 id="money-title" className="text-xl">
          Money by date
        </h3>
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
          shown ? <Dates key={question} shown={shown} question={question} match={provider.data} /> : null
        }
      </ListStates>
    </section>
  )
}

type DatesProps = { readonly shown: Money; readonly question: Question; readonly match: Match }

/** The dates as a table, with the open one beside it. */
function Dates({ shown, question, match }: DatesProps) {
  const money = useMemo(() => linesOf(shown, question, match), [shown, question, match])
  const columns = useMemo(() => columnsOf(money), [money])
  const { hidden, menu } = useColumns(`payments ${question}`, columns)
  const { id, openRow, close } = useSidePanel(DATE_PAGES, datePageQuery(question))
  const isShown = money.lines.some(({ date }) => date === id)
  return (
    <>
      <div className="flex justify-end max-lg:hidden">{menu}</div>
      <BesideList
        panel={
          id !== null && isShown ? (
            <MoneyPanel key={id} date={id} onClose={close} {...{ shown, question, match }} />
          ) : null
        }
      >
        <MoneyTable {...{ money, columns, hidden, openRow, question }} />
      </BesideList>
    </>
  )
}

/** Response as a list of one for `ListStates`, empty if it has no rows. */
const rowsOf = (money: Money | undefined, question: Question): readonly Money[] | undefined =>
  money && (money[question].length > 0 ? [money] : [])

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
