import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/** Movements of the account that belong to a payment. */
export type MovementKind = 'charge' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_reversed'

export type AccountGroup = 'charges' | 'refunds' | 'disputes'

/** Signed sums: money that went out is negative. */
export type AccountSums = Readonly<Record<AccountGroup, Cents>>

/**
 * Reason why a line does not match. `ledger_only` and `provider_only`: the other side has nothing of it. `differs`: the amounts
 * differ. `not_settled`: the difference is money that is still under way, or held back in an open dispute.
 */
export type MismatchReason = 'ledger_only' | 'provider_only' | 'differs' | 'not_settled'

/** Charges, refunds or disputes of one payment that the ledger and the provider do not have alike. */
export type Mismatch = {
  readonly group: AccountGroup
  readonly why: MismatchReason
  /** Null for a payment that belongs to no reservation. */
  readonly reservationId: string | null
  /** Entry code of the reservation; the provider's id of the payment where there is none. */
  readonly code: string
  readonly ledgerCents: Cents
  readonly providerCents: Cents
}

type PayoutState = {
  readonly state: 'on_its_way' | 'paid' | 'failed'
  readonly failure: string | null
  readonly arrivesOn: CalendarDate
}

/** A payout with money of a night. */
export type NightPayout = PayoutState & {
  readonly payoutId: string
  /** The payout with which the money of a failed one goes out again. */
  readonly again: PayoutState | null
  /** The part of it that is of the night, after fees. */
  readonly nightCents: Cents
  readonly amountCents: Cents
}

/** The online money of a night by the ledger and by the account at the provider. Holds no name of a guest. */
export type AccountFigures = {
  /** When the account was read completely the last time; null where it never was. */
  readonly readAt: string | null
  /** Since when reading it fails; null where it does not. */
  readonly failingSince: string | null
  readonly ledger: AccountSums
  readonly provider: AccountSums
  readonly feeCents: Cents
  readonly mismatches: readonly Mismatch[]
  readonly payouts: readonly NightPayout[]
  /** Money of the night that is in no payout yet, after fees, and when the last of it becomes available. */
  readonly waiting: { readonly cents: Cents; readonly availableOn: CalendarDate } | null
}
