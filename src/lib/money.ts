/** Money as whole US cents; never a float or a string. */
export type Cents = number

/** Minimum amount of a card charge at Stripe. */
const LEAST_CHARGE_CENTS: Cents = 50

/** Whether an amount is a valid price: free, or at least the minimum card charge. */
export const isPrice = (cents: Cents): boolean => cents === 0 || cents >= LEAST_CHARGE_CENTS

// By hand, because setting up `Intl.NumberFormat` takes a phone longer than rendering the rest of the page.
function dollars(cents: Cents, digits: 0 | 2): string {
  const [whole = '', odd] = (Math.abs(cents) / 100).toFixed(digits).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}$${grouped}${odd ? `.${odd}` : ''}`
}

/** Formats an amount with cents: `$1,250.00`. All other texts with money use it or `formatUsdShort`. */
export const formatUsd = (cents: Cents): string => dollars(cents, 2)

/** Formats an amount for menus and price tags: `$24`, or `$24.50` if the cents are not zero. */
export const formatUsdShort = (cents: Cents): string => dollars(cents, cents % 100 === 0 ? 0 : 2)

/** `24.50` without currency sign, for structured data (JSON-LD). */
export const decimalUsd = (cents: Cents): string => {
  const whole = Math.trunc(Math.abs(cents) / 100)
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/**
 * Parses a typed amount in dollars (`$1,250`, `12.5`, ` 12.50 `) into cents; null if it is no amount. Digits are
 * parsed as integers, because a float would turn 1.15 into 114 cents.
 */
export function parseUsd(text: string): Cents | null {
  const match = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text)
  if (!match?.[1]) return null
  return Number(match[1].replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
