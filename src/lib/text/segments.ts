/*
 * Text messages are charged by segment: 160 characters of the GSM-7 alphabet, or 70 UCS-2 units as soon as one character is
 * not in it. A text of several segments has fewer in each.
 */

const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Characters of the GSM alphabet that take two places. */
const GSM_EXTENDED = '^{}\\[~]|€'
const MAX_SEGMENTS = 2

const isGsm = (character: string): boolean =>
  GSM_BASIC.includes(character) || GSM_EXTENDED.includes(character)

/** Number of segments that a text is sent and charged as: 160 GSM-7 characters or 70 UCS-2 units, fewer when it is split. */
export function countSegments(text: string): number {
  const characters = Array.from(text)
  if (!characters.every(isGsm))
    return fill(
      characters.map((it) => it.length),
      { single: 70, split: 67 },
    )
  return fill(
    characters.map((it) => (GSM_EXTENDED.includes(it) ? 2 : 1)),
    { single: 160, split: 153 },
  )
}

/** A character is never split between two segments. */
function fill(sizes: readonly number[], { single, split }: { single: number; split: number }): number {
  if (sizes.reduce((sum, it) => sum + it, 0) <= single) return 1
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > split) {
      segments += 1
      used = 0
    }
    used += size
  }
  return segments
}

const TYPOGRAPHIC: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00A0': ' ',
  '\u202F': ' ',
}

/** SMS text in the GSM alphabet: typographic characters and unknown accents become plain ones, others are left out. */
export const toGsm = (text: string): string =>
  Array.from(text)
    .map((it) => TYPOGRAPHIC[it] ?? it)
    .map((it) => (isGsm(it) ? it : Array.from(it.normalize('NFD')).filter(isGsm).join('')))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/**
 * The text with a title, in at most two segments: typographic characters are plain, a title that fits in no other way loses
 * the characters that the GSM alphabet lacks, and then its end.
 */
export function fitText(title: string, textWith: (title: string) => string): string {
  const plain = Array.from(title)
    .map((it) => TYPOGRAPHIC[it] ?? it)
    .join('')
  const whole = Array.from(textWith(plain))
    .map((it) => TYPOGRAPHIC[it] ?? it)
    .join('')
  if (countSegments(whole) <= MAX_SEGMENTS) return whole
  const characters = Array.from(toGsm(title))
  for (let length = characters.length; length > 0; length -= 1) {
    const cut = length === characters.length ? '' : '...'
    const text = toGsm(textWith(characters.slice(0, length).join('').trim() + cut))
    if (countSegments(text) <= MAX_SEGMENTS) return text
  }
  return toGsm(textWith(''))
}
