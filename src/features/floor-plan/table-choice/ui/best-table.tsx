import { formatUsdShort } from '#lib/money.ts'
import { buttonClass } from '#ui/button.tsx'
import { isForNewTab } from '#ui/is-for-new-tab.ts'
import { bookingAddress } from '../../chart/rules.ts'
import type { TableDetails } from '../../table-details/schema.ts'
import { TableTerms } from '../../table-details/ui/table-terms.tsx'
import type { BestTable as Best } from '../rules.ts'

type Props = {
  /** Null where no table is left for the party. */
  readonly best: Best | null
  readonly details: Readonly<Record<string, TableDetails>>
  readonly variant: number
  readonly partySize: number
  readonly onChoose: (tableId: string, element: Element) => void
}

/** The table that suits the party best, with the reason. Nothing is shown where none is left. */
export function BestTable({ best, details, variant, partySize, onChoose }: Props) {
  if (!best) return null
  const { table, reason } = best
  return (
    <section
      aria-label={`Best for ${partySize}`}
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-brass bg-ember p-5"
    >
      <div className="max-w-prose">
        <h3 className="text-xl text-brass">
          Best for {partySize}: Table {table.tableNumber}
        </h3>
        <p className="text-sm text-sand">{table.location}</p>
        <p>{reason}</p>
        <TableTerms details={details[table.id]} />
      </div>
      <a
        href={`${bookingAddress({ variant, tableNumber: table.tableNumber, partySize })}#book`}
        onClick={(event) => {
          if (isForNewTab(event)) return
          event.preventDefault()
          onChoose(table.id, event.currentTarget)
        }}
        className={buttonClass('solid')}
      >
        Reserve Table {table.tableNumber}, {formatUsdShort(table.reservationPriceCents)}
      </a>
    </section>
  )
}
