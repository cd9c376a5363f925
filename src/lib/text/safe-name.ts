const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’ -]*(?:\. ?[\p{L}\p{M}'’ -]+)*\.?$/u
const LONGEST = 40
const MAX_WORDS = 4
// Matches `evil.example`, but neither `Dr. Osei` nor `J.R. Okafor`.
const ADDRESS = /[\p{L}\p{M}]{3,}\.[\p{L}\p{M}]{2,}/u

/**
 * Name for use in an email to an unconfirmed address; null if it contains more than a name. Both come from an
 * anonymous form, which could otherwise be used to send arbitrary text to any address.
 */
export function safeName(text: string): string | null {
  const name = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  const isName =
    name.length <= LONGEST && name.split(' ').length <= MAX_WORDS && NAME.test(name) && !ADDRESS.test(name)
  return isName ? name : null
}

/** `, Amara` to append to a greeting; empty if the name is not safe. */
export const commaName = (text: string): string => {
  const name = safeName(text)
  return name === null ? '' : `, ${name}`
}
