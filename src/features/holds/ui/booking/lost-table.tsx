import type { ReactNode } from 'react'
import type { ChartTable } from '#features/floor-plan/chart/schema.ts'
import { formatUsdShort } from '#lib/money.ts'
import { buttonClass } from '#ui/button.tsx'
import { AlertMark } from '#ui/forms/alert-mark.tsx'

type NoticeProps = {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

/** Alert about a refusal. The form's values stay as typed. */
export const BookingNotice = ({ title, text, children }: NoticeProps) => (
  <div className="rounded-card border-2 border-terracotta bg-terracotta/10 p-4 sm:px-5">
    <div role="alert">
      <p className="flex items-center gap-2 font-display text-xl">
        <AlertMark className="size-5 text-terracotta" />
        {title}
      </p>
      <p className="mt-1 text-sand">{text}</p>
    </div>
    {children}
  </div>
)

type LostProps = {
  readonly title: string
  readonly text: string
  readonly nearest: readonly ChartTable[]
  readonly onChoose: (table: ChartTable) => void
}

/** Alert that another guest has the table, with the nearest free tables that seat the party as buttons. */
export const LostTable = ({ title, text, nearest, onChoose }: LostProps) => (
  <BookingNotice title={title} text={text}>
    {nearest.length > 0 ? (
      <>
        <p className="mt-3 font-semibold">
          The nearest that {nearest.length === 1 ? 'is' : 'are'} free, and everything you typed comes along:
        </p>
        <div className="mt-2 grid gap-2 sm:grid-cols-3">
          {nearest.map((table) => (
            <button
              key={table.id}
              type="button"
              onClick={() => onChoose(table)}
              className={buttonClass('outline', 'flex-col gap-0! leading-snug')}
            >
              <NearestTableLabel table={table} />
            </button>
          ))}
        </div>
      </>
    ) : (
      <p className="mt-3 font-semibold">No other table that is left seats your party.</p>
    )}
  </BookingNotice>
)

export const NearestTableLabel = ({ table }: { table: ChartTable }) => (
  <>
    <span>
      Table {table.tableNumber}{' '}
      <span className="text-brass">{formatUsdShort(table.reservationPriceCents)}</span>
    </span>
    <span className="text-sm font-normal text-sand">
      {table.location}, seats {table.maxGuests}
    </span>
  </>
)
