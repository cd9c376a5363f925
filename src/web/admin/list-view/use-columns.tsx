import { useState } from 'react'
import { ActionCheck, ActionItem, ActionMenu } from '#ui/admin/lists/action-menu.tsx'
import type { Column } from '#ui/admin/lists/dense-table.tsx'
import { useCurrentUser } from '../auth/current-user.ts'

const NOTHING_HIDDEN: ReadonlySet<string> = new Set()

function readHidden(key: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((it) => typeof it === 'string') : [])
  } catch {
    return NOTHING_HIDDEN
  }
}

function saveHidden(key: string, hidden: ReadonlySet<string>): void {
  try {
    if (hidden.size === 0) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, JSON.stringify([...hidden]))
  } catch {
    // The choice lasts until the next reload if the browser denies storage.
  }
}

/** The columns of a table that this member of staff has hidden on this device, and the menu that hides and shows them. */
export function useColumns(table: string, columns: readonly Pick<Column, 'name' | 'head' | 'isFixed'>[]) {
  const key = `columns ${useCurrentUser().id} ${table}`
  const [hidden, setHidden] = useState(() => readHidden(key))
  const change = (next: ReadonlySet<string>): void => {
    saveHidden(key, next)
    setHidden(next)
  }
  const menu = (
    <ActionMenu label="Columns" text="Columns" className="max-lg:hidden">
      {columns
        .filter(({ isFixed }) => !isFixed)
        .map(({ name, head }) => (
          <ActionCheck
            key={name}
            isOn={!hidden.has(name)}
            onToggle={() =>
              change(new Set(hidden.has(name) ? [...hidden].filter((it) => it !== name) : [...hidden, name]))
            }
          >
            {head ?? name}
          </ActionCheck>
        ))}
      <ActionItem className="mt-1 border-t border-bark text-brass" onChoose={() => change(NOTHING_HIDDEN)}>
        Reset
      </ActionItem>
    </ActionMenu>
  )
  return { hidden, menu }
}
