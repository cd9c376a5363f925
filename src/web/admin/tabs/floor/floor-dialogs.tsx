import { walkInsInside } from '#features/reservation-management/arrivals/rules.ts'
import { seatedProblem } from '#features/reservation-management/floor/rules.ts'
import type { Floor, TableNow } from '#features/reservation-management/floor/schema.ts'
import { countText } from '#lib/text/count.ts'
import type { WalkIns } from '#features/reservation-management/arrivals/schema.ts'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { useAmendDialog } from '../reservations/amend/use-amend-dialog.tsx'
import { useUndoAdded } from '../reservations/add/use-add.ts'
import { usePartyTables } from '../reservations/use-party-tables.tsx'
import type { ShownParty } from '../tonight/parties.ts'
import { SeveralTables } from '../tonight/sheet/party-tables.tsx'
import { PartySheet } from '../tonight/sheet/party-sheet.tsx'
import { tableText } from '../tonight/tonight-copy.ts'
import type { useActs } from '../tonight/use-acts.ts'
import { TableSheet } from './table-sheet.tsx'
import { TableUse } from './table-use.tsx'
import { arrivalsOf } from './walk-in/counted-in.tsx'
import { type Seated, WalkIn } from './walk-in/walk-in.tsx'

/** The one thing that is open above the floor. */
export type Opened =
  | { readonly kind: 'party'; readonly partyId: string }
  | { readonly kind: 'table' | 'walk_in'; readonly tableId: string }
  /** `from` is null for a party without a table. */
  | { readonly kind: 'move'; readonly partyId: string; readonly from: string | null; readonly to: string }
  | { readonly kind: 'keep' | 'tables'; readonly partyId: string }

type Props = {
  readonly opened: Opened
  readonly floor: Floor
  readonly now: Date
  readonly tables: readonly TableNow<ShownParty>[]
  readonly parties: readonly ShownParty[]
  readonly walkIns: WalkIns
  readonly canEdit: boolean
  readonly canRecord: boolean
  readonly record: ReturnType<typeof useActs>['record']
  readonly onOpened: (opened: Opened | null) => void
}

export function FloorDialogs(props: Props) {
  const { opened, floor, now, tables, parties, walkIns, canEdit, canRecord, record, onOpened } = props
  const close = (): void => onOpened(null)
  const amendment = useAmendDialog()
  const undoAdded = useUndoAdded()
  const inside = walkInsInside(walkIns)
  const party = 'partyId' in opened ? parties.find(({ id }) => id === opened.partyId) : undefined
  const tableId =
    'tableId' in opened ? opened.tableId : opened.kind === 'keep' ? party?.tableIds[0] : undefined
  const it = tables.find(({ table }) => table.id === tableId)
  /** People who walk in are here: they arrive and sit down with the booking. */
  const seat = (seated: Seated, tableNumber: number): void =>
    void record({
      party: { id: seated.id, type: 'dining', guestName: seated.guestName, tableNumbers: [tableNumber] },
      newActs: [...arrivalsOf(seated), { kind: 'seated' }],
      title: `Seated at table ${tableNumber}`,
      onUndo: () => undoAdded(seated.id),
    })
  return (
    <>
      {opened.kind === 'party' && party ? (
        <PartySheet
          key={party.id}
          {...{ party, canRecord, record }}
          walkInsInside={inside}
          onAmend={() => {
            if (party.type !== 'guest_list') amendment.open(party)
          }}
          onClose={close}
        >
          {tables
            .filter(({ table }) => party.tableIds.includes(table.id))
            .map(({ table }) => (
              <TableUse key={table.id} table={table} />
            ))}
        </PartySheet>
      ) : null}
      {opened.kind === 'table' && it ? (
        <TableSheet
          {...{ floor, it, parties, canEdit }}
          onMove={({ id, tableIds }) =>
            onOpened({ kind: 'move', partyId: id, from: tableIds[0] ?? null, to: it.table.id })
          }
          onWalkIn={() => onOpened({ kind: 'walk_in', tableId: it.table.id })}
          onOpenParty={({ id }) => onOpened({ kind: 'party', partyId: id })}
          onClose={close}
        />
      ) : null}
      {opened.kind === 'tables' && party ? (
        <SeveralTables party={party} isMove={party.tableIds.length === 1} onClose={close} />
      ) : null}
      {opened.kind === 'move' && party ? (
        <MoveDialog {...{ opened, party, now, tables, canRecord, record }} onClose={close} />
      ) : null}
      {(opened.kind === 'walk_in' || opened.kind === 'keep') && it ? (
        <WalkIn
          floor={floor}
          table={it.table}
          freeUntil={opened.kind === 'keep' ? null : it.freeUntil}
          dinner={opened.kind === 'keep' ? (party ?? null) : null}
          walkInsInside={inside}
          onSeated={(seated) => {
            close()
            if (opened.kind === 'walk_in') seat(seated, it.table.tableNumber)
          }}
          onClose={close}
        />
      ) : null}
      {amendment.dialog}
    </>
  )
}

type MoveProps = Pick<Props, 'now' | 'tables' | 'canRecord' | 'record'> & {
  readonly opened: Extract<Opened, { kind: 'move' }>
  readonly party: ShownParty
  readonly onClose: () => void
}

/**
 * Asks before a party moves. The price stays as it is, also where the new table costs more. Where another party still sits, the
 * question is whether it has left: it keeps its table until then.
 */
function MoveDialog({ opened: { from, to }, party, now, tables, canRecord, record, onClose }: MoveProps) {
  const { change, isBusy, dialog } = usePartyTables(onClose)
  const target = tables.find(({ table }) => table.id === to)
  if (!target) return null
  const { tableNumber, maxGuests } = target.table
  const seated = seatedProblem(target, party, now)
  if (seated) return <StillSeated {...{ seated, moving: party, canRecord, record }} onClose={onClose} />
  const tableIds = from === null ? [to] : party.tableIds.map((id) => (id === from ? to : id))
  const isElsewhere = from === null ? party.tableIds.length > 0 : !party.tableIds.includes(from)
  const move = (): void => {
    if (!isElsewhere) return change({ party, tableIds, title: `Moved to table ${tableNumber}` })
    const text = `${party.guestName} was moved meanwhile: ${tableText(party)}.`
    showToast({ tone: 'bad', title: 'Not moved', text })
    onClose()
  }
  return (
    <>
      <ConfirmDialog
        isOpen
        question={`Move ${party.guestName} to table ${tableNumber}?`}
        confirm={`Move to table ${tableNumber}`}
        isBusy={isBusy}
        isGrave={false}
        onConfirm={move}
        onClose={onClose}
      >
        <p className="text-sand">
          {`${countText(party.guestCount, 'guest')}, now ${tableText(party).toLowerCase()}. Table ${tableNumber} seats ${maxGuests}. The price stays as it is.`}
        </p>
      </ConfirmDialog>
      {dialog}
    </>
  )
}

type SeatedProps = Pick<Props, 'canRecord' | 'record'> & {
  readonly seated: NonNullable<ReturnType<typeof seatedProblem<ShownParty>>>
  readonly moving: ShownParty
  readonly onClose: () => void
}

/** Offers to record that the party at a table has left, before another one moves there. */
function StillSeated({ seated: { party, text }, moving, canRecord, record, onClose }: SeatedProps) {
  const { guestName, attendance } = party
  const guests = attendance.inside
  return (
    <ConfirmDialog
      isOpen
      question={text}
      confirm={canRecord ? `Mark ${guestName} as left` : 'OK'}
      isGrave={false}
      onConfirm={() => {
        if (canRecord)
          void record({
            party,
            newActs: [{ kind: 'left', guests, freesTable: true }],
            title: `${guests} left`,
          })
        else onClose()
      }}
      onClose={onClose}
    >
      <p className="text-sand">
        {`${countText(guests, 'guest')} of this party ${guests === 1 ? 'is' : 'are'} here. ${moving.guestName} gets the table once they have left.`}
      </p>
    </ConfirmDialog>
  )
}
