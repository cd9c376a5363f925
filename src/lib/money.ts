/** Whole US cents. Money is never a float and never a string on its way through the code. */
export type Cents = number

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** The only way money becomes text: `$1,250.00`. */
export const formatUsd = (cents: Cents): string => dollars.format(cents / 100)

/** For menus and price tags: `$24` where there are no odd cents, `$24.50` where there are. */
export const formatUsdShort = (cents: Cents): string =>
  cents % 100 === 0 ? wholeDollars.format(cents / 100) : formatUsd(cents)

/** `24.50`, for structured data, which wants the number without its sign. */
export const decimalUsd = (cents: Cents): string => {
  const whole = Math.trunc(cents / 100)
  return `${whole}.${String(cents % 100).padStart(2, '0')}`
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
