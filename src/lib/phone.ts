/** Digits of a phone number in the country of the venue: ten, the first of the area code and of the exchange from 2 on. */
const NORTH_AMERICAN = /^1?([2-9]\d{2})([2-9]\d{2})(\d{4})$/
const EXTENSION = /\s*(?:x|ext\.?|#)\s*(\d{1,6})$/i
const E164 = /^\+[1-9]\d{7,14}$/

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

type Parts = {
  readonly area: string
  readonly exchange: string
  readonly line: string
  readonly extension: string
}

/** The parts of a North American number however it is written; null for any other text. */
function readNorthAmerican(text: string): Parts | null {
  const [suffix = '', extension = ''] = EXTENSION.exec(text) ?? []
  const number = text.slice(0, text.length - suffix.length)
  // A plus sign begins the code of a country, and that of the United States is 1.
  if (/^\s*\+(?!\s*1)/.test(number)) return null
  const [, area = '', exchange = '', line = ''] = NORTH_AMERICAN.exec(digitsOf(number)) ?? []
  return area ? { area, exchange, line, extension } : null
}

/**
 * `(972) 555-0142`, as Texans read a number out, from any way of writing it; `(972) 555-0142 x12` with an extension. A
 * number of another country stays as it is.
 */
export function formatPhone(text: string): string {
  const parts = readNorthAmerican(text)
  if (!parts) return text.trim().replaceAll(/\s+/g, ' ')
  const { area, exchange, line, extension } = parts
  return `(${area}) ${exchange}-${line}${extension ? ` x${extension}` : ''}`
}

/** `+19725550142`, for machines; null for what cannot be called from everywhere. */
export function toE164(text: string): string | null {
  const parts = readNorthAmerican(text)
  if (parts) return parts.extension ? null : `+1${parts.area}${parts.exchange}${parts.line}`
  const international = `+${digitsOf(text)}`
  return text.trim().startsWith('+') && !EXTENSION.test(text) && E164.test(international)
    ? international
    : null
}

/** The address of a link that calls a number: `tel:+19725550142;ext=12`. */
export function telHref(text: string): string {
  const parts = readNorthAmerican(text)
  if (!parts) return `tel:${text.trim().startsWith('+') ? '+' : ''}${digitsOf(text)}`
  const { area, exchange, line, extension } = parts
  return `tel:+1${area}${exchange}${line}${extension ? `;ext=${extension}` : ''}`
}

const FEWEST_DIGITS = 2
const LOOKS_LIKE_A_PHONE = /^[\d\s()+.\-/]+$/

/**
 * The runs of digits to look for where a search may be a part of a phone number, in any format; none for other text. The 1
 * of the United States is left out, for many numbers are stored without it.
 */
export function phoneSearches(text: string): string[] {
  const digits = digitsOf(text)
  if (!LOOKS_LIKE_A_PHONE.test(text) || digits.length < FEWEST_DIGITS) return []
  if (!digits.startsWith('1') || digits.length < 4) return [digits]
  // A 1 set apart, or the first of eleven digits, is the code of the country; otherwise it may be in the midst of a number.
  const isCountry = /^\s*\+?\s*1[\s(.\-/]/.test(text) || /^\s*\+/.test(text) || digits.length === 11
  return isCountry ? [digits.slice(1)] : [digits, digits.slice(1)]
}
