import { useId, useState } from 'react'
import type { Floor, TableNow } from '#features/reservation-management/floor/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { clockAt } from '#lib/venue-time.ts'
import { isolated } from '#lib/names/isolated.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SelectField } from '#ui/admin/forms/field.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { useUnblock } from '../events/record/use-unblock.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'
import type { ShownParty } from '../tonight/parties.ts'
import { partyText, tableText } from '../tonight/tonight-copy.ts'
import { nextText, standingText } from './floor-copy.ts'
import { TableUse } from './table-use.tsx'

type Props = {
  readonly floor: Floor
  readonly it: TableNow<ShownParty>
  readonly parties: readonly ShownParty[]
  readonly canEdit: boolean
  readonly onMove: (party: ShownParty) => void
  readonly onWalkIn: () => void
  readonly onOpenParty: (party: ShownParty) => void
  readonly onClose: () => void
}

/** A table without guests: its state, and what can be done with it. */
export function TableSheet({ floor, it, parties, canEdit, onMove, onWalkIn, onOpenParty, onClose }: Props) {
  const id = useId()
  const { table, standing, next, block, freeUntil } = it
  const isTonight = floor.date === floor.today
  const then = nextText(it)
  return (
    <Dialog isOpen onClose={onClose} labelledBy={id} className="sm:max-w-xl">
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <div>
          <h2 id={id} className="pr-12 font-display text-2xl">
            {`Table ${table.tableNumber}`}
          </h2>
          <p className="text-sand">
            {[
              table.location,
              `seats ${countText(table.maxGuests, 'guest')}`,
              formatUsd(table.reservationPriceCents),
              standingText(it),
            ].join(' · ')}
          </p>
          {then ? <p className="mt-1">{then}</p> : null}
        </div>
        {standing === 'off_sale' ? (
          <p className="text-sand">The table is not in use. A manager can put it back in use.</p>
        ) : null}
        {canEdit && isTonight && (standing === 'free' || freeUntil) ? (
          <Button className="min-h-12" onClick={onWalkIn}>
            Seat a walk-in
          </Button>
        ) : null}
        {standing === 'blocked' && block ? (
          <Unblock blocked={{ id: block.id, tableNumber: table.tableNumber }} onDone={onClose} />
        ) : null}
        {canEdit && table.isAvailable && (standing === 'free' || standing === 'blocked') ? (
          <BringParty parties={parties} onMove={onMove} />
        ) : null}
        {[it.party, next].map((party) =>
          party ? (
            <Button
              key={party.id}
              look="outline"
              className="min-h-12"
              onClick={() => onOpenParty(party)}
            >{`Open ${party.guestName}`}</Button>
          ) : null,
        )}
        <TableUse table={table} />
      </div>
    </Dialog>
  )
}

type UnblockProps = {
  readonly blocked: { readonly id: string; readonly tableNumber: number }
  readonly onDone: () => void
}

function Unblock({ blocked, onDone }: UnblockProps) {
  const canEdit = useCan('tables.edit')
  const unblock = useUnblock(RESERVATIONS_KEY, onDone)
  return canEdit ? (
    <Button className="min-h-12" disabled={unblock.isPending} onClick={() => unblock.mutate(blocked)}>
      Release the table for sale
    </Button>
  ) : (
    <p className="text-sand">A manager can release this table for sale.</p>
  )
}

type BringProps = Pick<Props, 'parties' | 'onMove'>

/** Parties that may still move: those that are here or expected, and those that come late and whose table was released. */
const canMove = ({ type, status, attendance }: ShownParty): boolean =>
  type !== 'guest_list' && status !== 'cancelled' && attendance.state !== 'left'

function BringParty({ parties, onMove }: BringProps) {
  const [id, setId] = useState('')
  const options = parties.filter(canMove).map((it) => ({
    value: it.id,
    label: `${clockAt(it.startsAt)}, ${isolated(it.guestName)}, ${partyText(it)}, ${tableText(it)}`,
  }))
  const chosen = parties.find((it) => it.id === id)
  if (options.length === 0) return null
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Bring a party here"
        className="min-w-0 flex-1 basis-60"
        value={id}
        onChange={(event) => setId(event.target.value)}
        options={[{ value: '', label: 'Choose a party' }, ...options]}
      />
      <Button
        look="outline"
        className="min-h-12 max-sm:grow"
        disabled={!chosen}
        onClick={() => {
          if (chosen) onMove(chosen)
        }}
      >
        Move here
      </Button>
    </div>
  )
}
