/** North American number: ten digits; area code and exchange start with 2 to 9. */
const NORTH_AMERICAN = /^1?([2-9]\d{2})([2-9]\d{2})(\d{4})$/
/** `x12`, `, ext. 12`, `extension: 12`, `;12`: as people and contact apps write it. */
export const EXTENSION = /[\s,;]*(?:x|ext[a-z]*|[#,;])[.:=]?\s*(\d{1,6})$/i
const E164 = /^\+[1-9]\d{7,14}$/

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

type Parts = {
  readonly area: string
  readonly exchange: string
  readonly line: string
  readonly extension: string
}

/** Parses a North American number in any format; null for other text. */
function readNorthAmerican(text: string): Parts | null {
  const [suffix = '', extension = ''] = EXTENSION.exec(text) ?? []
  const number = text.slice(0, text.length - suffix.length)
  // A plus sign starts a country code; only +1 is North American.
  if (/^\s*\+(?!\s*1)/.test(number)) return null
  const [, area = '', exchange = '', line = ''] = NORTH_AMERICAN.exec(digitsOf(number)) ?? []
  return area ? { area, exchange, line, extension } : null
}

/** Formats North American numbers as `(972) 555-0142` or `(972) 555-0142 x12`, others as typed. */
export function formatPhone(text: string): string {
  const parts = readNorthAmerican(text)
  if (!parts) return text.trim().replaceAll(/\s+/g, ' ')
  const { area, exchange, line, extension } = parts
  return `(${area}) ${exchange}-${line}${extension ? ` x${extension}` : ''}`
}

/** E.164 form `+19725550142`; null if the number cannot be dialed internationally. */
export function toE164(text: string): string | null {
  const parts = readNorthAmerican(text)
  if (parts) return parts.extension ? null : `+1${parts.area}${parts.exchange}${parts.line}`
  const international = `+${digitsOf(text)}`
  return text.trim().startsWith('+') && !EXTENSION.test(text) && E164.test(international)
    ? international
    : null
}

/** URL of a call link: `tel:+19725550142;ext=12`. */
export function telHref(text: string): string {
  const parts = readNorthAmerican(text)
  if (!parts) return `tel:${text.trim().startsWith('+') ? '+' : ''}${digitsOf(text)}`
  const { area, exchange, line, extension } = parts
  return `tel:+1${area}${exchange}${line}${extension ? `;ext=${extension}` : ''}`
}

const FEWEST_DIGITS = 2
const LOOKS_LIKE_A_PHONE = /^[\d\s()+.\-/]+$/

/**
 * Digit runs to search for if the text may be part of a phone number in any format; empty for other text. Leaves out
 * the leading country code 1, because many stored numbers have none.
 */
export function phoneSearches(text: string): string[] {
  const digits = digitsOf(text)
  if (!LOOKS_LIKE_A_PHONE.test(text) || digits.length < FEWEST_DIGITS) return []
  if (!digits.startsWith('1') || digits.length < 4) return [digits]
  // Only a separated 1, or the first of eleven digits, is certain to be the country code.
  const isCountry = /^\s*\+?\s*1[\s(.\-/]/.test(text) || /^\s*\+/.test(text) || digits.length === 11
  return isCountry ? [digits.slice(1)] : [digits, digits.slice(1)]
}
