import { formatUsdShort } from '#lib/money.ts'
import { Icon } from '#ui/icon.tsx'
import { COMPARISON } from '../schema.ts'
import { comparedTables, perGuestText, type TableOrder } from '../rules.ts'
import { bookingAddress } from '../../chart/rules.ts'
import type { ViewTable } from '../../chart/schema.ts'
import type { PictureOf, TableDetails } from '../../table-details/schema.ts'

type Props = {
  readonly tables: readonly ViewTable[]
  readonly details: Readonly<Record<string, TableDetails>>
  readonly variant: number
  readonly partySize: number | null
  /** Order that the address names; null where it names none. */
  readonly order: TableOrder | null
  readonly pictureOf: PictureOf
}

const CELL = 'px-3 max-sm:px-1.5'

/** Tables that the party can have, side by side. It needs no script: links in its head set the order. */
export function TableComparison({ order: asked, ...props }: Props) {
  const { tables, details, variant, partySize } = props
  const order = asked ?? 'price'
  const compared = comparedTables(tables, { partySize, order })
  if (compared.length === 0) return null
  const all = compared.map(({ id }) => details[id])
  const head = { order, variant, partySize }
  const has = {
    included: all.some((it) => it?.included),
    minimumSpend: all.some((it) => it?.minimumSpendCents),
  }
  return (
    <details
      id={COMPARISON}
      open={asked !== null}
      className="group scroll-mt-28 rounded-card border border-bark bg-ember"
    >
      <summary className="flex min-h-12 items-center gap-3 rounded-card px-5 font-semibold text-cream hover:text-brass [&::-webkit-details-marker]:hidden">
        <Icon name="list" className="size-5 text-brass" />
        {compared.length === 1 ? 'The table that is left' : 'Compare tables'}
        <Icon name="right" className="ml-auto size-5 transition-transform group-open:rotate-90" />
      </summary>
      <div
        role="region"
        aria-label="Tables compared, scrolls sideways"
        tabIndex={0}
        className="overflow-x-auto border-t border-bark p-3 sm:p-5"
      >
        <table className="w-full min-w-max text-left text-sm">
          <thead className="text-sand">
            <tr>
              <Head {...head} by="table" label="Table" />
              <th scope="col" className="px-3 py-2 font-semibold max-sm:hidden">
                Zone
              </th>
              <Head {...head} by="seats" label="Seats" />
              <Head {...head} by="price" label="Price" />
              {partySize === null ? null : <PlainHead label="A guest" />}
              {has.included ? <PlainHead label="Included" /> : null}
              {has.minimumSpend ? <PlainHead label="Minimum spend" /> : null}
            </tr>
          </thead>
          <tbody>
            {compared.map((table) => (
              <Row key={table.id} {...props} table={table} has={has} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const PlainHead = ({ label }: { readonly label: string }) => (
  <th scope="col" className={`${CELL} py-2 font-semibold`}>
    {label}
  </th>
)

type HeadProps = Pick<Props, 'variant' | 'partySize'> & {
  readonly order: TableOrder
  readonly by: TableOrder
  readonly label: string
}

const Head = ({ order, by, label, variant, partySize }: HeadProps) => (
  <th
    scope="col"
    aria-sort={order === by ? 'ascending' : undefined}
    className={`${CELL} font-semibold aria-[sort=ascending]:text-brass`}
  >
    <a
      href={`?view=reserve&chart=${variant}&order=${by}${partySize === null ? '' : `&guests=${partySize}`}#${COMPARISON}`}
      className="inline-flex min-h-11 items-center gap-1 underline underline-offset-4 hover:text-brass"
    >
      {label}
      {order === by ? <Icon name="right" className="size-3.5 rotate-90" /> : null}
    </a>
  </th>
)

type RowProps = Omit<Props, 'order' | 'tables'> & {
  readonly table: ViewTable
  readonly has: { readonly included: boolean; readonly minimumSpend: boolean }
}

function Row({ table, details, variant, partySize, has, pictureOf }: RowProps) {
  const about = details[table.id]
  const { tableNumber, reservationPriceCents: cents } = table
  return (
    <tr className="border-t border-bark">
      <th scope="row" className="py-2 pr-3 font-normal">
        <a
          href={`${bookingAddress({ variant, tableNumber, partySize })}#book`}
          aria-label={`Reserve table ${tableNumber}`}
          className="flex min-h-11 items-center gap-3 font-semibold text-brass hover:text-cream max-sm:gap-2"
        >
          {about?.picture ? (
            <img
              {...pictureOf(about.picture)}
              alt=""
              loading="lazy"
              className="h-12 w-20 rounded-lg object-cover max-sm:w-12"
            />
          ) : null}
          <span>
            <span className="underline underline-offset-4">Table {tableNumber}</span>
            {/* Below the name on a phone, so that the price needs no scrolling. */}
            <span className="block text-xs font-normal text-sand sm:hidden">{table.location}</span>
          </span>
        </a>
      </th>
      <td className={`${CELL} max-sm:hidden`}>{table.location}</td>
      <td className={`${CELL} tabular-nums`}>{table.maxGuests}</td>
      <td className={`${CELL} tabular-nums`}>{formatUsdShort(cents)}</td>
      {partySize === null ? null : (
        <td className={`${CELL} tabular-nums`}>{perGuestText(cents, partySize)}</td>
      )}
      {has.included ? <td className={`${CELL} text-sand`}>{about?.included ?? 'The table'}</td> : null}
      {has.minimumSpend ? (
        <td className={`${CELL} tabular-nums`}>
          {about?.minimumSpendCents ? formatUsdShort(about.minimumSpendCents) : 'None'}
        </td>
      ) : null}
    </tr>
  )
}
