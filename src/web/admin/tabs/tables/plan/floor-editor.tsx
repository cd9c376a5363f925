import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { addPiece, describeOverlaps, itemsOf, overlapsOf, removePieces } from '#features/floor-plan/rules.ts'
import type { RoomPlan } from '#features/floor-plan/schema.ts'
import type { FurnitureKind } from '#features/floor-plan/chart/schema.ts'
import { ChartControls } from '#features/floor-plan/chart/ui/chart-controls.tsx'
import { useZoom } from '#features/floor-plan/chart/ui/use-zoom.ts'
import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import { Button } from '#ui/button.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { FloorInspector } from './floor-inspector.tsx'
import { FloorRoom } from './floor-room.tsx'
import { FloorTools } from './floor-tools.tsx'
import { PLAN_KEY, PLAN_PATH } from '../table-fields.ts'
import { useFloorDraft } from './use-floor-draft.ts'
import { useFloorSaving } from './use-floor-saving.tsx'

type Acts = {
  readonly onEdit: (table: StaffTable) => void
  readonly onDelete: (table: StaffTable) => void
}

/** The floor plan editor. */
export default function FloorEditor(acts: Acts) {
  const room = useQuery({
    queryKey: PLAN_KEY,
    queryFn: async ({ signal }) => (await apiFetch(PLAN_PATH, { signal })).item,
  })
  if (room.data) return <Editor room={room.data} {...acts} />
  if (room.error)
    return <LoadFailure what="The floor plan" text={room.error.message} onRetry={() => void room.refetch()} />
  return <LoadingRows label="Loading the floor plan" />
}

const GRID = 10
const NOBODY: ReadonlySet<string> = new Set()

function Editor({ room, onEdit, onDelete }: Acts & { readonly room: RoomPlan }) {
  const plan = useFloorDraft(room)
  const saving = useFloorSaving(plan)
  const [ids, choose] = useState(NOBODY)
  const [snaps, setSnaps] = useState(true)
  const [selectsSeveral, setGathers] = useState(false)
  const { frame, ...zoom } = useZoom()
  const { now } = plan.draft
  const items = itemsOf(now).filter((it) => ids.has(it.id))
  const chosen = new Set(items.map((it) => it.id))
  const overlaps = overlapsOf(now)
  const onFurniture = (kind: FurnitureKind): void => {
    const id = crypto.randomUUID()
    plan.edit((before) => addPiece(before, id, kind))
    choose(new Set([id]))
  }
  const onRemove = (): void => {
    const [only, another] = items
    if (only && !another && !('kind' in only)) onDelete(only)
    else plan.edit((before) => removePieces(before, chosen))
  }
  return (
    <div className="flex flex-col gap-4" onKeyDown={(event) => stepOnKey(event, plan)}>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <FloorTools
          draft={plan}
          {...{ snaps, selectsSeveral, onFurniture }}
          onSnaps={setSnaps}
          onSelectsSeveral={setGathers}
          onAll={() => choose(new Set(itemsOf(now).map((it) => it.id)))}
        />
        <ChartControls zoom={zoom} />
      </div>
      <div className="@container grid gap-4 min-[87.5rem]:grid-cols-[minmax(0,1fr)_18rem] min-[87.5rem]:items-start">
        {/* The padding leaves room for the handles of items at the walls. */}
        <div
          ref={frame}
          role="region"
          aria-label="Floor plan, scrolls sideways"
          tabIndex={0}
          className="flex max-h-[80dvh] min-w-0 overflow-auto rounded-card border border-bark bg-night p-4 [scrollbar-color:var(--color-clay)_transparent] [scrollbar-width:thin]"
        >
          <FloorRoom
            plan={now}
            overlapping={new Set(overlaps.flat().map((it) => it.id))}
            grid={snaps ? GRID : 1}
            edit={plan.edit}
            {...{ chosen, selectsSeveral, choose, onRemove }}
          />
        </div>
        <FloorInspector plan={now} items={items} edit={plan.edit} onEdit={onEdit} onDelete={onDelete} />
      </div>
      <SaveBar
        warning={describeOverlaps(overlaps)}
        changes={plan.changes}
        onDiscard={() => plan.edit(() => plan.draft.seen)}
        {...saving}
      />
      {saving.conflictDialog}
    </div>
  )
}

/** Undo and redo by keyboard, except in text fields. */
function stepOnKey(event: KeyboardEvent, { undo, redo }: { undo: () => void; redo: () => void }): void {
  const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
  if (isTyping || !(event.ctrlKey || event.metaKey)) return
  const key = event.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return
  event.preventDefault()
  if (key === 'y' || event.shiftKey) redo()
  else undo()
}

type SaveProps = {
  readonly warning: string
  readonly changes: number
  readonly isSaving: boolean
  readonly saveError: string | null
  readonly save: () => void
  readonly onDiscard: () => void
}

/** Save bar with unsaved changes and overlaps; sticky while it has a message, against layout shift. */
const SaveBar = ({ warning, changes, isSaving, saveError, save, onDiscard }: SaveProps) => (
  <div
    className={`flex flex-wrap items-center gap-3 rounded-card border border-bark bg-ember/95 p-3 backdrop-blur-sm ${changes > 0 || warning !== '' ? 'foot-bar sticky bottom-0 z-20' : ''}`}
  >
    <div className="min-w-0 flex-1 max-sm:basis-full">
      <p role="status" className="text-sand">
        {changes === 0
          ? 'Everything is saved'
          : changes === 1
            ? '1 change is not saved'
            : `${changes} changes are not saved`}
      </p>
      <p role="status" className="text-sm text-rose empty:hidden">
        {warning}
      </p>
      {saveError ? <p className="text-sm text-rose">{saveError}</p> : null}
    </div>
    <Button look="quiet" className="px-3" disabled={changes === 0} onClick={onDiscard}>
      Discard
    </Button>
    <Button disabled={changes === 0 || isSaving} onClick={save}>
      Save floor plan
    </Button>
  </div>
)
