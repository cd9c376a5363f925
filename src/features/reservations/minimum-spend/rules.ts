import { type Cents, formatUsdShort } from '#lib/money.ts'

/** Label of the least amount that a party spends at its tables on the night, besides their price. */
export const MINIMUM_SPEND = 'Minimum spend at the table'

/** `$400`; null where none is set. */
export const minimumSpendAmount = (cents: Cents | null): string | null =>
  cents ? formatUsdShort(cents) : null

/** `Minimum spend at the table: $400.`; null where none is set. */
export const minimumSpendText = (cents: Cents | null): string | null =>
  cents ? `${MINIMUM_SPEND}: ${formatUsdShort(cents)}.` : null
