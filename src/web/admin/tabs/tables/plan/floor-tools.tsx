import { useState } from 'react'
import { kindLabel } from '#features/floor-plan/rules.ts'
import { FURNITURE_KINDS } from '#features/floor-plan/schema.ts'
import type { FurnitureKind } from '#features/floor-plan/chart/schema.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField } from '#ui/admin/forms/field.tsx'
import type { FloorDraft } from './use-floor-draft.ts'

type Props = {
  readonly draft: FloorDraft
  readonly snaps: boolean
  readonly selectsSeveral: boolean
  readonly onSnaps: (snaps: boolean) => void
  readonly onSelectsSeveral: (selectsSeveral: boolean) => void
  readonly onAll: () => void
  readonly onFurniture: (kind: FurnitureKind) => void
}

const KINDS = FURNITURE_KINDS.map((it) => ({ value: it, label: kindLabel(it) }))

/** Toolbar: undo, redo, selection, grid and furniture. */
export function FloorTools({
  draft,
  snaps,
  selectsSeveral,
  onSnaps,
  onSelectsSeveral,
  onAll,
  onFurniture,
}: Props) {
  const [kind, setKind] = useState<FurnitureKind>('stage')
  const { past, future } = draft.draft
  return (
    <>
      <div role="group" aria-label="Steps" className="flex gap-2">
        <Button look="outline" className="px-3 text-sm" disabled={past.length === 0} onClick={draft.undo}>
          Undo
        </Button>
        <Button look="outline" className="px-3 text-sm" disabled={future.length === 0} onClick={draft.redo}>
          Redo
        </Button>
      </div>
      <div role="group" aria-label="Choosing" className="flex gap-2">
        <Button look="outline" className="px-3 text-sm" onClick={onAll}>
          Select all
        </Button>
        <Button
          look="outline"
          className="px-3 text-sm aria-pressed:bg-brass aria-pressed:text-night"
          aria-pressed={selectsSeveral}
          onClick={() => onSelectsSeveral(!selectsSeveral)}
        >
          Select several
        </Button>
      </div>
      <CheckField label="Snap to grid" checked={snaps} onChange={({ target }) => onSnaps(target.checked)} />
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onFurniture(kind)
        }}
      >
        <SelectField
          label="Furniture"
          options={KINDS}
          value={kind}
          onChange={({ target }) => setKind(FURNITURE_KINDS.find((it) => it === target.value) ?? 'stage')}
        />
        <Button look="outline" className="px-3 text-sm" type="submit" aria-label="Add furniture">
          Add
        </Button>
      </form>
    </>
  )
}
