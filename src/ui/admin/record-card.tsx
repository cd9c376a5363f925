import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

/** A record in a grid of cards: its picture, and below it what there is to say and to do. */
export const RecordCard = ({ picture, children }: { picture: ReactNode; children: ReactNode }) => (
  <li className="flex flex-col overflow-hidden rounded-card border border-bark bg-ember">
    {picture}
    <div className="flex flex-1 flex-col gap-2 p-4">{children}</div>
  </li>
)

/** The words of a record, cut where they would take too much room. What follows them stands at the foot of the card. */
export const RecordText = ({ children }: { children: ReactNode }) => (
  <div className="flex-1">
    <p className="line-clamp-2 text-sm text-sand">{children}</p>
  </div>
)

/** What can be done with a record. The words of the first button stand in line with those above it. */
export const RecordActions = ({ children }: { children: ReactNode }) => (
  <div className="-mx-3 -mb-2 flex flex-wrap gap-x-1">{children}</div>
)

type ActionProps = {
  /** What it does and to what, for who does not see where it stands. */
  readonly label: string
  readonly isPressed?: boolean
  readonly className?: string
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A small button among others that do something to one record. */
export const RecordAction = ({ label, isPressed, className = '', onClick, children }: ActionProps) => (
  <Button
    look="quiet"
    className={`px-3 text-sm ${className}`}
    aria-label={label}
    aria-pressed={isPressed}
    onClick={onClick}
  >
    {children}
  </Button>
)

type NamedProps = { readonly name: string; readonly onClick: () => void }

export const EditAction = ({ name, onClick }: NamedProps) => (
  <RecordAction label={`Edit ${name}`} onClick={onClick}>
    Edit
  </RecordAction>
)

export const DeleteAction = ({ name, onClick }: NamedProps) => (
  <RecordAction label={`Delete ${name}`} className="text-rose" onClick={onClick}>
    Delete
  </RecordAction>
)
