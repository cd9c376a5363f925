import { useMemo, useState } from 'react'
import { applySnapshot, canChoose, describeFit, tablesByZone } from '#features/floor-plan/chart/rules.ts'
import type { SeatingChart, ViewTable } from '#features/floor-plan/chart/schema.ts'
import { ChartControls } from '#features/floor-plan/chart/ui/chart-controls.tsx'
import { ChartFrame } from '#features/floor-plan/chart/ui/chart-frame.tsx'
import { ChartLegend } from '#features/floor-plan/chart/ui/drawing/chart-legend.tsx'
import { useLiveFloor } from '#features/floor-plan/chart/ui/use-live-floor.ts'
import { useTableRadios } from '#features/floor-plan/chart/ui/use-table-radios.ts'
import { useZoom } from '#features/floor-plan/chart/ui/use-zoom.ts'
import { Button } from '#ui/button.tsx'
import { INPUT, SELECT } from '#ui/forms/form-field.tsx'
import { FIELD } from './change-fields.ts'
import { centreOf, describeChoice, offerTables, type Seated, viewForChange } from './seating-rules.ts'

type Night = { readonly value: string; readonly label: string; readonly isChosen: boolean }

const LABEL = 'flex min-w-0 flex-col gap-1.5 font-semibold text-cream'

export type ChangeSeatingProps = {
  /** Address of the form with the place of the chart. */
  readonly chartAt: string
  readonly guests: string
  readonly nights: readonly Night[]
  readonly seated: Seated
  /** The tables of the chosen night; null where it is not on sale any more. */
  readonly chart: SeatingChart | null
  readonly tableId: string | null
  /** Whether the chosen night was off sale as the page was made. */
  readonly isOffSale: boolean
}

/** The party, the night and the table of a changed reservation: the chart, and the same tables as a list. */
export function ChangeSeating(props: ChangeSeatingProps) {
  const { chartAt, guests, nights, seated, chart, tableId } = props
  const [typed, setTyped] = useState(guests)
  const shown = nights.find((it) => it.isChosen)
  const [nightId, setNight] = useState(shown?.value ?? '')
  return (
    <>
      <label className={`${LABEL} max-w-40`}>
        Number of guests
        <input
          type="number"
          name={FIELD.guests}
          defaultValue={guests}
          onChange={(event) => setTyped(event.currentTarget.value)}
          min={1}
          step={1}
          required
          inputMode="numeric"
          autoComplete="off"
          className={INPUT}
        />
      </label>
      <div className="flex flex-wrap items-end gap-3">
        <label className={`${LABEL} flex-1 basis-64`}>
          Night
          <select
            name={FIELD.event}
            value={nightId}
            onChange={(event) => setNight(event.currentTarget.value)}
            className={SELECT}
          >
            {nights.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" look="outline" formAction={chartAt} formNoValidate>
          Show its tables
        </Button>
      </div>
      <p role="status" className={shown && nightId !== shown.value ? 'text-sand' : 'sr-only'}>
        {shown && nightId !== shown.value
          ? `The tables below are those of ${shown.label}. Press "Show its tables" for the other night.`
          : ''}
      </p>
      {chart ? (
        <Tables
          chart={chart}
          eventId={shown?.value ?? null}
          seated={seated}
          partySize={/^[1-9]\d?$/.test(typed.trim()) ? Number(typed) : null}
          first={tableId}
          wasOffSale={props.isOffSale}
        />
      ) : null}
    </>
  )
}

type TablesProps = {
  readonly chart: SeatingChart
  readonly eventId: string | null
  readonly seated: Seated
  readonly partySize: number | null
  readonly first: string | null
  readonly wasOffSale: boolean
}

/** One selection, in the drawing and in the list. The list alone sends it. */
function Tables({ chart: first, eventId, seated, partySize, first: firstTable, wasOffSale }: TablesProps) {
  const { snapshot } = useLiveFloor({
    eventId: eventId ?? '',
    variant: first.variant,
    isOn: eventId !== null,
  })
  const isOffSale = snapshot ? Boolean(snapshot.offSale) : wasOffSale
  const { keptId } = seated
  const tables = useMemo(
    () => offerTables(applySnapshot(first.tables, snapshot), { keptId, isOffSale }),
    [first.tables, snapshot, keptId, isOffSale],
  )
  const [chosen, setChosen] = useState(firstTable)
  const viewed = viewForChange(tables, { seated, partySize, chosen })
  const choose = ({ id }: ViewTable): void => setChosen(id)
  const { group, radioFor } = useTableRadios({
    variant: first.variant,
    tables: viewed,
    chosen,
    partySize,
    onSelect: choose,
    onChoose: choose,
  })
  // Without scripts a table of the drawing leads to its place in the list.
  const radios = {
    group,
    radioFor: (table: ViewTable) => ({
      ...radioFor(table),
      href: canChoose(table) ? `#${idOf(table)}` : undefined,
    }),
  }
  const centre = (frameShare: number): number => centreOf(viewed, seated, frameShare)
  const { frame, ...zoom } = useZoom(centre, partySize)
  const isLost = chosen !== null && !viewed.some((it) => it.id === chosen && canChoose(it))
  return (
    <div className="@container flex flex-col gap-5">
      <div id="tables" className="flex scroll-mt-24 flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h3 className="text-lg font-semibold text-cream">Table</h3>
        <p role="status" className="flex-1 text-sand">
          {partySize === null ? '' : describeFit(viewed, partySize)}
        </p>
        <ChartControls zoom={zoom} />
      </div>
      <ChartFrame
        frame={frame}
        centreOf={centre}
        chart={{ ...first, tables }}
        view={{ tables: viewed, partySize, radios }}
      />
      <p role="status" className={isLost ? 'font-semibold text-cream' : 'sr-only'}>
        {isLost ? 'Please choose another table.' : ''}
      </p>
      <ChartLegend canChoose />
      <fieldset className="min-w-0">
        <legend className="font-semibold text-cream">Choose from a list</legend>
        <div className="mt-2 grid gap-x-6 gap-y-4 lg:grid-cols-3">
          {tablesByZone(viewed.filter((it) => it.state === 'too_small' || canChoose(it))).map((zone) => (
            <div key={zone.zone}>
              {zone.tables.map((table) => (
                <label
                  key={table.id}
                  className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-bark py-2 text-sm text-cream has-checked:font-semibold has-checked:text-brass has-disabled:cursor-not-allowed has-disabled:text-dune"
                >
                  <input
                    type="radio"
                    id={idOf(table)}
                    name={FIELD.table}
                    value={table.id}
                    checked={table.id === chosen && canChoose(table)}
                    disabled={!canChoose(table)}
                    onChange={() => choose(table)}
                    className="size-5 shrink-0 scroll-mt-24 accent-brass"
                  />
                  {describeChoice(table, seated)}
                </label>
              ))}
            </div>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

const idOf = ({ tableNumber }: ViewTable): string => `table-${tableNumber}`
