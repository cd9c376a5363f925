import { useMemo } from 'react'
import { guestsAwaited, headCount, standingEvents } from '#features/reservation-management/arrivals/rules.ts'
import { byTime } from '#features/reservation-management/tonight/rules.ts'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { type ShownParty, toShownParties } from '../tonight/parties.ts'
import { partyText, shortClockOf, tableText } from '../tonight/tonight-copy.ts'
import { useTonight } from '../tonight/use-tonight.ts'

const SHOWN = 5

type Line = { readonly id: string; readonly at: string; readonly text: string; readonly party: ShownParty }

/** The last arrivals, latest first. A party that comes in parts is listed with each of them. */
const lastArrivals = (parties: readonly ShownParty[]): Line[] =>
  parties
    .flatMap((party) =>
      standingEvents(party.events)
        .filter(({ kind }) => kind === 'arrived')
        .map(({ id, happenedAt, guests }) => ({ id, at: happenedAt, text: `+${guests ?? 0}`, party })),
    )
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN)

const nextToCome = (parties: readonly ShownParty[], now: Date): Line[] =>
  parties
    .filter((party) => guestsAwaited(party, now) > 0)
    .toSorted(byTime)
    .slice(0, SHOWN)
    .map((party) => ({ id: party.id, at: party.startsAt, text: partyText(party), party }))

/** Heads inside and to come, the last arrivals and who comes next, on this screen within a second. */
export function ArrivalsNow() {
  useReservationEvents()
  const { data } = useTonight(null)
  const parties = useMemo(() => (data ? toShownParties(data.parties, new Date(data.at)) : []), [data])
  if (!data) return null
  const now = new Date(data.at)
  const counts = headCount(parties, now, data)
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
      <Lines
        title={`Arrived: ${counts.arrived}, inside now: ${counts.inside}`}
        empty={
          counts.arrived === 0 ? 'No guest has arrived yet.' : 'No party has arrived yet, walk-ins only.'
        }
        lines={lastArrivals(parties)}
      />
      <Lines
        title={`To come: ${counts.toCome}`}
        empty="No guest is to come."
        lines={nextToCome(parties, now)}
      />
    </div>
  )
}

type Props = { readonly title: string; readonly empty: string; readonly lines: readonly Line[] }

const Lines = ({ title, empty, lines }: Props) => (
  <section aria-label={title}>
    <h4 className="font-sans text-sm font-semibold text-sand">{title}</h4>
    {lines.length === 0 ? (
      <p className="py-1.5 text-dune">{empty}</p>
    ) : (
      <ul className="divide-y divide-bark">
        {lines.map(({ id, at, text, party }) => (
          <li
            key={id}
            className="grid min-h-9 grid-cols-[4rem_minmax(0,1fr)_auto_minmax(0,4.25rem)] items-center gap-x-2 text-sm sm:grid-cols-[4.5rem_minmax(0,1fr)_2.75rem_minmax(0,6rem)] sm:gap-x-3"
          >
            <time dateTime={at} className="whitespace-nowrap text-sand tabular-nums">
              {shortClockOf(at)}
            </time>
            <span className="truncate font-semibold">{party.guestName}</span>
            <span className="text-right text-brass tabular-nums">{text}</span>
            <span className="truncate text-sand">{tableText(party)}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)
