import { formatUsdShort } from '#lib/money.ts'
import { buttonClass } from '#ui/button.tsx'
import { isForNewTab } from '#ui/is-for-new-tab.ts'
import { bookingAddress } from '../../chart/rules.ts'
import type { PictureOf, TableDetails } from '../../table-details/schema.ts'
import type { BestTable as Best } from '../rules.ts'

type Props = {
  /** Null where no table is left for the party. */
  readonly best: Best | null
  readonly details: Readonly<Record<string, TableDetails>>
  readonly variant: number
  readonly partySize: number
  readonly pictureOf: PictureOf
  readonly onChoose: (tableId: string, element: Element) => void
}

/** The table that suits the party best, with the reason. Nothing is shown where none is left. */
export function BestTable({ best, details, variant, partySize, pictureOf, onChoose }: Props) {
  if (!best) return null
  const { table, reason } = best
  const about = details[table.id]
  return (
    <section
      aria-label={`Best for ${partySize}`}
      className="flex flex-col overflow-hidden rounded-card border border-brass/60 bg-ember sm:flex-row"
    >
      {about?.picture ? (
        <img
          {...pictureOf(about.picture)}
          alt={`The room near table ${table.tableNumber}`}
          loading="lazy"
          className="h-36 w-full object-cover sm:h-auto sm:w-56 sm:shrink-0"
        />
      ) : null}
      <div className="flex grow flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5">
        <div className="max-w-prose">
          <h3 className="text-xl text-brass">
            Best for {partySize}: Table {table.tableNumber}
          </h3>
          <p className="text-sm text-sand">{table.location}</p>
          <p className="mt-2">{reason}</p>
          <DetailLines details={about} />
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
      </div>
    </section>
  )
}

const DetailLines = ({ details }: { readonly details: TableDetails | undefined }) => (
  <>
    {details?.included ? <p className="mt-1 text-sm text-sand">Included: {details.included}.</p> : null}
    {details?.minimumSpendCents ? (
      <p className="mt-1 text-sm text-sand">
        Minimum spend at the table: {formatUsdShort(details.minimumSpendCents)}.
      </p>
    ) : null}
  </>
)
