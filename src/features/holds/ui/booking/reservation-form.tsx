import { type ReactNode, useEffect, useRef } from 'react'
import { nearestTables } from '#features/floor-plan/chart/rules.ts'
import type { ChartTable } from '#features/floor-plan/chart/schema.ts'
import type { TableDetails } from '#features/floor-plan/table-details/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy/lazy-part.tsx'
import { lazyImport } from '#ui/network/import-with-retry.ts'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { quote } from '#features/holds/rules.ts'
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
import { missingLine } from './check-form.ts'
import { readTyped } from './typed-form.ts'
import { BookingNotice, LostTable } from './lost-table.tsx'
import { ReservationFields } from './reservation-fields.tsx'
import { useOwnTables } from '../use-own-tables.ts'
import type { Booking, Refusal } from './use-booking.ts'

type Props = {
  /** The id of the heading that names the dialog. */
  readonly title: string
  readonly event: BookedEvent
  readonly terms: BookingTerms
  readonly table: ChartTable
  readonly details: TableDetails | undefined
  readonly tables: readonly ChartTable[]
  readonly typed: TypedForm
  readonly onTyped: (typed: TypedForm) => void
  readonly onChoose: (table: ChartTable) => void
  readonly requestAt: string
  readonly booking: Booking
}

const FORM = 'booking'

// Loaded only in browsers that hold another table of the event.
const loadOtherHolds = lazyImport(() => import('../other-holds.tsx'))

/** Reservation form for one table, with fees, total and refund terms. */
export function ReservationForm(props: Props) {
  const { title, event, terms, table, typed, booking } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const holdsOther = [...useOwnTables(event.id)].some((id) => id !== table.id)
  const { refusal, lost, offSale, isSending } = booking
  const cannotSend = lost !== null || offSale !== null
  const totalCents = quote(table.reservationPriceCents, terms.packages, typed)
  const missing = missingLine(typed)
  return (
    <form
      noValidate
      onInput={(input) => props.onTyped(readTyped(new FormData(input.currentTarget)))}
      onSubmit={(submission) => {
        submission.preventDefault()
        if (cannotSend || isSending) return
        // Autofill does not always fire an input event: read the fields again.
        const now = readTyped(new FormData(submission.currentTarget))
        props.onTyped(now)
        void booking.submit(now)
      }}
      className="flex flex-col gap-6"
    >
      <BookingHeading id={title} event={event} table={table} details={props.details} headingRef={heading} />
      {holdsOther ? (
        <LazyPart load={loadOtherHolds} failed={null}>
          {({ OtherHolds }) => <OtherHolds eventId={event.id} tableId={table.id} />}
        </LazyPart>
      ) : null}
      <TwoFees event={event} totalCents={totalCents} guests={guestsOf(typed)} />
      {offSale ? (
        <NotOnSale notice={offSale} requestAt={props.requestAt} />
      ) : lost ? (
        <LostTable
          {...lost}
          nearest={nearestTables(props.tables, table, guestsOf(typed) ?? 1)}
          onChoose={props.onChoose}
        />
      ) : (
        <Refused refusal={refusal}>New total: {formatUsd(totalCents)}</Refused>
      )}
      <ReservationFields
        form={FORM}
        typed={typed}
        problems={refusal?.kind === 'form' ? refusal.problems : {}}
        maxGuests={table.maxGuests}
        packages={terms.packages}
        isAlive
      />
      <BookingNotes event={event} />
      <Bill event={event} table={table} packages={terms.packages} typed={typed} isAlive />
      <div className="flex flex-col gap-3">
        <RefundTerms {...terms} />
        {offSale ? null : (
          <Continue
            {...{ table, terms, missing, isSending }}
            isLost={lost !== null}
            isFree={totalCents === 0}
          />
        )}
      </div>
    </form>
  )
}

type Next = Pick<Booking, 'isSending'> & {
  readonly isLost: boolean
  readonly missing: string | null
  readonly terms: BookingTerms
  readonly isFree: boolean
}

function Continue({ table, ...next }: Next & { readonly table: ChartTable }) {
  const { isLost, isSending, missing } = next
  return (
    <>
      <Button
        type="submit"
        aria-disabled={isLost || isSending || missing !== null}
        aria-describedby={`${FORM}-next`}
        className="w-full text-lg aria-disabled:cursor-not-allowed aria-disabled:opacity-60 aria-disabled:hover:bg-brass"
      >
        {isSending ? <Spinner /> : null}
        Continue
      </Button>
      <p id={`${FORM}-next`} className="text-center text-sm text-sand">
        {nextStepText(next)}
      </p>
      <p role="status" className="sr-only">
        {isSending ? `Holding table ${table.tableNumber} for you` : ''}
      </p>
    </>
  )
}

function nextStepText({ isLost, isSending, missing, terms, isFree }: Next): string {
  if (isLost) return 'Please choose another table above.'
  if (isSending) return isFree ? 'Confirming your table…' : 'Holding your table and opening the payment page…'
  if (isFree) return missing ?? 'This table is free. We confirm it right away, with no payment.'
  return (
    missing ??
    `We hold your table for ${terms.holdMinutes} minutes while you pay. The payment page opens in a new tab.`
  )
}

type NotOnSaleProps = {
  readonly notice: NonNullable<Booking['offSale']>
  readonly requestAt: string
}

const NotOnSale = ({ notice, requestAt }: NotOnSaleProps) => (
  <BookingNotice title={notice.title} text={notice.text}>
    <p className="mt-3">
      <a href={notice.canRequest ? requestAt : '/events'} className={buttonClass('outline')}>
        {notice.canRequest ? 'Request a table' : 'See all events'}
      </a>
    </p>
  </BookingNotice>
)

function Refused({ refusal, children }: { refusal: Refusal | null; children: ReactNode }) {
  switch (refusal?.kind) {
    case undefined:
      return null
    case 'form':
      return <ErrorSummary refusal={refusal} form={FORM} fields={BOOKING_FORM.fields} />
    case 'price':
      return (
        <BookingNotice title={refusal.title} text={refusal.text}>
          <p className="mt-2 font-display text-xl text-brass">{children}</p>
        </BookingNotice>
      )
    case 'lost':
    case 'off_sale':
    case 'other':
      return <BookingNotice title={refusal.title} text={refusal.text} />
  }
}
