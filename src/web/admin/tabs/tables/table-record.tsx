import { useNavigate } from 'react-router'
import { Picture } from '#features/media/ui/picture.tsx'
import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import type { TableParty } from '#features/reservations/affected-guests/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { FactList } from '#ui/admin/lists/fact-list.tsx'
import { Button } from '#ui/button.tsx'
import { ActionItem, ActionMenu, DeleteItem } from '#ui/admin/lists/action-menu.tsx'
import { ListedRecordPage } from '#ui/admin/lists/record-page.tsx'
import { SidePanel } from '#ui/admin/lists/side-panel.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { TABLE_PAGES } from './table-fields.ts'
import type { TableActions } from './table-list.tsx'
import { PartiesToMove, usePartiesToMove } from './table-parties.tsx'
import { TableStatus } from './table-status.tsx'
import { labelOfUse } from './use-table-use.tsx'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { useTables } from './use-tables.tsx'

type Props = TableActions & {
  readonly table: StaffTable
  /** Parties that have to be moved from it. */
  readonly parties: readonly TableParty[]
}

/** One table with its actions, on its page and beside the list. */
function TableRecord({ table, parties, canEdit, onEdit, onToggle, onDelete }: Props) {
  const { tableNumber, picture, included, minimumSpendCents } = table
  const facts = [
    ['Max guests', String(table.maxGuests)],
    ['Location', table.location],
    ['Price', formatUsd(table.reservationPriceCents)],
    ['Minimum spend', minimumSpendCents === null ? null : formatUsd(minimumSpendCents)],
    ['Included', included],
    ['Shape', table.shape],
    ['Position', `${table.positionX}, ${table.positionY}`],
    ['Size', `${table.width} by ${table.height}`],
    ['Rotation', table.rotation === 0 ? null : `${table.rotation} degrees`],
  ] as const
  return (
    <Panel className="flex flex-col gap-4">
      {picture ? (
        <div>
          <Picture
            picture={picture}
            alt=""
            sizes="(min-width: 64rem) 34rem, 100vw"
            className="aspect-[3/2] max-h-56 w-full rounded-lg object-cover"
          />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <TableStatus isAvailable={table.isAvailable} />
        {canEdit ? (
          <span className="ml-auto flex gap-1">
            <Button aria-label={`Edit table ${tableNumber}`} onClick={() => onEdit(table)}>
              Edit
            </Button>
            <ActionMenu label={`More for table ${tableNumber}`}>
              <ActionItem onChoose={() => onToggle(table)}>{labelOfUse(table)}</ActionItem>
              <DeleteItem onChoose={() => onDelete(table)} />
            </ActionMenu>
          </span>
        ) : null}
      </div>
      <PartiesToMove parties={parties} />
      <FactList facts={facts} />
    </Panel>
  )
}

/** A table beside the list. */
export const TablePanel = ({ table, onClose, ...actions }: Props & { readonly onClose: () => void }) => (
  <SidePanel
    id={table.id}
    title={`Table ${table.tableNumber}`}
    page={`${TABLE_PAGES}/${table.id}`}
    onClose={onClose}
  >
    <TableRecord table={table} {...actions} />
  </SidePanel>
)

/** Page of one table. */
export function TablePage({ id }: { id: string }) {
  const navigate = useNavigate()
  useReservationEvents()
  const partiesAt = usePartiesToMove()
  const { list, actions, draftNotice, dialogs } = useTables({ onDeleted: () => void navigate(TABLE_PAGES) })
  return (
    <ListedRecordPage
      {...{ id, list, draftNotice, dialogs }}
      what="Tables"
      back={{ to: TABLE_PAGES, label: 'All tables' }}
      titleOf={(table) => (table ? `Table ${table.tableNumber}` : 'Table')}
      missing={{ title: 'No such table', text: 'This table was deleted.' }}
    >
      {(table) => <TableRecord table={table} parties={partiesAt(table.id)} {...actions} />}
    </ListedRecordPage>
  )
}
