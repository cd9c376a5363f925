import { useEffect, useMemo } from 'react'
import { applySnapshot, openingCentre, viewTables } from '../rules.ts'
import type { ChartTable, SeatingChart as Chart, ViewTable } from '../schema.ts'
import { ChartControls } from './chart-controls.tsx'
import { ChartLegend } from './drawing/chart-legend.tsx'
import { FloorPlan } from './floor-plan.tsx'
import { PartySize } from './party-size.tsx'
import { TableList } from './table-list.tsx'
import { useLiveFloor } from './use-live-floor.ts'
import { useTableRadios } from './use-table-radios.ts'
import { useZoom } from './use-zoom.ts'

type Props = {
  readonly chart: Chart
  readonly eventId: string
  readonly slug: string
  /** Whether tables are still to be had on this night. Where they are not, the chart is only looked at. */
  readonly canChoose: boolean
  readonly partySize: number | null
  readonly onPartySize: (partySize: number) => void
  readonly chosen: string | null
  /** The tables this guest is holding. */
  readonly yours: ReadonlySet<string>
  /** The arrow keys have come to a table: it is marked, and nothing opens. */
  readonly onSelect: (table: ChartTable) => void
  readonly onChoose: (table: ChartTable, element: Element) => void
  /** Hears of the floor as it is now, each time it changes. */
  readonly onFloor?: (tables: readonly ChartTable[]) => void
}

/** The floor on one night, as it is this second: drawn, explained, told again as a list, and chosen from in both. */
export function SeatingChart(props: Props) {
  const { chart, eventId, slug, canChoose, partySize, chosen, yours, onFloor } = props
  const snapshot = useLiveFloor({ eventId, variant: chart.variant, isOn: canChoose })
  const tables = useMemo(() => applySnapshot(chart.tables, snapshot), [chart.tables, snapshot])
  useEffect(() => onFloor?.(tables), [tables, onFloor])

  const view = viewTables(tables, { partySize, chosen, yours })
  const asCharted = ({ id }: ViewTable): ChartTable | undefined => tables.find((table) => table.id === id)
  const radios = useTableRadios({
    tables: view,
    chosen,
    partySize,
    onSelect(table) {
      const charted = asCharted(table)
      if (charted) props.onSelect(charted)
    },
    onChoose(table, element) {
      const charted = asCharted(table)
      if (charted) props.onChoose(charted, element)
    },
  })
  const shown = { tables: view, partySize, radios: canChoose ? radios : null }
  const { frame, ...zoom } = useZoom((frameShare) => openingCentre(view, frameShare), partySize)
  return (
    <div className="@container flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        {canChoose ? (
          <PartySize slug={slug} tables={view} partySize={partySize} onPartySize={props.onPartySize} />
        ) : null}
        <ChartControls zoom={zoom} />
      </div>
      {/* On a phone the plan is wider than the screen and starts at a size that can be read and touched. */}
      <div
        ref={frame}
        role="region"
        aria-label="Seating chart, scrolls sideways"
        tabIndex={0}
        className="flex h-[calc(max(25rem,41.667cqi)+0.5rem)] overflow-auto rounded-card bg-ember [scrollbar-color:var(--color-clay)_transparent] [scrollbar-width:thin]"
      >
        <FloorPlan
          chart={{ ...chart, tables }}
          shown={shown}
          className="m-auto block aspect-12/5 w-[calc(max(100%,60rem)*var(--zoom,1))] shrink-0"
        />
      </div>
      <ChartLegend canChoose={canChoose} />
      <TableList shown={shown} />
    </div>
  )
}
