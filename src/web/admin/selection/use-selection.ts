import { useCallback, useMemo, useState } from 'react'
import type { RowSelection } from '#ui/admin/lists/selection.tsx'

type Selected = { readonly list: string; readonly ids: ReadonlySet<string> }

const NONE: ReadonlySet<string> = new Set()

/** The selected rows. A selection belongs to one list, named by its filter: another filter clears it. */
export function useSelection(items: readonly { readonly id: string }[] | undefined, list: string) {
  const [selected, setSelected] = useState<Selected>({ list, ids: NONE })
  const ids = selected.list === list ? selected.ids : NONE
  const change = useCallback(
    (changed: readonly string[], isSelected: boolean) =>
      setSelected((before) => {
        const next = new Set(before.list === list ? before.ids : NONE)
        for (const id of changed) {
          if (isSelected) next.add(id)
          else next.delete(id)
        }
        return { list, ids: next }
      }),
    [list],
  )
  const onRow = useCallback((id: string, isSelected: boolean) => change([id], isSelected), [change])
  const rows: RowSelection = useMemo(
    () => ({
      ids,
      onRow,
      onAll: (isSelected) =>
        change(
          (items ?? []).map(({ id }) => id),
          isSelected,
        ),
    }),
    [ids, items, onRow, change],
  )
  return {
    rows,
    select: (all: readonly string[]): void => setSelected({ list, ids: new Set(all) }),
    clear: (): void => setSelected({ list, ids: NONE }),
  }
}
