import type { ReactNode } from 'react'
import type { Option } from '#lib/forms/descriptors.ts'
import { Button } from '../../button.tsx'
import type { Column } from './dense-table.tsx'

/** The selected rows of a list. Memoized, because the rows are. */
export type RowSelection = {
  readonly ids: ReadonlySet<string>
  readonly onRow: (id: string, isSelected: boolean) => void
  readonly onAll: (isSelected: boolean) => void
}

type CheckProps = {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (isChecked: boolean) => void
}

/** Checkbox with a target as wide as its cell, and 44 px on a phone. */
const RowCheck = ({ label, checked, onChange }: CheckProps) => (
  <label className="flex min-h-11 min-w-11 items-center justify-center lg:min-h-9 lg:min-w-9 lg:justify-start">
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      className="size-5 accent-brass lg:size-4.5"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
)

/** The column of the checkboxes. Its header selects all rows that are shown. */
export const selectionColumn = (
  rows: readonly { readonly id: string }[],
  { ids, onAll }: RowSelection,
): Column => ({
  name: 'Selection',
  width: 'w-9',
  isFixed: true,
  staysBeside: true,
  head: (
    <>
      <span className="lg:hidden">Selection</span>
      <span className="-my-1.5 block max-lg:hidden">
        <RowCheck
          label="Select all shown"
          checked={rows.length > 0 && rows.every(({ id }) => ids.has(id))}
          onChange={onAll}
        />
      </span>
    </>
  ),
})

type CellProps = {
  readonly id: string
  readonly name: string
  readonly isSelected: boolean
  readonly onSelect: RowSelection['onRow']
}

/** First cell of a row in a list with a selection. */
export const SelectionCell = ({ id, name, isSelected, onSelect }: CellProps) => (
  <td role="cell" className="py-0 max-lg:row-start-1">
    <RowCheck
      label={`Select ${name}`}
      checked={isSelected}
      onChange={(isChecked) => onSelect(id, isChecked)}
    />
  </td>
)

const SMALL = 'px-3 text-sm whitespace-nowrap lg:min-h-9 lg:py-1'

type BarProps = {
  /** Number of selected rows. */
  readonly count: number
  readonly noun: string
  readonly plural: string
  readonly onClear: () => void
  readonly children: ReactNode
}

/** Actions for the selected rows, sticky at the bottom of the screen. */
export const SelectionBar = ({ count, noun, plural, onClear, children }: BarProps) => (
  <div
    role="region"
    aria-label={`Selected ${plural}`}
    className="foot-bar sticky bottom-0 z-20 -mx-4 grid grid-cols-2 items-center gap-2 border-t border-brass/60 bg-ember px-4 py-2 shadow-2xl shadow-black sm:-mx-6 sm:flex sm:flex-wrap sm:px-6"
  >
    <p role="status" className="font-semibold max-sm:text-sm sm:mr-2">
      {count.toLocaleString('en-US')} {count === 1 ? noun : plural} selected
    </p>
    <Button look="quiet" className={SMALL} onClick={onClear}>
      Clear selection
    </Button>
    {children}
  </div>
)

type ButtonProps = {
  readonly look?: 'quiet' | 'outline'
  readonly isBusy?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

export const SelectionButton = ({ look = 'outline', isBusy = false, onClick, children }: ButtonProps) => (
  <Button look={look} className={SMALL} disabled={isBusy} onClick={onClick}>
    {children}
  </Button>
)

type MoreProps = {
  readonly isAllShown: boolean
  readonly onShown: () => void
  /** Selects what matches the filter beyond the rows that are shown; null where all of it is shown. */
  readonly matching?: { readonly isPending: boolean; readonly mutate: () => void } | null
}

/** Buttons that extend the selection. */
export const SelectMore = ({ isAllShown, onShown, matching = null }: MoreProps) => (
  <>
    {isAllShown ? null : (
      <SelectionButton look="quiet" onClick={onShown}>
        Select all shown
      </SelectionButton>
    )}
    {matching ? (
      <SelectionButton look="quiet" isBusy={matching.isPending} onClick={() => matching.mutate()}>
        Select all that match
      </SelectionButton>
    ) : null}
  </>
)

type ChoiceProps = {
  /** Accessible name. */
  readonly label: string
  /** Text of the field: `Set status…` */
  readonly text: string
  readonly options: readonly Option[]
  readonly isBusy?: boolean
  readonly onChoose: (value: string) => void
}

/** A value to set for the selected rows. */
export const SelectionChoice = ({ label, text, options, isBusy = false, onChoose }: ChoiceProps) => (
  <select
    aria-label={label}
    value=""
    disabled={isBusy}
    onChange={({ target }) => onChoose(target.value)}
    className="min-h-11 min-w-0 rounded-lg border border-clay bg-night px-2 text-sm font-semibold text-cream lg:min-h-9"
  >
    <option value="" disabled hidden>
      {text}
    </option>
    {options.map(({ value, label: name }) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </select>
)
