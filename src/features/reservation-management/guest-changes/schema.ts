import * as z from 'zod/mini'
import type { Booking } from '#features/reservation-management/schema.ts'
import type { AmendmentPlan, AmendmentRequest } from '#features/reservation-management/amendments/schema.ts'
import type { PriceDifference } from '#features/reservation-management/amendments/rules.ts'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import { PACKAGE_KEYS } from '#features/reservations/package-contents/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/** The wanted party, packages, table and night; what is left out stays. It is stored until the difference is paid. */
export const wantedChange = z.strictObject({
  guests: z.optional(z.int()),
  packages: z.optional(z.array(z.enum(PACKAGE_KEYS))),
  tableId: z.optional(z.uuid()),
  eventId: z.optional(z.uuid()),
})
export type WantedChange = z.output<typeof wantedChange>

/** Names of the table, the night and the packages of a wanted change; null for what stays. */
export type WantedNames = {
  readonly tableNumber: number | null
  readonly night: { readonly title: string; readonly date: CalendarDate } | null
  readonly packages: readonly string[] | null
}

/** A change as the guest confirms it, with the `version`, amounts and date that the page showed. */
export type ConfirmedChange = {
  readonly version: number
  readonly wanted: WantedChange
  readonly shown: {
    readonly dueCents: Cents
    readonly surplusCents: Cents
    /** The page said that the surplus stays as a credit, and is not refunded. */
    readonly isCredit: boolean
    /** The date after the change; null where the form names none. */
    readonly night: CalendarDate | null
  }
  /** Keyed hash of the guest's browser, whose pages show a table that is held until the difference is paid. */
  readonly browser?: string
}

/** Reasons why a guest cannot change a reservation, or not in this way. */
export type GuestChangeRefusal = {
  readonly why:
    | 'not_found'
    | 'not_live'
    | 'arrived'
    | 'too_late'
    | 'unchanged'
    | 'changed_meanwhile'
    | 'price_changed'
    | 'too_many'
    | 'taken'
    | 'not_for_sale'
    | 'by_phone'
    | 'paid_earlier'
    | 'refunded_earlier'
    | 'processing'
    | 'payment_unavailable'
    | 'too_often'
    | 'must_wait'
    | 'refused'
  readonly text: string
}

/**
 * Settlement of a price difference. `refund`: to where it was paid. `credit`: kept for later changes. `online`: paid before the
 * change is made. `at_venue`: due on the night.
 */
export type DifferencePayment = 'none' | 'refund' | 'credit' | 'online' | 'at_venue'

/** Facts that decide whether a reservation can be changed by its guest. */
export type GuestStanding = Pick<
  Booking,
  'type' | 'status' | 'startsAt' | 'refundableUntil' | 'secondTableId' | 'extraTableIds' | 'deletedAt'
> & {
  readonly hasArrived: boolean
  readonly noticeHours: number
}

/** A change of a reservation as it would be carried out. */
export type PlannedChange = {
  readonly form: AmendmentRequest
  readonly plan: AmendmentPlan
  readonly difference: PriceDifference
  readonly payment: DifferencePayment
}

/** The reservation before a change, and the change with its price, for the page that asks the guest to confirm it. */
export type PreviewedChange = {
  readonly facts: AmendedFacts
  readonly planned: PlannedChange
}

/** A change that waits for its payment. */
export type GuestChange = {
  readonly id: string
  readonly reservationId: string
  readonly wanted: WantedChange
  readonly basis: unknown
  /** The date after the change, as the guest was shown it; null where an older version stored the change. */
  readonly night: CalendarDate | null
  readonly totalCents: Cents
  readonly differenceCents: Cents
  /** The fee for another night that the guest was shown. */
  readonly feeCents: Cents
  readonly tableBlockId: string | null
  readonly heldUntil: Date
  readonly status: 'open' | 'made' | 'refunded' | 'ended'
}
