import { coverText, offSaleNotice } from '#features/events/rules.ts'
import type { OffSale } from '#features/reservations/schema.ts'
import type { Event } from '#features/events/schema.ts'
import {
  type ChartSummary,
  fittingTables,
  hasChoice,
  largestParty,
  summariseChart,
  viewTables,
} from '#features/floor-plan/chart/rules.ts'
import type { FloorSnapshot, SeatingChart as Chart } from '#features/floor-plan/chart/schema.ts'
import { SeatingChart } from '#features/floor-plan/chart/ui/seating-chart.tsx'
import { bestTable } from '#features/floor-plan/table-choice/rules.ts'
import { BestTable } from '#features/floor-plan/table-choice/ui/best-table.tsx'
import { NIGHT_FORM_TITLE } from '#features/waiting-list/schema.ts'
import { formatUsdShort } from '#lib/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { NextLink } from './event-data.ts'
import type { TableChoice } from './table-choice/event-table-choice.ts'

type Props = {
  readonly event: Pick<Event, 'slug' | 'price' | 'soldOut'>
  readonly requestAt: string
  /** The next event with tables for sale; null where there is none. */
  readonly next: NextLink | null
  readonly chart: Chart
  readonly snapshot: FloorSnapshot | null
  /** Reason why no table can be booked; null while tables are for sale. */
  readonly offSale: OffSale | null
  /** Ids of the tables that this guest holds. */
  readonly yours: ReadonlySet<string>
  readonly choice: TableChoice
}

/** Seating chart of an event, with the table price and the cover charge. */
export function EventReserve({ event, requestAt, next, chart, snapshot, offSale, yours, choice }: Props) {
  const { tables, partySize, chosen } = choice
  const floor = summariseChart(fittingTables(tables, partySize))
  return (
    <>
      {offSale !== null && !event.soldOut ? (
        <WentOffSale notice={offSaleNotice(offSale)} requestAt={offSale === 'sold_out' ? requestAt : null} />
      ) : null}
      <div className="flex flex-col gap-6 lg:flex-row lg:items-end lg:justify-between">
        <div>
          <h2 className="text-title">Reserve Table</h2>
          <p className="font-display text-heading text-brass italic">
            {roomLine(floor, { total: tables.length, partySize, largest: largestParty(tables) })}
          </p>
        </div>
        <Fees price={event.price} partySize={partySize} floor={floor} />
      </div>
      <SeatingChart
        chart={chart}
        snapshot={snapshot}
        slug={event.slug}
        requestAt={requestAt}
        canChoose={offSale === null}
        partySize={partySize}
        onPartySize={choice.setPartySize}
        chosen={chosen}
        yours={yours}
        onSelect={choice.select}
        onChoose={choice.open}
        onFloor={choice.updateTables}
      >
        {offSale === null && partySize !== null ? (
          <BestTable
            best={bestTable(viewTables(tables, { partySize, chosen, yours }), partySize)}
            details={chart.details}
            variant={chart.variant}
            partySize={partySize}
            onChoose={(id, element) => {
              const table = tables.find((it) => it.id === id)
              if (table) choice.open(table, element)
            }}
          />
        ) : null}
      </SeatingChart>
      <NextStep
        offSale={offSale}
        hasTable={offSale === null && hasChoice(tables, yours)}
        requestAt={requestAt}
        next={next}
      />
    </>
  )
}

type NextProps = Pick<Props, 'offSale' | 'requestAt' | 'next'> & {
  /** Whether the guest can choose a table on the chart. */
  readonly hasTable: boolean
}

/** Way on below the chart. Where no table is left, it stands in place of the list of tables. */
const NextStep = ({ offSale, hasTable, requestAt, next }: NextProps) => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-3 text-sand">
    {hasTable ? 'Want us to find a table for you?' : 'There is no table left to choose for this night.'}
    {offSale === null || offSale === 'sold_out' ? (
      <>
        {hasTable ? null : <ButtonLink href={`#${NIGHT_FORM_TITLE}`}>Join the waiting list</ButtonLink>}
        <ButtonLink href={requestAt} look="outline">
          Request a table
        </ButtonLink>
      </>
    ) : null}
    {hasTable ? null : (
      <ButtonLink href={next ? `/events/${next.slug}` : '/events'} look="outline">
        {next ? `Next event: ${next.title}` : 'See all events'}
      </ButtonLink>
    )}
  </p>
)

type WentProps = {
  readonly notice: { readonly title: string; readonly text: string }
  /** URL of the table request form; null where a request cannot help. */
  readonly requestAt: string | null
}

/** Notice that the event went off sale after the page was opened. */
const WentOffSale = ({ notice: { title, text }, requestAt }: WentProps) => (
  <section
    role="alert"
    className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-burgundy bg-burgundy/20 p-5 sm:p-7"
  >
    <div>
      <p className="font-display text-heading">{title}</p>
      <p className="mt-1 text-sand">{text}</p>
    </div>
    <ButtonLink href={requestAt ?? '/events'} look="outline">
      {requestAt ? 'Request a table' : 'See all events'}
    </ButtonLink>
  </section>
)

type Room = { readonly total: number; readonly partySize: number | null; readonly largest: number }

/** Counts the tables that fit the party; smaller tables do not count as available. */
function roomLine({ counts, open }: ChartSummary, { total, partySize, largest }: Room): string {
  if (partySize !== null && partySize > largest) return `Our largest table seats ${largest}`
  if (!open)
    return partySize === null
      ? 'No table is left for this night'
      : `No table that seats ${partySize} is left for this night`
  return partySize === null
    ? `${counts.available} of ${total} tables available`
    : `${counts.available} of ${total} tables available for a party of ${partySize}`
}

type FeesProps = {
  readonly price: string
  readonly partySize: number | null
  readonly floor: ChartSummary
}

function Fees({ price, partySize, floor: { open } }: FeesProps) {
  const cover = coverText(price, partySize)
  return (
    <dl
      className={`grid gap-px overflow-hidden rounded-card border border-bark bg-bark ${cover ? 'sm:grid-cols-2 lg:min-w-[34rem]' : 'lg:min-w-[17rem]'}`}
    >
      <div className="bg-ember px-5 py-4">
        <dt className="text-sm text-sand">Table, paid when you reserve</dt>
        <dd className="font-display text-2xl text-brass">
          {open ? rangeText(open) : soldOutText(partySize)}
        </dd>
      </div>
      {cover ? (
        <div className="bg-ember px-5 py-4">
          <dt className="text-sm text-sand">Cover at the door, a separate fee</dt>
          <dd className="text-lg leading-snug font-semibold text-cream lg:max-w-[17rem]">{cover}</dd>
        </div>
      ) : null}
    </dl>
  )
}

const soldOutText = (partySize: number | null): string =>
  partySize === null ? 'Sold out' : `No table for ${partySize}`

const rangeText = ({ lowCents, highCents }: { lowCents: number; highCents: number }): string =>
  lowCents === highCents
    ? formatUsdShort(lowCents)
    : `${formatUsdShort(lowCents)} – ${formatUsdShort(highCents)}`
