import { type KeyboardEvent, type MouseEvent, useSyncExternalStore } from 'react'
import { dismissErrors, showToast } from '#ui/toasts/toasts.ts'
import { bookingAddress, canChoose, nextChoice, refuseTable, tablesByZone } from '../rules.ts'
import type { ViewTable } from '../schema.ts'

type Options = {
  /** Variant of the chart, which the links name. */
  readonly variant: number
  readonly tables: readonly ViewTable[]
  readonly chosen: string | null
  readonly partySize: number | null
  /** The table becomes the selected one. */
  readonly onSelect: (table: ViewTable) => void
  /** The booking dialog opens for the table. */
  readonly onChoose: (table: ViewTable, element: Element) => void
}

export type TableRadios = {
  readonly group: {
    readonly role: 'radiogroup'
    readonly 'aria-label': string
    readonly onClick: (event: MouseEvent) => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
  readonly radioFor: (table: ViewTable) => RadioProps
}

export type RadioProps = {
  readonly role: 'radio'
  readonly href: string | undefined
  readonly tabIndex: number | undefined
  readonly 'aria-checked': boolean
  readonly 'aria-disabled': true | undefined
  readonly 'data-table': number
}

const REFUSAL_STAYS_MS = 6000

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Tables as a radio group of links, which work without JavaScript. Arrow keys only select; Enter, Space or a click
 * opens the booking dialog. If selecting opened it, keyboard users could not move past a table.
 */
export function useTableRadios(options: Options): TableRadios {
  const { variant, tables, chosen, partySize, onSelect } = options
  const isHydrated = useIsHydrated()
  const ordered = tablesByZone(tables).flatMap((group) => group.tables)
  const tabStop = ordered.find((table) => table.id === chosen && canChoose(table)) ?? ordered.find(canChoose)

  const act = (table: ViewTable, radio: Element): void => {
    dismissErrors()
    if (canChoose(table)) options.onChoose(table, radio)
    // Chart and list are longer than a screen: an answer beside them would be out of view.
    else showToast({ ...refuseTable(table, partySize), tone: 'bad', staysMs: REFUSAL_STAYS_MS })
  }

  const onClick = (event: MouseEvent): void => {
    const radio = radioAt(event.target)
    const table = tableOf(radio, tables)
    // With a modifier key the link keeps its browser behavior: new tab, new window or download.
    if (!radio || !table || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    act(table, radio)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const radio = radioAt(event.target)
    const table = tableOf(radio, tables)
    if (!radio || !table || event.ctrlKey || event.metaKey || event.altKey) return
    const step = STEPS[event.key]
    if (!step && event.key !== ' ') return
    event.preventDefault()
    if (!step) return act(table, radio)
    const next = nextChoice(tables, table.id, step)
    if (!next) return
    onSelect(next)
    event.currentTarget.querySelector<SVGElement>(`[data-table="${next.tableNumber}"]`)?.focus()
  }

  return {
    group: { role: 'radiogroup', 'aria-label': 'Tables', onClick, onKeyDown },
    radioFor: (table) => ({
      role: 'radio',
      href: canChoose(table)
        ? `${bookingAddress({ variant, tableNumber: table.tableNumber, partySize })}#book`
        : undefined,
      // Roving tabindex, set only after hydration. A table that is lost keeps the focus.
      tabIndex: isHydrated ? (table === tabStop ? 0 : -1) : undefined,
      'aria-checked': table.id === chosen && canChoose(table),
      'aria-disabled': canChoose(table) ? undefined : true,
      'data-table': table.tableNumber,
    }),
  }
}

const radioAt = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest('[data-table]') : null

const tableOf = (radio: Element | null, tables: readonly ViewTable[]): ViewTable | undefined =>
  tables.find((table) => String(table.tableNumber) === radio?.getAttribute('data-table'))

const neverChanges = () => () => undefined

/** True after hydration; false in the server-rendered document. */
const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
