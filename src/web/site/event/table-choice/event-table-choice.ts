import { useEffect, useRef, useState } from 'react'
import { readPartySize, TABLE_RESERVED } from '#features/floor-plan/chart/rules.ts'
import type { ChartTable, SeatingChart } from '#features/floor-plan/chart/schema.ts'
import { holdPlace, mayBeOwn, readStored } from '#features/holds/ui/stored-holds.ts'
import { showToast } from '#ui/toasts/toasts.ts'

/** Selection on the seating chart: party size, chosen table, and whether its booking dialog is open. */
export type TableChoice = {
  /** Current state of all tables. */
  readonly tables: readonly ChartTable[]
  readonly partySize: number | null
  readonly chosen: string | null
  /** The table that is being booked; null while no dialog is open. */
  readonly opened: ChartTable | null
  readonly updateTables: (tables: readonly ChartTable[]) => void
  readonly setPartySize: (partySize: number) => void
  readonly select: (table: ChartTable) => void
  readonly open: (table: ChartTable, element?: Element) => void
  readonly openById: (tableId: string) => void
  readonly close: () => void
}

type Options = {
  readonly chart: SeatingChart
  readonly eventId: string
  readonly canChoose: boolean
  readonly search: string
}

/** Starts from the URL, which is also the target of the chart's links without JavaScript. */
export function useTableChoice({ chart, eventId, canChoose, search }: Options): TableChoice {
  const [tables, updateTables] = useState(chart.tables)
  const [partySize, changePartySize] = useState(() => readPartySize(new URLSearchParams(search)))
  const [chosen, setChosen] = useState(() => readChosen(search, chart.tables, partySize ?? 1))
  const [openId, setOpenId] = useState<string | null>(null)
  const opener = useRef<Element | null>(null)

  // A link to a table opens its dialog once; later changes of the tables do not reopen it. A table that this browser holds is paid
  // for there, also where nothing is on sale any more.
  useEffect(() => {
    const named = findNamed(search, tables)
    if (!named) return
    const isHeld = readStored(holdPlace(eventId, named.id)) !== null
    if (!canChoose && !isHeld) return
    if (named.state !== 'available' && !mayBeOwn(eventId, named) && !isHeld)
      return showToast({ ...TABLE_RESERVED, tone: 'bad' })
    setChosen(named.id)
    setOpenId(named.id)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const chosenTable = tables.find((table) => table.id === chosen)
  return {
    tables,
    partySize,
    chosen,
    opened: (openId === chosen && chosenTable) || null,
    updateTables,
    setPartySize(next) {
      changePartySize(next)
      if (chosenTable && chosenTable.maxGuests < next) setChosen(null)
      const address = new URL(location.href)
      address.searchParams.set('guests', String(next))
      address.searchParams.delete('table')
      history.replaceState(history.state, '', address)
      void import('./party-beside.ts').then(
        ({ followPartySize }) => followPartySize(next, chart.variant),
        () => undefined,
      )
    },
    select(table) {
      setChosen(table.id)
    },
    open(table, element) {
      if (element) opener.current = element
      setChosen(table.id)
      setOpenId(table.id)
    },
    openById(tableId) {
      setChosen(tableId)
      setOpenId(tableId)
    },
    close() {
      // An answer that comes late closes the dialog of its own table only.
      setOpenId((now) => (now === chosen ? null : now))
      // Once the dialog is closed, focus returns to the table on the chart, or to the one chosen instead. A dialog that the
      // address has opened leaves it nowhere.
      setTimeout(() => {
        const at = document.activeElement === document.body ? document : null
        const group = opener.current?.closest('[role=radiogroup]') ?? at
        group?.querySelector<SVGElement>(`[data-table="${chosenTable?.tableNumber}"]`)?.focus()
      })
    },
  }
}

function findNamed(search: string, tables: readonly ChartTable[]): ChartTable | undefined {
  const given = new URLSearchParams(search).get('table')
  return tables.find((it) => String(it.tableNumber) === given)
}

function readChosen(search: string, tables: readonly ChartTable[], partySize: number): string | null {
  const table = findNamed(search, tables)
  return table?.state === 'available' && table.maxGuests >= partySize ? table.id : null
}
