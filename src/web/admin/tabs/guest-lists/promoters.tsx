import { useQuery } from '@tanstack/react-query'
import type { CalendarDate } from '#lib/venue-time.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { LISTS_KEY } from './list-fields.ts'

/** Guests of a night by promoter: how many were listed, came and paid cover. */
export function Promoters({ date }: { date: CalendarDate }) {
  const counts = useQuery({
    queryKey: [...LISTS_KEY, 'promoters', date],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await apiFetch(`/admin/api/guest-list-promoters?${new URLSearchParams({ date })}`, { signal }))
        .promoters,
  })
  if (!counts.data || counts.data.length === 0) return null
  return (
    <section aria-labelledby="promoters" className="flex flex-col gap-2">
      <h3 id="promoters" className="text-xl">
        By promoter
      </h3>
      <table className="w-full max-w-2xl text-left tabular-nums">
        <thead>
          <tr className="border-b border-clay text-sm text-sand">
            <th scope="col" className="py-2 pr-3">
              Promoter
            </th>
            <th scope="col" className="py-2 pr-3 text-right">
              Listed
            </th>
            <th scope="col" className="py-2 pr-3 text-right">
              Parties here
            </th>
            <th scope="col" className="py-2 pr-3 text-right">
              Heads
            </th>
            <th scope="col" className="py-2 text-right">
              Paid
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.data.map(({ promoter, listed, arrivedParties, heads, paid }) => (
            <tr key={promoter} className="border-b border-bark">
              <th scope="row" className="py-2 pr-3 font-semibold wrap-anywhere">
                {promoter || 'Venue'}
              </th>
              <td className="py-2 pr-3 text-right">{listed}</td>
              <td className="py-2 pr-3 text-right">{arrivedParties}</td>
              <td className="py-2 pr-3 text-right">{heads}</td>
              <td className="py-2 text-right">{paid}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
