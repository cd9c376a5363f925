import { useCallback, useMemo, useState } from 'react'
import { headCount } from '#features/reservation-management/arrivals/rules.ts'
import { isCalendarDate } from '#lib/venue-time.ts'
import { StateNote } from '#ui/state.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { useUrlFilter } from '#web/admin/data/use-url-filter.ts'
import { useAmendDialog } from '../reservations/amend/use-amend-dialog.tsx'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { filterParties, type ShownParty, STATE_FILTERS, toShownParties, TYPE_FILTERS } from './parties.ts'
import type { RowAct } from './other-acts.ts'
import { PartyList } from './party-list.tsx'
import { PartySheet } from './sheet/party-sheet.tsx'
import { TonightFilters, TonightHead } from './tonight-head.tsx'
import { useActs } from './use-acts.ts'
import { useTonight } from './use-tonight.ts'

function useFilters() {
  const { search: query, set } = useUrlFilter()
  const asked = query.get('date')
  return {
    date: asked !== null && isCalendarDate(asked) ? asked : null,
    type: TYPE_FILTERS.find((it) => it === query.get('type')) ?? 'all',
    state: STATE_FILTERS.find((it) => it === query.get('state')) ?? 'all',
    set,
  }
}

/** Tonight, or any other date: everybody who is expected, and one tap to record what happens. */
export default function TonightTab() {
  useReservationEvents()
  const { date, type, state, set } = useFilters()
  const [search, setSearch] = useState('')
  const [openId, setOpenId] = useState<string | null>(null)
  const tonight = useTonight(date)
  const { pending, record } = useActs(date)
  const { data } = tonight
  const all = useMemo(
    () => (data ? toShownParties(data.parties, new Date(data.at), pending) : []),
    [data, pending],
  )
  const shown = useMemo(() => filterParties(all, { search, type, state }), [all, search, type, state])
  const amendment = useAmendDialog()
  const mayRecord = useCan('arrivals.record')
  const canRecord = mayRecord && data !== undefined && data.date <= data.today
  const onOpen = useCallback(({ id }: ShownParty) => setOpenId(id), [])
  const onAct = useCallback(
    (party: ShownParty, { act, title }: RowAct) => void record({ party, newActs: [act], title }),
    [record],
  )
  const canEdit = useCan('reservations.edit')
  const open = all.find(({ id }) => id === openId)
  if (!data)
    return tonight.error ? (
      <LoadFailure what="Tonight" text={tonight.error.message} onRetry={() => void tonight.refetch()} />
    ) : (
      <LoadingRows label="Loading tonight" />
    )
  return (
    <div className="flex w-full flex-col gap-2 md:gap-6">
      <TonightHead
        date={data.date}
        today={data.today}
        counts={headCount(all, new Date(data.at), data.walkIns)}
        capacity={data.capacity}
        walkIns={data.walkIns}
        onDate={(next) => set('date', next === data.today ? '' : next)}
      />
      <TonightFilters {...{ all, search, type, state, set }} onSearch={setSearch} />
      {shown.length === 0 ? (
        <StateNote
          title="No parties here"
          text={all.length === 0 ? 'Nothing is booked for this date.' : 'No party matches your filters.'}
        />
      ) : (
        <PartyList parties={shown} {...{ canRecord, onOpen, onAct }} onMove={canEdit ? onOpen : undefined} />
      )}
      {open ? (
        <PartySheet
          key={open.id}
          party={open}
          {...{ canRecord, record }}
          onAmend={() => {
            setOpenId(null)
            if (open.type !== 'guest_list') amendment.open(open)
          }}
          onClose={() => setOpenId(null)}
        />
      ) : null}
      {amendment.dialog}
    </div>
  )
}
