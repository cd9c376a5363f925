/** Widths of characters in parts of the font size, rather too wide than too narrow; the first that matches counts. */
const WIDTHS: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[ijlI.,:;!'’|]/, 0.29],
  [/[frt()"/1-]/, 0.4],
  [/[W@]/, 1],
  [/[mMwOQ]/, 0.85],
  [/[A-Z0-9]/, 0.7],
  [/[ -\u024f]/, 0.58],
  [/[\u0250-\u1fff]/, 0.68],
]
const WIDEST = 1.1
const ELLIPSIS = 0.68

function widthOf(text: string): number {
  let sum = 0
  for (const character of text)
    sum += WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? WIDEST
  return sum
}

/** The first word of a name with more than pictures, cut to a width, which is in parts of the font size. */
export function shortName(name: string, width: number): string {
  const words = name.trim().split(/\s+/)
  const word = words.find((it) => /[\p{L}\p{N}]/u.test(it)) ?? words[0] ?? ''
  if (widthOf(word) <= width) return word
  let cut = ''
  for (const character of word) {
    if (widthOf(cut + character) + ELLIPSIS > width) break
    cut += character
  }
  return `${cut}…`
}
