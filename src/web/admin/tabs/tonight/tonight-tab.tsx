import { useCallback, useMemo, useState } from 'react'
import { headCount, walkInsInside } from '#features/reservation-management/arrivals/rules.ts'
import type { WalkIns } from '#features/reservation-management/arrivals/schema.ts'
import { countText } from '#lib/text/count.ts'
import { isCalendarDate } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { StateNote } from '#ui/state.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { BesideList } from '#ui/admin/lists/side-panel.tsx'
import { isWideScreen, useIsWideScreen } from '#ui/admin/lists/wide-screen.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { useSidePanel } from '#web/admin/list-view/use-side-panel.ts'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import { useAmendDialog } from '../reservations/amend/use-amend-dialog.tsx'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import {
  filterParties,
  ofKind,
  type ShownParty,
  STATE_FILTERS,
  toShownParties,
  TYPE_FILTERS,
} from './parties.ts'
import type { RowAct } from './row-acts.ts'
import { PartyList } from './party-list.tsx'
import { PrintList, useIsPrinting } from './print-list.tsx'
import { SeveralTables } from './sheet/party-tables.tsx'
import { PartyPanel, PartySheet } from './sheet/party-sheet.tsx'
import { TonightFilters, TonightHead } from './tonight-head.tsx'
import { useActs } from './use-acts.ts'
import { useTonight } from './use-tonight.ts'

function useFilters() {
  const { search: query, set } = useUrlFilter()
  const asked = query.get('date')
  return {
    search: query.get('q') ?? '',
    date: asked !== null && isCalendarDate(asked) ? asked : null,
    type: TYPE_FILTERS.find((it) => it === query.get('type')) ?? 'all',
    state: STATE_FILTERS.find((it) => it === query.get('state')) ?? 'all',
    set,
  }
}

/** The party that is open: beside the list on a wide screen, and in a sheet on a narrow one. */
function useOpenParty(all: readonly ShownParty[]) {
  const isWide = useIsWideScreen()
  const [sheetId, setSheetId] = useState<string | null>(null)
  const { id: besideId, openRow, close } = useSidePanel(null)
  const { onOpen: openBeside } = openRow
  const onOpen = useCallback(
    ({ id }: ShownParty) => (isWideScreen() ? openBeside(id) : setSheetId(id)),
    [openBeside],
  )
  const onClose = (): void => {
    setSheetId(null)
    close()
  }
  const id = besideId ?? sheetId
  return { party: all.find((it) => it.id === id), isWide, onOpen, onClose }
}

/** Tonight, or any other date: everybody who is expected, and one tap to record what happens. */
export default function TonightTab() {
  useReservationEvents()
  const { search, date, type, state, set } = useFilters()
  const tonight = useTonight(date)
  const { pending, record } = useActs(date)
  const { data } = tonight
  const all = useMemo(
    () => (data ? toShownParties(data.parties, new Date(data.at), pending) : []),
    [data, pending],
  )
  const kind = useMemo(() => ofKind(all, type), [all, type])
  const shown = useMemo(() => filterParties(all, { search, type, state }), [all, search, type, state])
  const amendment = useAmendDialog()
  const mayRecord = useCan('arrivals.record')
  const canRecord = mayRecord && data !== undefined && data.date <= data.today
  const { party: open, isWide, onOpen, onClose } = useOpenParty(all)
  const onAct = useCallback(
    (party: ShownParty, { acts, title }: RowAct) => void record({ party, newActs: acts, title }),
    [record],
  )
  const canEdit = useCan('reservations.edit')
  const [moved, setMoved] = useState<ShownParty | null>(null)
  const isPrinting = useIsPrinting()
  if (!data)
    return tonight.error ? (
      <LoadFailure what="Tonight" text={tonight.error.message} onRetry={() => void tonight.refetch()} />
    ) : (
      <LoadingRows label="Loading tonight" />
    )
  const onAmend = (): void => {
    // A dialog of its own takes the place of the sheet, and opens beside the panel.
    if (!isWide) onClose()
    if (open && open.type !== 'guest_list') amendment.open(open)
  }
  const clearFilters = (): void => {
    set('q', '')
    set('type', '')
    set('state', '')
  }
  const acts = { canRecord, record, onAmend, onClose, walkInsInside: walkInsInside(data.walkIns) }
  return (
    <div className="night-list w-full">
      <div className="no-print flex w-full flex-col gap-2 md:gap-6">
        <TonightHead
          date={data.date}
          today={data.today}
          counts={headCount(all, new Date(data.at), data)}
          capacity={data.capacity}
          walkIns={data.walkIns}
          onDate={(next) => set('date', next === data.today ? '' : next)}
        />
        <TonightFilters {...{ all: kind, search, type, state, set }} />
        <BesideList panel={open && isWide ? <PartyPanel key={open.id} party={open} {...acts} /> : null}>
          {shown.length === 0 ? (
            <StateNote
              title="No parties here"
              text={
                all.length === 0
                  ? 'Nothing is booked for this date.'
                  : emptyText(type === 'walk_in' && kind.length === 0, data.walkIns)
              }
            >
              {all.length === 0 ? null : (
                <Button look="outline" onClick={clearFilters}>
                  Clear filters
                </Button>
              )}
            </StateNote>
          ) : (
            <PartyList
              parties={shown}
              besideId={isWide ? open?.id : undefined}
              {...{ canRecord, onOpen, onAct }}
              onMove={canEdit ? setMoved : undefined}
            />
          )}
        </BesideList>
        {open && !isWide ? <PartySheet key={open.id} party={open} {...acts} /> : null}
        {moved ? (
          <SeveralTables party={moved} isMove={moved.tableIds.length <= 1} onClose={() => setMoved(null)} />
        ) : null}
        {amendment.dialog}
      </div>
      {isPrinting ? <PrintList date={data.date} parties={shown} /> : null}
    </div>
  )
}

/** Walk-ins who are only counted have no name and no row. */
const emptyText = (hasNoWalkIn: boolean, { cameIn }: WalkIns): string =>
  hasNoWalkIn && cameIn > 0
    ? `No walk-in has a table. ${countText(cameIn, 'walk-in')} came in, counted at the door.`
    : 'No party matches your filters.'
