import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { TableParty } from '#features/reservations/affected-guests/schema.ts'
import { countText } from '#lib/text/count.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'

const NONE: readonly TableParty[] = []

/** The parties that still have a table which is not in use, by table. The screen is told of changed reservations. */
export function usePartiesToMove(): (tableId: string) => readonly TableParty[] {
  const { data } = useQuery({
    queryKey: [...RESERVATIONS_KEY, 'to_move'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch('/admin/api/tables/parties-to-move', { signal })).items,
  })
  const byTable = Map.groupBy(data ?? [], (it) => it.tableId)
  return (tableId) => byTable.get(tableId) ?? NONE
}

/** `Fri, Nov 27, 8:00 PM · Kofi Mensah, 3 guests`, where a name that is written from right to left stays in its place. */
export const PartyAtTable = ({ party }: { readonly party: TableParty }) => (
  <>
    {`${shownMoment(party.startsAt)} · `}
    <bdi>{party.guestName}</bdi>
    {`, ${countText(party.guestCount, 'guest')}${party.isHeld ? ', is paying now' : ''}`}
  </>
)

/** The parties that have to be moved from a table, each a link to its reservation. */
export const PartiesToMove = ({ parties }: { readonly parties: readonly TableParty[] }) =>
  parties.length === 0 ? null : (
    <section aria-label="Parties to move" className="rounded-lg border border-brass bg-brass/10 px-4 py-3">
      <p className="font-semibold">
        {parties.length === 1
          ? 'One party still has this table'
          : `${parties.length} parties still have this table`}
      </p>
      <ul>
        {parties.map((party) => (
          <li key={party.id}>
            <Link
              to={`/admin/reservations/${party.id}`}
              className="inline-flex min-h-11 items-center py-1 text-brass underline"
            >
              <span className="wrap-anywhere">
                <PartyAtTable party={party} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
