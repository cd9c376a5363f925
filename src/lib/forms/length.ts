const grouped = (n: number): string => String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** `4,312 of 4,000 characters`: how much of a field is used. */
export const lengthText = (length: number, max: number): string =>
  `${grouped(length)} of ${grouped(max)} characters`

/** Says that a text is too long, and how long it is, so that its writer knows how much has to go. */
export const tooLongText = (what: string, length: number, max: number): string =>
  `Please keep ${what} under ${grouped(max)} characters: it has ${grouped(length)}.`
