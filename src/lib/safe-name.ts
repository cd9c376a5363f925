const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’ -]*(?:\. ?[\p{L}\p{M}'’ -]+)*\.?$/u
const LONGEST = 40
const MAX_WORDS = 4
// `evil.example`, but not `Dr. Osei` or `J.R. Okafor`: two letters or more on both sides of a full stop.
const ADDRESS = /[\p{L}\p{M}]{3,}\.[\p{L}\p{M}]{2,}/u

/**
 * A name as an email may repeat it to an address that nobody has confirmed; null for what is more than a name. Whoever
 * fills in a form chooses both, and would else have the venue send a message of theirs to anybody.
 */
export function safeName(text: string): string | null {
  const name = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  const isName =
    name.length <= LONGEST && name.split(' ').length <= MAX_WORDS && NAME.test(name) && !ADDRESS.test(name)
  return isName ? name : null
}

/** `, Amara` to follow a greeting, or nothing. */
export const commaName = (text: string): string => {
  const name = safeName(text)
  return name === null ? '' : `, ${name}`
}
