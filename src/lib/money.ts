/** Whole US cents. Money is never a float and never a string on its way through the code. */
export type Cents = number

/** The least a card can be charged. */
const LEAST_CHARGE_CENTS: Cents = 50

/** Whether something can be sold at a price: for nothing, or for enough that a card can be charged. */
export const isPrice = (cents: Cents): boolean => cents === 0 || cents >= LEAST_CHARGE_CENTS

// Written here and not asked of `Intl`, which takes a phone longer to set up than all that is shown with it.
function dollars(cents: Cents, digits: 0 | 2): string {
  const [whole = '', odd] = (Math.abs(cents) / 100).toFixed(digits).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}$${grouped}${odd ? `.${odd}` : ''}`
}

/** The only way money becomes text: `$1,250.00`. */
export const formatUsd = (cents: Cents): string => dollars(cents, 2)

/** For menus and price tags: `$24` where there are no odd cents, `$24.50` where there are. */
export const formatUsdShort = (cents: Cents): string => dollars(cents, cents % 100 === 0 ? 0 : 2)

/** `24.50`, for structured data, which wants the number without its sign. */
export const decimalUsd = (cents: Cents): string => {
  const whole = Math.trunc(Math.abs(cents) / 100)
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/**
 * Dollars as a person types them (`$1,250`, `12.5`, ` 12.50 `) in cents, or null when the text is no amount.
 * The text is read digit by digit: a float would turn 1.15 into 114.
 */
export function parseUsd(text: string): Cents | null {
  const match = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text)
  if (!match?.[1]) return null
  return Number(match[1].replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
