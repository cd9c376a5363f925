import { useMemo, useState } from 'react'
import {
  dinnersBeforeNight,
  moveProblem,
  partiesToMove,
  partiesWithoutTable,
  seatedProblem,
  shownAt,
  tablesNow,
} from '#features/reservation-management/floor/rules.ts'
import type { Floor, TableNow } from '#features/reservation-management/floor/schema.ts'
import type { Tonight } from '#features/reservation-management/tonight/schema.ts'
import { countText } from '#lib/text/count.ts'
import { isCalendarDate } from '#lib/venue-time.ts'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { useClock } from '#web/admin/clock/server-clock.ts'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { DatePicker } from '../tonight/date-picker.tsx'
import { type ShownParty, toShownParties } from '../tonight/parties.ts'
import { nextAct } from '../tonight/row-acts.ts'
import { useActs } from '../tonight/use-acts.ts'
import { useTonight } from '../tonight/use-tonight.ts'
import { useWaitingList } from '../waiting-list/use-waiting-list.ts'
import { isInLine, WaitingList } from '../waiting-list/waiting-list.tsx'
import { BeforeNight } from './before-night.tsx'
import { FloorDialogs, type Opened } from './floor-dialogs.tsx'
import { StandingCounts, type View, ViewToggle } from './floor-head.tsx'
import { FloorList } from './floor-list.tsx'
import { FloorPlan } from './plan/floor-plan.tsx'
import { useFloor } from './use-floor.ts'
import { PartiesToSeat } from './parties-to-seat.tsx'
import { ZoneServers } from './zone-servers.tsx'

/** Phones open on the list, where a table is as large as a thumb. */
const firstView = (): View => (matchMedia('(width < 48rem)').matches ? 'list' : 'plan')

/** The room of tonight, or of any other date: who sits where, since when and until when. */
export default function FloorTab() {
  useReservationEvents()
  const { search, set } = useUrlFilter()
  const asked = search.get('date')
  const date = asked !== null && isCalendarDate(asked) ? asked : null
  const floor = useFloor(date)
  const tonight = useTonight(date)
  const failed = floor.error ?? tonight.error
  if (floor.data && tonight.data)
    return <FloorOfDate date={date} floor={floor.data} tonight={tonight.data} search={search} set={set} />
  return failed ? (
    <LoadFailure
      what="The floor"
      text={failed.message}
      onRetry={() => void Promise.all([floor.refetch(), tonight.refetch()])}
    />
  ) : (
    <LoadingRows label="Loading the floor" />
  )
}

type Props = {
  readonly date: string | null
  readonly floor: Floor
  readonly tonight: Tonight
  readonly search: URLSearchParams
  readonly set: (name: string, value: string) => void
}

function FloorOfDate({ date, floor, tonight, search, set }: Props) {
  const clock = useClock()
  const { pending, record } = useActs(date)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [first] = useState(firstView)
  const view: View = search.get('view') === 'plan' ? 'plan' : search.get('view') === 'list' ? 'list' : first
  const canEdit = useCan('reservations.edit') && floor.date >= floor.today
  const canRecord = useCan('arrivals.record') && floor.date <= floor.today
  const parties = useMemo(
    () => toShownParties(tonight.parties, new Date(tonight.at), pending),
    [tonight, pending],
  )
  const { now, tables, dinners, without, toMove } = useMemo(() => {
    const at = shownAt(floor.date, floor.today, clock)
    const { blocks, nights } = floor
    const turnMinutes = floor.date === floor.today ? floor.turnMinutes : null
    const facts = { parties, blocks, nights, now: at, turnMinutes }
    const all = tablesNow(floor.tables, facts)
    return {
      now: at,
      tables: all,
      dinners: dinnersBeforeNight(all, facts),
      without: partiesWithoutTable(parties, at),
      toMove: partiesToMove(parties, floor.tables, at),
    }
  }, [floor, parties, clock])
  const tableOf = (id: string) => tables.find(({ table }) => table.id === id)
  const onOpen = (tableId: string): void => setOpened(openedBy(tableOf(tableId)))
  const onOpenParty = ({ id }: ShownParty): void => setOpened({ kind: 'party', partyId: id })
  const onDrop = (from: string, to: string): void => {
    const [party, target] = [tableOf(from)?.party, tableOf(to)]
    if (!party || !target) return
    // The question names a party that sits there, and offers to record that it left.
    const problem = seatedProblem(target, party, now) ? null : moveProblem(target, party, now)
    if (problem) showToast({ tone: 'bad', title: 'Not moved', text: problem })
    else setOpened({ kind: 'move', partyId: party.id, from, to })
  }
  const onNext = (party: ShownParty): void => {
    const next = nextAct(party)
    if (next) void record({ party, newActs: next.acts, title: next.title })
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-heading max-lg:sr-only">Floor</h2>
        <DatePicker
          date={floor.date}
          today={floor.today}
          onDate={(next) => set('date', next === floor.today ? '' : next)}
        />
        <ViewToggle view={view} onView={(next) => set('view', next)} />
        {canEdit ? <ZoneServers floor={floor} /> : null}
      </div>
      <StandingCounts tables={tables}>
        <WaitingCount date={date} />
      </StandingCounts>
      <PartiesToSeat
        {...{ without, toMove, canEdit }}
        onOpen={onOpenParty}
        onChoose={({ id }) => setOpened({ kind: 'tables', partyId: id })}
      />
      {view === 'plan' ? (
        <>
          <div className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
            <FloorPlan {...{ floor, tables, canEdit, onOpen, onDrop }} />
          </div>
          <FloorList tables={tables.filter(isTaken)} {...{ floor, canRecord, onOpen, onOpenParty, onNext }} />
        </>
      ) : (
        <FloorList {...{ floor, tables, canRecord, onOpen, onOpenParty, onNext }} />
      )}
      <BeforeNight
        {...{ dinners, canEdit }}
        onOpen={onOpenParty}
        onKeep={({ party }) => setOpened({ kind: 'keep', partyId: party.id })}
      />
      <Waiting date={date} />
      {opened ? (
        <FloorDialogs
          {...{ opened, floor, now, tables, parties, canEdit, canRecord, record }}
          walkIns={tonight.walkIns}
          onOpened={setOpened}
        />
      ) : null}
    </>
  )
}

/** Tables that the list below the plan spells out. */
const isTaken = ({ standing }: TableNow): boolean => standing !== 'free' && standing !== 'off_sale'

/** A table with a party opens the party; any other, and one that people who walk in can have before it, opens itself. */
const openedBy = (it: TableNow<ShownParty> | undefined): Opened | null => {
  if (!it) return null
  return it.party && it.freeUntil === null
    ? { kind: 'party', partyId: it.party.id }
    : { kind: 'table', tableId: it.table.id }
}

/** The way to the parties that wait, further down; nothing where none does. */
function WaitingCount({ date }: Pick<Props, 'date'>) {
  const seesThem = useCan('reservations.read')
  const { data } = useWaitingList(date, seesThem)
  const waiting = (data?.lines ?? []).flatMap(({ entries }) => entries).filter(isInLine).length
  return waiting === 0 ? null : (
    <li>
      <a href="#waiting" className="inline-flex min-h-6 items-center text-brass underline">
        {`${countText(waiting, 'party', 'parties')} waiting`}
      </a>
    </li>
  )
}

/** Hidden from roles that read no reservations. */
const Waiting = ({ date }: Pick<Props, 'date'>) =>
  useCan('reservations.read') ? (
    <section aria-labelledby="waiting" className="flex flex-col gap-3">
      <h3 id="waiting" className="text-heading">
        Waiting list
      </h3>
      <WaitingList date={date} />
    </section>
  ) : null
