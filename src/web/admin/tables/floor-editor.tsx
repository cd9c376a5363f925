import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { FLOOR_HEIGHT, FLOOR_WIDTH } from '#features/floor/schema.ts'
import { overlapsOf } from '#features/tables/rules.ts'
import type { StaffTable } from '#features/tables/schema.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/desk/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { askHouse, toastFailure } from '../house-client.ts'
import { TABLES_KEY, TABLES_PATH } from './table-fields.ts'
import { usePlan } from './use-plan.ts'

const GRID = 10
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const NUMBERS = [
  { name: 'positionX', label: 'X' },
  { name: 'positionY', label: 'Y' },
  { name: 'width', label: 'Width' },
  { name: 'height', label: 'Height' },
] as const

type Props = { readonly tables: readonly StaffTable[] }

/** The plan anew for each reading of the room: what somebody else changed is never moved unseen. */
export default function FloorEditor({ tables }: Props) {
  return <Editor key={tables.map((it) => `${it.id}${it.version}`).join()} tables={tables} />
}

function Editor({ tables }: Props) {
  const plan = usePlan(tables)
  const [chosenId, choose] = useState<string | null>(null)
  const [snaps, setSnaps] = useState(true)
  const chosen = plan.tables.find((it) => it.id === chosenId)
  const overlaps = overlapsOf(plan.tables)
  const save = useSaving(plan.moved)
  const setNumber = (
    field: HTMLInputElement,
    { id, name, was }: { id: string; name: string; was: number },
  ) => {
    const typed = field.valueAsNumber
    if (Number.isNaN(typed)) field.value = String(was)
    else if (typed !== was) plan.move({ id, change: { [name]: typed } })
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sand">
        Drag a table, or choose it and use the arrow keys: one step, with Shift ten.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button look="outline" disabled={!plan.canUndo} onClick={plan.undo}>
          Undo
        </Button>
        <Button look="outline" disabled={!plan.canRedo} onClick={plan.redo}>
          Redo
        </Button>
        <CheckField
          label="Snap to the grid"
          checked={snaps}
          onChange={(event) => setSnaps(event.target.checked)}
        />
        <Button disabled={plan.moved.length === 0 || save.isPending} onClick={() => save.mutate()}>
          Save floor plan
        </Button>
      </div>
      <p role="status" className="min-h-6 text-rose">
        {overlaps.length > 0
          ? `On each other: ${overlaps.map(([a, b]) => `tables ${a.tableNumber} and ${b.tableNumber}`).join(', ')}.`
          : ''}
      </p>
      <Room plan={plan} chosenId={chosenId} grid={snaps ? GRID : 1} onChoose={choose} />
      {chosen ? (
        <div
          role="group"
          aria-label={`Table ${chosen.tableNumber}`}
          className="grid grid-cols-2 gap-3 sm:grid-cols-4"
        >
          {NUMBERS.map(({ name, label }) => (
            <TextField
              // Written anew where the table was moved otherwise; taken over once it is typed to the end.
              key={`${name} ${chosen.id} ${chosen[name]}`}
              label={label}
              type="number"
              defaultValue={chosen[name]}
              onBlur={({ target }) => setNumber(target, { id: chosen.id, name, was: chosen[name] })}
              onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
            />
          ))}
        </div>
      ) : null}
    </div>
  )
}

type Plan = ReturnType<typeof usePlan>

function useSaving(moved: readonly StaffTable[]) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      askHouse(`${TABLES_PATH}/places`, {
        method: 'PUT',
        json: {
          tables: moved.map(({ id, version, positionX, positionY, width, height }) => ({
            id,
            version,
            positionX,
            positionY,
            width,
            height,
          })),
        },
      }),
    onSuccess: () => showToast({ tone: 'good', title: 'Floor plan saved' }),
    onError: (error) => toastFailure('Error updating table', error),
    onSettled: () => queries.invalidateQueries({ queryKey: TABLES_KEY }),
  })
}

type RoomProps = {
  readonly plan: Plan
  readonly chosenId: string | null
  readonly grid: number
  readonly onChoose: (id: string) => void
}
type Drag = { readonly id: string; readonly dx: number; readonly dy: number; hasMoved: boolean }

function Room({ plan, chosenId, grid, onChoose }: RoomProps) {
  const svg = useRef<SVGSVGElement>(null)
  const drag = useRef<Drag | null>(null)
  const pointOf = ({ clientX, clientY }: PointerEvent): DOMPoint =>
    new DOMPoint(clientX, clientY).matrixTransform(svg.current?.getScreenCTM()?.inverse())
  const take = (event: PointerEvent<SVGGElement>, table: StaffTable): void => {
    const { x, y } = pointOf(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { id: table.id, dx: x - table.positionX, dy: y - table.positionY, hasMoved: false }
    onChoose(table.id)
  }
  const carry = (event: PointerEvent): void => {
    const held = drag.current
    if (!held) return
    const { x, y } = pointOf(event)
    const snap = (at: number): number => Math.round(at / grid) * grid
    const change = { positionX: snap(x - held.dx), positionY: snap(y - held.dy) }
    plan.move({ id: held.id, change, isGoingOn: held.hasMoved })
    held.hasMoved = true
  }
  const step = (event: KeyboardEvent, table: StaffTable): void => {
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    const by = event.shiftKey ? 10 : 1
    plan.move({
      id: table.id,
      change: { positionX: table.positionX + arrow[0] * by, positionY: table.positionY + arrow[1] * by },
    })
  }
  return (
    <div className="overflow-x-auto rounded-card border border-bark bg-night">
      <svg
        ref={svg}
        viewBox={`0 0 ${FLOOR_WIDTH} ${FLOOR_HEIGHT}`}
        role="group"
        aria-label="Floor plan"
        className="w-full min-w-[48rem] touch-none"
        onPointerMove={carry}
        onPointerUp={() => (drag.current = null)}
        onPointerCancel={() => (drag.current = null)}
      >
        {plan.tables.map((table) => (
          <g
            key={table.id}
            role="button"
            tabIndex={0}
            aria-label={`Table ${table.tableNumber}`}
            aria-pressed={table.id === chosenId}
            className="cursor-grab fill-cocoa stroke-clay aria-pressed:stroke-brass"
            transform={`rotate(${table.rotation} ${table.positionX + table.width / 2} ${table.positionY + table.height / 2})`}
            onPointerDown={(event) => take(event, table)}
            onFocus={() => onChoose(table.id)}
            onKeyDown={(event) => step(event, table)}
          >
            <rect
              x={table.positionX}
              y={table.positionY}
              width={table.width}
              height={table.height}
              rx={table.shape === 'round' ? Math.min(table.width, table.height) / 2 : 8}
              strokeWidth={3}
            />
            <text
              x={table.positionX + table.width / 2}
              y={table.positionY + table.height / 2}
              textAnchor="middle"
              dominantBaseline="central"
              className="pointer-events-none fill-cream stroke-none text-lg font-semibold"
            >
              {table.tableNumber}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}
