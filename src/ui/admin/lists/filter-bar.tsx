import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../button.tsx'
import { TextField } from '../forms/field.tsx'

type Props = {
  /** The search field, always visible. */
  readonly search: ReactNode
  /** Number of filters that differ from their defaults. */
  readonly active: number
  /** The part that the list shows by its default filters: `Today`. */
  readonly shown?: string
  /** Grid columns from 64rem on: one for the search, one for each filter. */
  readonly className: string
  /** The filters: in one line with the search on a wide screen, behind a button on a narrow one. */
  readonly children: ReactNode
}

/** Search and filters of a list in one line. On narrow screens a button shows and hides the filters. */
export function FilterBar({ search, active, shown, className, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div
      role="search"
      className={`grid grid-cols-[1fr_auto] items-end gap-2 lg:[&_input]:min-h-9 lg:[&_input]:py-1 lg:[&_label]:-mb-1 lg:[&_label]:text-xs lg:[&_select]:min-h-9 lg:[&_select]:py-1 ${className}`}
    >
      {search}
      <Button
        look="outline"
        className="px-4 lg:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {shown === undefined ? '' : `${shown} · `}
        {active === 0 ? 'Filters' : `Filters (${active})`}
      </Button>
      <div
        id={id}
        className={`col-span-2 grid-cols-2 items-end gap-2 lg:contents ${isOpen ? 'grid' : 'hidden'}`}
      >
        {children}
      </div>
    </div>
  )
}

type Searched = {
  /** Text of the list that is shown, which may lag behind what is being typed. */
  readonly value: string
  readonly onText: (text: string) => void
}

/**
 * Attributes of the search field of a list, which the key `/` focuses. It keeps what is typed while the list for an earlier text
 * is still being drawn, and follows the text of the list when it is not in use: after Back, or after the filters were cleared.
 */
export function useSearchInput({ value, onText }: Searched): ComponentProps<'input'> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = value
  }, [value])
  const attributes = { type: 'search', autoComplete: 'off', maxLength: 80, 'data-tab-search': '' }
  return {
    ...attributes,
    ref: field,
    defaultValue: value,
    onChange: (event) => onText(event.target.value),
  }
}

type SearchProps = Searched & Pick<ComponentProps<'input'>, 'placeholder'>

export const SearchField = ({ value, onText, ...input }: SearchProps) => (
  <TextField label="Search" {...input} {...useSearchInput({ value, onText })} />
)
