import type { ReactNode } from 'react'
import { Button } from '../../button.tsx'

type CardProps = { readonly id: string; readonly picture: ReactNode; readonly children: ReactNode }

/** Card of a record in a grid: the image on top, text and actions below. */
export const RecordCard = ({ id, picture, children }: CardProps) => (
  <li data-row={id} className="flex flex-col overflow-hidden rounded-card border border-bark bg-ember">
    {picture}
    <div className="flex flex-1 flex-col gap-2 p-4">{children}</div>
  </li>
)

/** Description of a record, cut after two lines. It grows, so that the actions align at the bottom of all cards. */
export const RecordText = ({ children }: { children: ReactNode }) => (
  <div className="flex-1">
    <p className="line-clamp-2 text-sm text-sand">{children}</p>
  </div>
)

/** Row of actions. The negative margin aligns the text of the first button with the text above it. */
export const RecordActions = ({ children }: { children: ReactNode }) => (
  <div className="-mx-3 -mb-2 flex flex-wrap gap-x-1">{children}</div>
)

type ActionProps = {
  /** Accessible name: the action and the record it applies to. */
  readonly label: string
  readonly className?: string
  readonly onClick: () => void
  readonly children: ReactNode
}

export const RecordAction = ({ label, className = '', onClick, children }: ActionProps) => (
  <Button look="quiet" className={`px-3 text-sm ${className}`} aria-label={label} onClick={onClick}>
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
