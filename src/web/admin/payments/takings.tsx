import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { NightTakings, ProviderMatch } from '#features/takings/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { formatDay } from '#lib/venue-time.ts'
import { TextField } from '#ui/desk/field.tsx'
import { ListStates } from '#ui/desk/list-states.tsx'
import { Panel } from '#ui/desk/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { askHouse } from '../house-client.ts'

/** What each night took, beside what the provider lists of the last week. */
export function Takings() {
  const [search, setSearch] = useSearchParams()
  const until = search.get('until') ?? ''
  const takings = useQuery({
    queryKey: ['payments', 'takings', until],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await askHouse<{ nights: NightTakings[] }>(`/admin/api/payments/takings?until=${until}`, { signal }))
        .nights,
  })
  const provider = useQuery({
    queryKey: ['payments', 'provider'],
    queryFn: ({ signal }) => askHouse<ProviderMatch>('/admin/api/payments/provider', { signal }),
  })
  const show = (date: string): void => {
    const next = new URLSearchParams(search)
    if (date) next.set('until', date)
    else next.delete('until')
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return (
    <Panel className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 className="text-xl">Takings by business day</h3>
        <TextField
          label="30 days up to"
          type="date"
          value={until}
          onChange={(event) => show(event.target.value)}
        />
      </div>
      <ProviderNote match={provider.data} isAway={provider.isError} />
      <ListStates
        what="The takings"
        query={takings}
        empty={<StateNote title="No money came or went" text="In these 30 days nothing was paid." />}
      >
        {(nights) => <TakingsTable nights={nights} match={provider.data} />}
      </ListStates>
    </Panel>
  )
}

type Match = ProviderMatch | undefined

function ProviderNote({ match, isAway }: { match: Match; isAway: boolean }) {
  if (isAway || match?.kind === 'away')
    return <p className="text-sand">The payment provider cannot be asked at the moment.</p>
  if (!match || match.onlyThere.length === 0) return null
  return (
    <div role="alert" className="rounded-lg border border-rose p-3">
      <p>The provider lists payments of the last week that the books do not have:</p>
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

const COLUMNS = ['Payments', 'Received', 'Refunded', 'Kept', 'Provider'] as const

const TakingsTable = ({ nights, match }: { nights: readonly NightTakings[]; match: Match }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what runs out of the screen is reached by keys, too
  <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Takings by business day">
    <table className="w-full text-left tabular-nums">
      <thead>
        <tr className="border-b border-clay text-sm text-sand">
          <th scope="col" className="py-2 pr-4">
            Night
          </th>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" className="py-2 pr-4 text-right">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {nights.map((it) => (
          <tr key={it.date} className="border-b border-bark">
            <th scope="row" className="py-2 pr-4 font-semibold whitespace-nowrap">
              {formatDay(it.date)}
            </th>
            <td className="py-2 pr-4 text-right">{it.payments}</td>
            <td className="py-2 pr-4 text-right">{formatUsd(it.receivedCents)}</td>
            <td className="py-2 pr-4 text-right">{formatUsd(it.refundedCents)}</td>
            <td className="py-2 pr-4 text-right">{formatUsd(it.receivedCents - it.refundedCents)}</td>
            <td className="py-2 pr-4 text-right">
              <ProviderCell match={match} night={it} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Only the last week is asked of the provider: it lists payments one page after the other. */
function ProviderCell({ match, night }: { match: Match; night: NightTakings }) {
  const listed = match?.kind === 'matched' ? match.nights.find((it) => it.date === night.date) : undefined
  if (!listed) return <span className="text-dune">not asked</span>
  if (listed.bookedCents === listed.providerCents) return <span className="text-teal-light">the same</span>
  return <strong className="text-rose">{formatUsd(listed.providerCents)}</strong>
}
