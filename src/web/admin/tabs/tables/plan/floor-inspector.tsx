import type { ReactNode } from 'react'
import {
  alignTo,
  type Axis,
  type Edge,
  joinTables,
  kindLabel,
  nameOf,
  namePiece,
  pairOf,
  partTables,
  removePieces,
  replaceSome,
  setSeats,
  setZone,
  spreadOut,
  TURN_STEP,
  turnBy,
} from '#features/floor-plan/rules.ts'
import {
  MIN_SIZE,
  MAX_SIZE,
  type PlanItem,
  type PlanPiece,
  type RoomPlan,
} from '#features/floor-plan/schema.ts'
import { FLOOR_HEIGHT, FLOOR_WIDTH } from '#features/floor-plan/chart/schema.ts'
import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/admin/forms/field.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { NumberField } from './number-field.tsx'
import { ZONE_OPTIONS, zoneOf } from '../table-fields.ts'
import type { PlanEdit } from './use-floor-draft.ts'

type Edit = (edit: PlanEdit) => void
type Props = {
  readonly plan: RoomPlan
  readonly items: readonly PlanItem[]
  readonly edit: Edit
  readonly onEdit: (table: StaffTable) => void
  readonly onDelete: (table: StaffTable) => void
}

const isTable = (item: PlanItem): item is StaffTable => !('kind' in item)

/** Properties and actions of the selected items. */
export function FloorInspector({ plan, items, edit, onEdit, onDelete }: Props) {
  const [only, another] = items
  if (!only) return <Hints plan={plan} />
  const tables = items.filter(isTable)
  const pieces = items.filter((it) => !isTable(it))
  const ids = new Set(items.map((it) => it.id))
  const title = another ? `${items.length} selected` : nameOf(only)
  return (
    <Panel className="flex flex-col gap-4">
      <div role="group" aria-label={title} className="flex flex-col gap-4">
        <h3 className="text-lg">{title}</h3>
        {another ? (
          <p className="text-sm text-sand">{items.map(nameOf).join(', ')}</p>
        ) : (
          <OnePlace item={only} edit={edit} />
        )}
        {!another && !isTable(only) ? <PieceName piece={only} edit={edit} /> : null}
        {tables.length > 0 ? <Zones tables={tables} edit={edit} /> : null}
        {!another && isTable(only) ? (
          <NumberField
            label="Seats"
            value={only.maxGuests}
            min={1}
            max={50}
            onSet={(seats) => edit((now) => setSeats(now, only.id, seats))}
          />
        ) : null}
        <Tools title="Turn">
          <Tool label={`${TURN_STEP}° left`} onUse={() => edit((now) => turnBy(now, ids, -TURN_STEP))} />
          <Tool label={`${TURN_STEP}° right`} onUse={() => edit((now) => turnBy(now, ids, TURN_STEP))} />
        </Tools>
        {another ? <Arranging count={items.length} ids={ids} edit={edit} /> : null}
        <Neighbours plan={plan} tables={items.length === tables.length ? tables : []} edit={edit} />
        <div className="flex flex-wrap gap-2">
          {!another && isTable(only) ? (
            <>
              <Tool label="Edit table" onUse={() => onEdit(only)} />
              <Tool label="Delete table" look="text-rose" onUse={() => onDelete(only)} />
            </>
          ) : null}
          {pieces.length > 0 ? (
            <Tool
              label="Remove furniture"
              look="text-rose"
              onUse={() => edit((now) => removePieces(now, ids))}
            />
          ) : null}
        </div>
      </div>
    </Panel>
  )
}

const Hints = ({ plan }: { readonly plan: RoomPlan }) => {
  const pairs = plan.pairs.map((pair) =>
    plan.tables
      .filter((it) => it.id === pair.tableId || it.id === pair.withTableId)
      .map((it) => it.tableNumber)
      .toSorted((a, b) => a - b)
      .join(' + '),
  )
  return (
    <Panel className="flex flex-col gap-3 text-sand">
      <h3 className="text-lg text-cream">Nothing selected</h3>
      <p>Select a table and drag it into place. Its corners resize it; the round handle rotates it.</p>
      <p>Shift or Ctrl adds to the selection. So does a frame drawn on the floor.</p>
      <p>
        Keyboard: Tab moves between items, arrow keys move an item by 1 (with Shift by 10), Space adds to the
        selection.
      </p>
      {pairs.length > 0 ? (
        <p>
          <span className="text-teal-light">Can be pushed together: </span>
          {pairs.join(', ')}.
        </p>
      ) : null}
    </Panel>
  )
}

function OnePlace({ item, edit }: { readonly item: PlanItem; readonly edit: Edit }) {
  const most = isTable(item) ? MAX_SIZE.table : MAX_SIZE.piece
  const fields = [
    { name: 'positionX', label: 'X', min: 0, max: FLOOR_WIDTH - item.width },
    { name: 'positionY', label: 'Y', min: 0, max: FLOOR_HEIGHT - item.height },
    { name: 'width', label: 'Width', min: MIN_SIZE, max: most.width },
    { name: 'height', label: 'Height', min: MIN_SIZE, max: most.height },
    { name: 'rotation', label: 'Rotation', min: 0, max: 359 },
  ] as const
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-5 min-[87.5rem]:grid-cols-2">
      {fields.map(({ name, ...field }) => (
        <NumberField
          key={name}
          {...field}
          value={item[name]}
          onSet={(value) => edit((now) => replaceSome(now, new Set([item.id]), () => ({ [name]: value })))}
        />
      ))}
    </div>
  )
}

const PieceName = ({ piece, edit }: { readonly piece: PlanPiece; readonly edit: Edit }) => (
  <TextField
    // The key resets the uncontrolled input when the name changes, by undo for instance.
    key={`${piece.id} ${piece.label}`}
    label="Name"
    hint={`A ${kindLabel(piece.kind).toLowerCase()}; guests read its name on the chart`}
    maxLength={40}
    defaultValue={piece.label}
    onBlur={({ target }) => {
      const label = target.value.trim()
      if (label === '') target.value = piece.label
      else edit((now) => namePiece(now, piece.id, label))
    }}
    onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
  />
)

const VARIOUS = { value: '', label: 'Several zones' }

function Zones({ tables, edit }: { readonly tables: readonly StaffTable[]; readonly edit: Edit }) {
  const zones = new Set(tables.map((it) => it.location))
  const [zone] = zones
  const isOne = zones.size === 1
  return (
    <SelectField
      label="Zone"
      options={isOne ? ZONE_OPTIONS : [VARIOUS, ...ZONE_OPTIONS]}
      value={isOne ? zone : ''}
      onChange={({ target }) => {
        const ids = new Set(tables.map((it) => it.id))
        if (target.value !== '') edit((now) => setZone(now, ids, zoneOf(target.value)))
      }}
    />
  )
}

const EDGES: readonly (readonly [Edge, string])[] = [
  ['left', 'Left'],
  ['centre', 'Center'],
  ['right', 'Right'],
  ['top', 'Top'],
  ['middle', 'Middle'],
  ['bottom', 'Bottom'],
]
const AXES: readonly (readonly [Axis, string])[] = [
  ['across', 'Across'],
  ['down', 'Down'],
]

type Several = { readonly count: number; readonly ids: ReadonlySet<string>; readonly edit: Edit }

const Arranging = ({ count, ids, edit }: Several) => (
  <>
    <Tools title="Align">
      {EDGES.map(([edge, label]) => (
        <Tool key={edge} label={label} onUse={() => edit((now) => alignTo(now, ids, edge))} />
      ))}
    </Tools>
    {count > 2 ? (
      <Tools title="Spread out">
        {AXES.map(([axis, label]) => (
          <Tool key={axis} label={label} onUse={() => edit((now) => spreadOut(now, ids, axis))} />
        ))}
      </Tools>
    ) : null}
  </>
)

type NeighboursProps = Pick<Props, 'plan' | 'edit'> & { readonly tables: readonly StaffTable[] }

/** Combinable tables: links two selected tables, and unlinks each pair. */
function Neighbours({ plan, tables, edit }: NeighboursProps) {
  const [one, other, more] = tables
  if (!one || more) return null
  if (other) {
    const pair = pairOf(one.id, other.id)
    const isJoined = plan.pairs.some((it) => it.id === pair.id)
    return isJoined ? (
      <Tool label="Do not push together" onUse={() => edit((now) => partTables(now, pair.id))} />
    ) : (
      <Tool label="Can be pushed together" onUse={() => edit((now) => joinTables(now, one.id, other.id))} />
    )
  }
  const own = plan.pairs.filter((it) => it.tableId === one.id || it.withTableId === one.id)
  if (own.length === 0)
    return (
      <p className="text-sm text-dune">
        Select a second table to let both be pushed together for larger parties.
      </p>
    )
  const neighbour = (ids: readonly string[]) =>
    plan.tables.find((it) => it.id !== one.id && ids.includes(it.id))
  return (
    <Tools title="Can be pushed together with">
      {own.map((pair) => {
        const table = neighbour([pair.tableId, pair.withTableId])
        return table ? (
          <Tool
            key={pair.id}
            label={`Part from ${nameOf(table)}`}
            onUse={() => edit((now) => partTables(now, pair.id))}
          />
        ) : null
      })}
    </Tools>
  )
}

const Tools = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="mb-1.5 text-sm font-semibold text-sand">{title}</legend>
    {children}
  </fieldset>
)

type ToolProps = { readonly label: string; readonly look?: string; readonly onUse: () => void }

const Tool = ({ label, look = '', onUse }: ToolProps) => (
  <Button look="outline" className={`px-3 text-sm ${look}`} onClick={onUse}>
    {label}
  </Button>
)
