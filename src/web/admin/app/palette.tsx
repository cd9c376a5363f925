import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '#ui/dialog.tsx'
import { AdminIcon, type AdminIconName } from '#ui/admin/admin-icon.tsx'
import { signOut } from '../auth/sign-out.ts'
import type { NavEntry } from './tabs.ts'

type Command = { readonly label: string; readonly icon: AdminIconName; readonly run: () => void }
type Props = { readonly tabs: readonly NavEntry[]; readonly onClose: () => void; readonly onKeys: () => void }

/** Command palette: finds tabs and commands by name. */
export default function Palette({ tabs, onClose, onKeys }: Props) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const id = useId()
  const commands: readonly Command[] = [
    ...tabs.map(({ label, icon, path, isDocument }) => ({
      label,
      icon,
      run: () => (isDocument ? window.location.assign(`/admin/${path}`) : void navigate(`/admin/${path}`)),
    })),
    { label: 'View Site', icon: 'home', run: () => window.location.assign('/') },
    { label: 'Keys', icon: 'list', run: onKeys },
    { label: 'Logout', icon: 'arrow', run: () => void signOut() },
  ]
  const found = commands.filter((it) => it.label.toLowerCase().includes(text.trim().toLowerCase()))
  const current = found[Math.min(index, found.length - 1)]

  const choose = (command: Command | undefined): void => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setIndex((Math.min(index, found.length - 1) + step + found.length) % Math.max(found.length, 1))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(current)
    }
  }
  return (
    <Dialog isOpen onClose={onClose} labelledBy={`${id}-title`} className="sm:max-w-lg">
      <div className="flex flex-col gap-3 p-5">
        <h2 id={`${id}-title`} className="font-display text-lg">
          Go to
        </h2>
        <input
          data-first-focus=""
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${current.label}` : undefined}
          aria-label="Go to"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setIndex(0)
          }}
          onKeyDown={onKeyDown}
          className="min-h-11 w-full rounded-lg border border-clay bg-night px-3"
        />
        <ul id={`${id}-list`} role="listbox" aria-label="Commands" className="flex flex-col">
          {found.map((command) => (
            <li
              key={command.label}
              id={`${id}-${command.label}`}
              role="option"
              aria-selected={command === current}
              onClick={() => choose(command)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 hover:bg-cocoa aria-selected:bg-cocoa aria-selected:text-brass"
            >
              <AdminIcon name={command.icon} />
              {command.label}
            </li>
          ))}
        </ul>
        {found.length === 0 ? <p className="text-sand">No match.</p> : null}
      </div>
    </Dialog>
  )
}
