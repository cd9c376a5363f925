import { bookingAddress, nearestTables, TABLE_RESERVED } from '#features/floor-plan/chart/rules.ts'
import type { ChartTable } from '#features/floor-plan/chart/schema.ts'
import type { TableDetails } from '#features/floor-plan/table-details/schema.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { quote, refusalCopy } from '#features/holds/rules.ts'
import { BOOKING_FORM, type TypedForm } from '#features/holds/booking/schema.ts'
import {
  Bill,
  type BookedEvent,
  BookingHeading,
  BookingNotes,
  type BookingTerms,
  guestsOf,
  RefundTerms,
  TwoFees,
} from './booking-facts.tsx'
import type { FormRefusal } from './check-form.ts'
import { emptyForm } from './typed-form.ts'
import { BookingNotice, NearestTableLabel } from './lost-table.tsx'
import { ReservationFields } from './reservation-fields.tsx'

/** Response to a form that was submitted without scripts. */
export type PlainAnswer = { readonly typed: TypedForm; readonly refusal: FormRefusal | null }

type Props = {
  readonly event: BookedEvent
  readonly terms: BookingTerms
  /** Variant of the chart whose tables these are. */
  readonly variant: number
  readonly tables: readonly ChartTable[]
  readonly details: Readonly<Record<string, TableDetails>>
  readonly tableNumber: number
  readonly partySize: number
  /** The idempotency key, and whether this browser holds the table already. */
  readonly attempt: {
    readonly key: string
    readonly isMine: boolean
    /** Other tables of this event that this browser holds. */
    readonly others: readonly { readonly tableNumber: number; readonly until: string }[]
  }
  readonly answer: PlainAnswer | null
}

const FORM = 'book'

/** The reservation form of the page, used in browsers without scripts and until the chart is alive. */
export function PlainBooking(props: Props) {
  const { tables, tableNumber, partySize, attempt, answer } = props
  const table = tables.find((it) => it.tableNumber === tableNumber)
  if (!table)
    return (
      <section aria-label="Your table">
        <BookingNotice {...refusalCopy('unknown_table')} />
      </section>
    )
  const reason = reasonAgainst(table, props)
  const nearest = reason ? nearestTables(tables, table, partySize) : []
  const isLost = reason !== null && !attempt.isMine
  if (isLost && !answer)
    return <UnavailableTable {...props} table={table} reason={reason} nearest={nearest} />
  return <PlainForm {...props} table={table} lost={isLost ? { ...reason, nearest } : null} />
}

type Copy = { readonly title: string; readonly text: string }

type LostProps = Props & {
  readonly table: ChartTable
  readonly reason: Copy
  readonly nearest: readonly ChartTable[]
}

function UnavailableTable({ variant, partySize, reason, nearest }: LostProps) {
  return (
    <section aria-label="Your table">
      <BookingNotice {...reason}>
        <NearestLinks nearest={nearest} partySize={partySize} variant={variant} />
      </BookingNotice>
    </section>
  )
}

/** Reason why this party cannot book the table; null where it can. */
function reasonAgainst(table: ChartTable, { partySize, answer }: Props): Copy | null {
  if (table.state === 'unavailable') return refusalCopy('table_unavailable')
  if (table.state !== 'available') return answer?.refusal ? refusalCopy('table_taken') : TABLE_RESERVED
  // A submitted form has its own number of guests, which its validation checks.
  return table.maxGuests < partySize && !answer
    ? refusalCopy('too_many_guests', { maxGuests: table.maxGuests })
    : null
}

type FormProps = Props & {
  readonly table: ChartTable
  readonly lost: {
    readonly title: string
    readonly text: string
    readonly nearest: readonly ChartTable[]
  } | null
}

function PlainForm({ event, terms, variant, table, details, partySize, attempt, answer, lost }: FormProps) {
  const typed = answer?.typed ?? emptyForm(partySize)
  const addressOf = ({ tableNumber }: { readonly tableNumber: number }) =>
    bookingAddress({ variant, tableNumber, partySize })
  return (
    <form
      method="post"
      data-once
      action={addressOf(table)}
      noValidate
      aria-labelledby={`${FORM}-title`}
      className="flex max-w-3xl flex-col gap-6 rounded-card border border-clay bg-ember p-5 sm:p-8"
    >
      <BookingHeading id={`${FORM}-title`} event={event} table={table} details={details[table.id]} />
      <TwoFees
        event={event}
        totalCents={quote(table.reservationPriceCents, terms.packages, typed)}
        guests={guestsOf(typed)}
      />
      {attempt.others.map((other) => (
        <p key={other.tableNumber} className="rounded-card border border-brass/40 bg-brass/10 px-5 py-4">
          {`You hold table ${other.tableNumber} until ${other.until}. `}
          <a href={`${addressOf(other)}#book`} className="text-brass underline underline-offset-4">
            Finish paying for it
          </a>
          , or book this one as well.
        </p>
      ))}
      {lost ? (
        <BookingNotice {...lost}>
          <NearestButtons nearest={lost.nearest} partySize={partySize} variant={variant} />
        </BookingNotice>
      ) : answer?.refusal ? (
        <ErrorSummary refusal={answer.refusal} form={FORM} fields={BOOKING_FORM.fields} />
      ) : attempt.isMine ? (
        <p className="rounded-card border border-brass/40 bg-brass/10 px-5 py-4">
          You already hold this table. Continue to pay for it.
        </p>
      ) : null}
      <ReservationFields
        form={FORM}
        typed={typed}
        problems={answer?.refusal?.problems ?? {}}
        maxGuests={table.maxGuests}
        packages={terms.packages}
        isAlive={false}
      />
      <BookingNotes event={event} />
      <Bill event={event} table={table} packages={terms.packages} typed={typed} isAlive={false} />
      <ShownPrices terms={terms} table={table} attemptKey={attempt.key} />
      {lost ? null : (
        <div className="flex flex-col gap-3">
          <RefundTerms {...terms} />
          <Button type="submit" className="w-full text-lg">
            Continue
          </Button>
          <p className="text-center text-sm text-sand">
            Your table is held for {terms.holdMinutes} minutes while you pay, on the page that opens next.
          </p>
        </div>
      )}
    </form>
  )
}

type ShownProps = { readonly terms: BookingTerms; readonly table: ChartTable; readonly attemptKey: string }

/** Hidden fields with the shown prices. The server computes the total itself and refuses the hold if these differ. */
const ShownPrices = ({ terms, table, attemptKey }: ShownProps) => {
  const centsOf = (key: string) => terms.packages.find((it) => it.key === key)?.priceCents ?? 0
  return (
    <>
      <input type="hidden" name="tableId" value={table.id} />
      <input type="hidden" name="key" value={attemptKey} />
      <input type="hidden" name="shownTableCents" value={table.reservationPriceCents} />
      <input type="hidden" name="shownBirthdayCents" value={centsOf('birthday_shoutout')} />
      <input type="hidden" name="shownScreenCents" value={centsOf('screen_display')} />
    </>
  )
}

type NearestProps = {
  readonly nearest: readonly ChartTable[]
  readonly partySize: number
  readonly variant: number
}

const NEAREST = 'flex-col gap-0! leading-snug'
const NONE_LEFT = <p className="mt-3 font-semibold">No other table that is left seats your party.</p>

const NearestLinks = ({ nearest, partySize, variant }: NearestProps) =>
  nearest.length === 0 ? (
    NONE_LEFT
  ) : (
    <nav aria-label="The nearest tables" className="mt-3 grid gap-2 sm:grid-cols-3">
      {nearest.map((table) => (
        <a
          key={table.id}
          href={`${bookingAddress({ variant, tableNumber: table.tableNumber, partySize })}#book`}
          className={buttonClass('outline', NEAREST)}
        >
          <NearestTableLabel table={table} />
        </a>
      ))}
    </nav>
  )

/** Submit buttons instead of links, so that the form's values are sent with the change of table. */
const NearestButtons = ({ nearest, partySize, variant }: NearestProps) =>
  nearest.length === 0 ? (
    NONE_LEFT
  ) : (
    <div className="mt-3 grid gap-2 sm:grid-cols-3">
      {nearest.map((table) => (
        <button
          key={table.id}
          name="intent"
          value="swap"
          formAction={bookingAddress({ variant, tableNumber: table.tableNumber, partySize })}
          className={buttonClass('outline', NEAREST)}
        >
          <NearestTableLabel table={table} />
        </button>
      ))}
    </div>
  )
