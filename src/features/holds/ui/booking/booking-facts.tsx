import { useState } from 'react'
import { nightText } from '#lib/venue-time.ts'
import { coverText, isFree } from '#features/events/rules.ts'
import type { Event } from '#features/events/schema.ts'
import type { VenueTable } from '#features/floor-plan/chart/schema.ts'
import type { TableDetails } from '#features/floor-plan/table-details/schema.ts'
import { TableTerms } from '#features/floor-plan/table-details/ui/table-terms.tsx'
import { formatPhone, MAX_PARTY } from '#features/venue/rules.ts'
import type { Package, Venue } from '#features/venue/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { quote } from '#features/holds/rules.ts'
import type { TypedForm } from '#features/holds/booking/schema.ts'
import type { PackageKey } from '#features/reservations/package-contents/schema.ts'
import { countText } from '#lib/text/count.ts'

/** Fields of the event that the booking form shows. */
export type BookedEvent = Pick<Event, 'id' | 'slug' | 'title' | 'date' | 'startTime' | 'endTime' | 'price'>

/** Fields of the venue's settings that the booking form shows. */
export type BookingTerms = Pick<Venue, 'packages' | 'phone' | 'holdMinutes' | 'changeNoticeHours'> & {
  /** ISO time until which a cancellation is refunded. */
  readonly refundUntil: string
}

type HeadingProps = {
  readonly id: string
  readonly event: BookedEvent
  readonly table: VenueTable
  readonly details: TableDetails | undefined
  readonly headingRef?: React.Ref<HTMLHeadingElement>
}

export const BookingHeading = ({ id, event, table, details, headingRef }: HeadingProps) => (
  <header>
    <p className="eyebrow mr-12">{event.title}</p>
    <h2 id={id} ref={headingRef} tabIndex={-1} className="mt-2 mr-12 text-title outline-none">
      Reserve Table {table.tableNumber}
    </h2>
    <p className="mt-1 font-display text-xl text-brass italic">{nightText(event)}</p>
    <div className="mt-1 text-sand">
      <p>
        {table.location}, seats up to {table.maxGuests}
      </p>
      <TableTerms details={details} />
    </div>
  </header>
)

type FeesProps = { readonly event: BookedEvent; readonly totalCents: number; readonly guests: number | null }

/** The table price paid now and the cover paid at the door, as separate fees. Free entry has no cover. */
export function TwoFees({ event, totalCents, guests }: FeesProps) {
  const cover = coverText(event.price, guests)
  return (
    <dl
      className={`grid gap-px overflow-hidden rounded-card border border-bark bg-bark ${cover ? 'sm:grid-cols-2' : ''}`}
    >
      <div className="bg-cocoa px-4 py-3 sm:px-5">
        <dt className="text-sm text-sand">Pay now</dt>
        <dd className="font-display text-2xl text-brass tabular-nums">{formatUsd(totalCents)}</dd>
        <dd className="text-sm text-sand">The table and what you add to it</dd>
      </div>
      {cover ? (
        <div className="bg-cocoa px-4 py-3 sm:px-5">
          <dt className="text-sm text-sand">Cover at the door, a separate fee</dt>
          <dd className="text-lg leading-snug font-semibold text-cream tabular-nums">{cover}</dd>
        </div>
      ) : null}
    </dl>
  )
}

export const BookingNotes = ({ event }: { event: BookedEvent }) => (
  <ul className="flex flex-col gap-2 border-l-2 border-terracotta pl-4 text-sm text-sand">
    <li>
      <strong className="text-cream">Dress code:</strong> smart casual, no athletic wear or flip-flops.
    </li>
    {isFree(event.price) ? null : (
      <li>
        <strong className="text-cream">Table reservation and cover charges are separate fees.</strong> All
        patrons pay cover on entry except the primary reservation holder.
      </li>
    )}
  </ul>
)

type BillProps = {
  readonly event: BookedEvent
  readonly table: VenueTable
  readonly packages: readonly Package[]
  readonly typed: TypedForm
  readonly isAlive: boolean
}

const isChosen = (key: PackageKey, typed: TypedForm): boolean =>
  key === 'birthday_shoutout' ? typed.birthdayPackage : typed.screenDisplay

/** Party size as typed; null where it is none that a table has. */
export function guestsOf({ guestCount }: Pick<TypedForm, 'guestCount'>): number | null {
  const guests = Number(guestCount)
  return Number.isInteger(guests) && guests >= 1 && guests <= MAX_PARTY ? guests : null
}

/** Price lines and total. Before hydration (`isAlive` is false) the total ignores the checkboxes; a note says so. */
export function Bill({ event, table, packages, typed, isAlive }: BillProps) {
  const cover = coverText(event.price, guestsOf(typed))
  return (
    <div>
      <dl className="flex flex-col gap-1.5 tabular-nums">
        <BillLine name={`Table ${table.tableNumber}`} cents={table.reservationPriceCents} />
        {packages.map(({ key, name, priceCents }) =>
          isChosen(key, typed) ? <BillLine key={key} name={name} cents={priceCents} /> : null,
        )}
        <div className="mt-1.5 flex items-baseline justify-between gap-4 border-t border-bark pt-3">
          <dt className="font-display text-xl">
            Total <span className="font-sans text-sm text-sand">to pay now</span>
          </dt>
          <dd className="font-display text-2xl text-brass">
            {formatUsd(quote(table.reservationPriceCents, packages, typed))}
          </dd>
        </div>
        {cover ? (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sand">
            <dt>Cover at the door</dt>
            <dd>{cover}</dd>
          </div>
        ) : null}
      </dl>
      {isAlive || packages.length === 0 ? null : (
        <p className="mt-1 text-sm text-sand">
          We add the packages you choose above. The payment page shows the total before you pay.
        </p>
      )}
    </div>
  )
}

const BillLine = ({ name, cents }: { name: string; cents: number }) => (
  <div className="flex items-baseline justify-between gap-4 text-sand">
    <dt>{name}</dt>
    <dd>{formatUsd(cents)}</dd>
  </div>
)

/** Refund terms, shown beside every button that leads to a payment. */
export function RefundTerms({
  changeNoticeHours,
  phone,
  refundUntil,
}: Pick<BookingTerms, 'changeNoticeHours' | 'phone' | 'refundUntil'>) {
  const [now] = useState(Date.now)
  return (
    <p className="text-sm text-sand">
      <strong className="text-cream">Plans change:</strong>{' '}
      {now > Date.parse(refundUntil)
        ? 'it is too late to cancel this night for a refund. Please call us at'
        : `you can cancel a night table for a full refund until ${countText(changeNoticeHours, 'hour')} before the doors open. After that, please call us at`}{' '}
      <a href={`tel:${phone}`} className="whitespace-nowrap text-brass underline underline-offset-4">
        {formatPhone(phone)}
      </a>
      .
    </p>
  )
}
