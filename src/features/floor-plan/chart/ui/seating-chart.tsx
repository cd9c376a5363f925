import { useEffect, useMemo } from 'react'
import { applySnapshot, hasChoice, openingCentre, viewTables } from '../rules.ts'
import type { ChartTable, FloorSnapshot, SeatingChart as Chart, ViewTable } from '../schema.ts'
import { ChartControls } from './chart-controls.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { ChartLegend } from './drawing/chart-legend.tsx'
import { PartySize } from './party-size.tsx'
import { TableList } from './table-list.tsx'
import { useTableRadios } from './use-table-radios.ts'
import { useZoom } from './use-zoom.ts'

type Props = {
  readonly chart: Chart
  /** Latest live states; null before the first ones. */
  readonly snapshot: FloorSnapshot | null
  readonly slug: string
  readonly requestAt: string
  /** False once no table can be booked: the chart is then an image. */
  readonly canChoose: boolean
  readonly partySize: number | null
  readonly onPartySize: (partySize: number) => void
  /** Advice for the chosen party size, between its field and the chart. */
  readonly children?: React.ReactNode
  readonly chosen: string | null
  /** Tables held by this guest. */
  readonly yours: ReadonlySet<string>
  /** Arrow keys moved to a table: it is selected without opening the dialog. */
  readonly onSelect: (table: ChartTable) => void
  readonly onChoose: (table: ChartTable, element: Element) => void
  /** Called with the current tables after each update. */
  readonly onFloor?: (tables: readonly ChartTable[]) => void
}

/**
 * Live seating chart of one event: drawing, legend and table list. Tables can be chosen in the drawing and in the list.
 */
export function SeatingChart(props: Props) {
  const { chart, snapshot, slug, canChoose, partySize, chosen, yours, onFloor } = props
  const tables = useMemo(() => applySnapshot(chart.tables, snapshot), [chart.tables, snapshot])
  useEffect(() => onFloor?.(tables), [tables, onFloor])

  const viewed = viewTables(tables, { partySize, chosen, yours })
  const asCharted = ({ id }: ViewTable): ChartTable | undefined => tables.find((table) => table.id === id)
  const radios = useTableRadios({
    variant: chart.variant,
    tables: viewed,
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
  const view = { tables: viewed, partySize, radios: canChoose ? radios : null }
  const centreOf = (frameShare: number): number => openingCentre(viewed, frameShare)
  const { frame, ...zoom } = useZoom(centreOf, partySize)
  return (
    <div className="@container flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        {canChoose ? (
          <PartySize
            slug={slug}
            variant={chart.variant}
            requestAt={props.requestAt}
            tables={viewed}
            partySize={partySize}
            onPartySize={props.onPartySize}
          />
        ) : null}
        <ChartControls zoom={zoom} />
      </div>
      {props.children}
      <ChartFrame frame={frame} centreOf={centreOf} chart={{ ...chart, tables }} view={view} />
      <ChartLegend canChoose={canChoose} />
      {canChoose && hasChoice(tables, yours) ? <TableList {...view} radios={radios} /> : null}
    </div>
  )
}
