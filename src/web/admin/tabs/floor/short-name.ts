/** Widths of letters in parts of the font size, rather too wide than too narrow; the first that matches counts. */
const LETTER_WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[ijlI.,:;!'’|]/, 0.29],
  [/[frt()"/1-]/, 0.4],
  [/[W@]/, 1],
  [/[mMwOQ]/, 0.85],
  [/[A-Z0-9]/, 0.7],
  [/[\u0000-\u024f]/, 0.58],
  [/[\u0250-\u1fff]/, 0.68],
]
const WIDEST = 1.1
const ELLIPSIS = 0.68

const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, letter) => sum + (LETTER_WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? WIDEST),
    0,
  )

/** The first word of a name that has letters, cut to a width, which is in parts of the font size. */
export function shortName(name: string, width: number): string {
  const words = name.trim().split(/\s+/)
  const word = words.find((it) => /[\p{L}\p{N}]/u.test(it)) ?? words[0] ?? ''
  if (widthOf(word) <= width) return word
  let cut = ''
  for (const letter of word) {
    if (widthOf(cut + letter) + ELLIPSIS > width) break
    cut += letter
  }
  return `${cut}…`
}
