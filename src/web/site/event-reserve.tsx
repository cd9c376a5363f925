import type { ChartSummary } from '#features/floor/rules.ts'
import type { SeatingChart as Chart } from '#features/floor/schema.ts'
import { SeatingChart } from '#features/floor/ui/seating-chart.tsx'
import { formatUsdShort } from '#lib/money.ts'
import { ButtonLink } from '#ui/button.tsx'

type Props = {
  readonly price: string
  readonly soldOut: boolean
  readonly requestAt: string
  readonly chart: Chart
  readonly floor: ChartSummary
}

/** The room on that night, and what a table costs beside what the door costs. */
export const EventReserve = ({ price, soldOut, requestAt, chart, floor }: Props) => (
  <>
    <div className="flex flex-col gap-6 lg:flex-row lg:items-end lg:justify-between">
      <div>
        <h2 className="text-title">Reserve Table</h2>
        <p className="font-display text-heading text-brass italic">{roomLine(floor)}</p>
      </div>
      <Fees price={price} floor={floor} />
    </div>
    <SeatingChart chart={chart} />
    {soldOut ? null : (
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sand">
        Would you rather we found you a place?
        <ButtonLink to={requestAt} look="outline">
          Request a table
        </ButtonLink>
      </p>
    )}
  </>
)

function roomLine({ total, counts, open }: ChartSummary): string {
  if (!open) return 'No table is left for this night'
  return `${counts.available} of ${total} tables available`
}

const Fees = ({ price, floor: { open } }: Pick<Props, 'price' | 'floor'>) => (
  <dl className="grid gap-px overflow-hidden rounded-card border border-bark bg-bark sm:grid-cols-2 lg:min-w-[34rem]">
    <div className="bg-ember px-5 py-4">
      <dt className="text-sm text-sand">Table, paid when you reserve</dt>
      <dd className="font-display text-2xl text-brass">{open ? rangeText(open) : 'Sold out'}</dd>
    </div>
    <div className="bg-ember px-5 py-4">
      <dt className="text-sm text-sand">Cover at the door, a separate fee</dt>
      <dd className="font-display text-2xl text-cream">{price}</dd>
    </div>
  </dl>
)

const rangeText = ({ lowCents, highCents }: { lowCents: number; highCents: number }): string =>
  lowCents === highCents
    ? formatUsdShort(lowCents)
    : `${formatUsdShort(lowCents)} – ${formatUsdShort(highCents)}`
