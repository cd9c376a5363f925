import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sittingEnds } from '#features/reservation-management/party-tables/rules.ts'
import { leavesDinnerText } from '#features/reservation-management/rules.ts'
import type { SeatChoice } from '#features/reservation-management/schema.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { clockAt } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { usePartyTables } from '../../reservations/use-party-tables.tsx'
import { PATH, RESERVATIONS_KEY } from '../../reservations/use-reservation-list.ts'
import { useUndoToast } from '../../reservations/use-undo.ts'
import type { ShownParty } from '../parties.ts'
import { tableText } from '../tonight-copy.ts'
import { inTurnOfParty } from '../turns.ts'

type Props = { readonly party: ShownParty }

/**
 * Further tables of a party, the end of its sitting, the release of a table whose party does not come, and another table for one that came
 * after it was released.
 */
export function PartyTables({ party }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { attendance, leftAt, tableNumbers, type } = party
  const isReleased = leftAt !== null
  if (attendance.state === 'left' || (isReleased && attendance.inside === 0)) return null
  const isSitting = type === 'dining' && tableNumbers.length > 0 && attendance.state !== 'no_show'
  return (
    <section aria-label="Table and time" className="flex flex-col gap-3">
      {isReleased ? (
        <p className="text-sand">Its table was released, and another party may have it.</p>
      ) : null}
      {isSitting && !isReleased ? <Sitting party={party} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button look="outline" className="min-h-12" onClick={() => setIsOpen(true)}>
          {isReleased ? 'Choose a table' : 'Several tables'}
        </Button>
        {attendance.state === 'no_show' && tableNumbers.length > 0 ? <Release party={party} /> : null}
      </div>
      {isOpen ? <SeveralTables party={party} isMove={isReleased} onClose={() => setIsOpen(false)} /> : null}
    </section>
  )
}

function Sitting({ party }: Props) {
  const { change, isBusy, dialog } = usePartyTables()
  const [now] = useState(serverNow)
  return (
    <div role="group" aria-label="Sitting" className="flex flex-wrap items-center gap-2">
      <p className="w-full">
        <span className="text-sand">Has the table until </span>
        {clockAt(party.endsAt)}
      </p>
      {sittingEnds(new Date(party.endsAt), now).map(({ endsAt, label }) => (
        <Button
          key={label}
          look="outline"
          className="min-h-12 px-3"
          disabled={isBusy}
          onClick={() =>
            change({ party, endsAt: endsAt.toISOString(), title: `Table until ${clockAt(endsAt)}` })
          }
        >
          {label}
        </Button>
      ))}
      {dialog}
    </div>
  )
}

/** Frees the table of a party that does not come, so that it can be sold again. Its reservation stays. */
function Release({ party }: Props) {
  const queries = useQueryClient()
  const showUndoToast = useUndoToast()
  const { id, guestName } = party
  const release = useMutation({
    mutationFn: async () => {
      const json = { hasLeft: true, isNoShow: true } as const
      const path = `${PATH}/${id}/left` as const
      return (await inTurnOfParty(id, () => apiFetch(path, { method: 'PUT', json }))).item
    },
    onSuccess: (act) =>
      showUndoToast({
        title: `${tableText(party)} ${party.tableNumbers.length === 1 ? 'is' : 'are'} free again`,
        text: guestName,
        act: act && { id, guestName, actId: act.actId },
      }),
    onError: (error) => toastFailure('Error releasing the table', error),
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
  return (
    <Button className="min-h-12" disabled={release.isPending} onClick={() => release.mutate()}>
      Release the table
    </Button>
  )
}

type DialogProps = Props & {
  /** The party has one table and gets another one: a tap chooses it in place of the former. */
  readonly isMove?: boolean
  readonly onClose: () => void
}

/** All tables of a party in one choice: it gets every one of them, or keeps those it has. */
export function SeveralTables({ party, isMove = false, onClose }: DialogProps) {
  // The choice begins with these tables, so the server compares with them, and not with those of a colleague's move since.
  const [seen] = useState(party)
  const [chosen, setChosen] = useState<readonly string[]>(seen.tableIds)
  const { change, isBusy, dialog } = usePartyTables(onClose)
  const seats = useQuery({
    queryKey: [...RESERVATIONS_KEY, 'tables', party.id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${PATH}/${party.id}/tables`, { signal })).item,
  })
  const all = seats.data ?? []
  const picked = all.filter(({ id }) => chosen.includes(id))
  const numbers = picked.map(({ tableNumber }) => tableNumber)
  return (
    <>
      <FormDialog
        title={isMove ? `Move ${party.guestName}` : `Tables of ${party.guestName}`}
        submit={isMove ? 'Move' : 'Save tables'}
        isBusy={isBusy}
        canSubmit={chosen.length > 0}
        onSubmit={() =>
          // The first table stays the first: the price of a night table is its price.
          change({ party: seen, tableIds: chosen, title: capitalized(namedTables(numbers)) })
        }
        onClose={onClose}
      >
        <p role="status" className="text-sand">
          {`Seats ${seatsOf(picked)}, for a party of ${party.guestCount}. The price stays as it is.`}
        </p>
        <p role="status" className="empty:hidden">
          {leavesDinnerText(all, chosen)}
        </p>
        {seats.error ? (
          <LoadFailure what="The tables" text={seats.error.message} onRetry={() => void seats.refetch()} />
        ) : null}
        {seats.isPending ? <LoadingRows label="Loading the tables" /> : null}
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2">
          {all.map((seat) => (
            <SeatToggle
              key={seat.id}
              seat={seat}
              isChosen={chosen.includes(seat.id)}
              isOwn={party.tableIds.includes(seat.id)}
              onToggle={() => setChosen(isMove ? [seat.id] : toggled(chosen, seat.id))}
            />
          ))}
        </div>
      </FormDialog>
      {dialog}
    </>
  )
}

const toggled = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((it) => it !== id) : [...ids, id]

const seatsOf = (seats: readonly SeatChoice[]): number => seats.reduce((sum, it) => sum + it.seats, 0)

type SeatProps = {
  readonly seat: SeatChoice
  readonly isChosen: boolean
  readonly isOwn: boolean
  readonly onToggle: () => void
}

const SeatToggle = ({ seat, isChosen, isOwn, onToggle }: SeatProps) => (
  <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-clay bg-night px-3 py-2 has-checked:border-brass has-checked:bg-brass/15 has-disabled:cursor-not-allowed has-disabled:border-bark has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass">
    <input
      type="checkbox"
      className="size-4 shrink-0 accent-brass"
      checked={isChosen}
      disabled={!seat.isFree && !isOwn}
      onChange={onToggle}
    />
    <span>
      <span className="block font-semibold">Table {seat.tableNumber}</span>
      <span className="block text-sm text-sand">
        {seat.isInUse ? (seat.isFree || isOwn ? `seats ${seat.seats}` : 'taken') : 'not in use'}
      </span>
    </span>
  </label>
)
