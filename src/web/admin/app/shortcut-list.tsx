import { useState } from 'react'
import { CheckField } from '#ui/admin/forms/field.tsx'
import { Kbd } from '#ui/admin/panel.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { shortcutsEnabled, toggleShortcuts } from './keyboard-shortcuts.ts'

const KEYS = [
  { keys: ['Ctrl', 'K'], what: 'Go to a tab (⌘ K on a Mac)' },
  { keys: ['/'], what: 'Search in this tab' },
  { keys: ['?'], what: 'This list' },
  { keys: ['Esc'], what: 'Close what is open' },
  { keys: ['Space'], what: 'Pick up an item to arrange it, and put it down' },
  { keys: ['↑', '↓'], what: 'Move the item that is picked up' },
]

/** List of keyboard shortcuts, with the switch for single-key shortcuts. */
export default function KeyList({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(shortcutsEnabled)
  return (
    <Dialog isOpen onClose={onClose} labelledBy="keys-title" className="sm:max-w-md">
      <div className="flex flex-col gap-4 p-6">
        <h2 id="keys-title" className="font-display text-xl">
          Keys
        </h2>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
          {KEYS.map(({ keys, what }) => (
            <div key={what} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dt>
              <dd className="text-sand">{what}</dd>
            </div>
          ))}
        </dl>
        <CheckField
          label="Single-key shortcuts such as / and ?"
          checked={isOn}
          onChange={(event) => {
            setOn(event.target.checked)
            toggleShortcuts(event.target.checked)
          }}
        />
      </div>
    </Dialog>
  )
}
