/** Characters of a text as the database counts them: an emoji of two UTF-16 units is one. */
export const characterCount = (text: string): number => Array.from(text).length

const grouped = (n: number): string => String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** Character counter: `4,312 of 4,000 characters`. */
export const lengthText = (length: number, max: number): string =>
  `${grouped(length)} of ${grouped(max)} characters`

/** Error for text over the limit, with its length, so that the writer knows how much to cut. */
export const tooLongText = (what: string, length: number, max: number): string =>
  `Please keep ${what} under ${grouped(max)} characters: it has ${grouped(length)}.`
