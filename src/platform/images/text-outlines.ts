/** Outlines of one font's glyphs: advance and SVG path by character, kerning by pair of characters. */
export type FontOutlines = {
  readonly unitsPerEm: number
  readonly glyphs: Readonly<Record<string, { readonly advance: number; readonly path: string }>>
  readonly kerns: Readonly<Record<string, number>>
}

export type OutlineFonts = { readonly display: FontOutlines; readonly text: FontOutlines }

/** Fonts of the site as outlines, loaded with the first picture that has text. */
export const loadOutlineFonts = async (): Promise<OutlineFonts> => {
  const { default: fonts } = await import('./glyph-outlines.json', { with: { type: 'json' } })
  return fonts
}

const COMBINING_MARKS = /\p{Mn}/gu

const hasGlyph = ({ glyphs }: FontOutlines, character: string): boolean => Object.hasOwn(glyphs, character)

/**
 * Text of the characters that the font has. An unknown accent leaves its base character (`ő` becomes `o`); anything else,
 * such as an emoji or Arabic, is left out.
 */
export function drawableText(font: FontOutlines, text: string): string {
  const known = Array.from(text.normalize('NFC').replaceAll(/\s/gu, ' '), (character) => {
    const base = hasGlyph(font, character)
      ? character
      : character.normalize('NFKD').replace(COMBINING_MARKS, '')
    return Array.from(base).every((it) => hasGlyph(font, it)) ? base : ''
  })
  return known.join('').replaceAll(/ +/g, ' ').trim()
}

const NO_GLYPH = { advance: 0, path: '' }

type Placed = { readonly path: string; readonly x: number }

function placeGlyphs(
  font: FontOutlines,
  text: string,
): { readonly placed: Placed[]; readonly width: number } {
  const placed: Placed[] = []
  let x = 0
  let before = ''
  for (const character of text) {
    const { advance, path } = font.glyphs[character] ?? NO_GLYPH
    x += font.kerns[before + character] ?? 0
    if (path !== '') placed.push({ path, x })
    x += advance
    before = character
  }
  return { placed, width: x }
}

export const textWidth = (font: FontOutlines, text: string, size: number): number =>
  (placeGlyphs(font, text).width * size) / font.unitsPerEm

export type TextLine = {
  readonly text: string
  readonly size: number
  readonly x: number
  /** Height of the baseline. */
  readonly y: number
  readonly color: string
  /** Width of an outline in the same color, in pixels; a heavier weight. */
  readonly stroke?: number
}

/** A line of text as SVG paths. The glyphs point upwards, the picture downwards. */
export function outlineText(font: FontOutlines, { text, size, x, y, color, stroke = 0 }: TextLine): string {
  const scale = size / font.unitsPerEm
  const paths = placeGlyphs(font, text).placed.map(
    (glyph) => `<path transform="translate(${glyph.x})" d="${glyph.path}"/>`,
  )
  const weight = stroke > 0 ? ` stroke="${color}" stroke-width="${stroke / scale}"` : ''
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${color}"${weight}>${paths.join('')}</g>`
}

/** Breaks a text into lines no wider than `width`; a word that is wider is cut into parts. */
function wrapText(font: FontOutlines, text: string, { size, width }: { size: number; width: number }) {
  const fits = (line: string): boolean => textWidth(font, line, size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((it) => cutWord(it, fits))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return line === '' ? lines : [...lines, line]
}

function cutWord(word: string, fits: (part: string) => boolean): string[] {
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part !== '' && !fits(part + character)) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}

/** Text that ends with `…` where it would be wider than `width`. */
export function shortenText(
  font: FontOutlines,
  text: string,
  { size, width }: { size: number; width: number },
) {
  if (textWidth(font, text, size) <= width) return text
  let shown = text
  while (shown !== '' && textWidth(font, `${shown}…`, size) > width) shown = shown.slice(0, -1).trimEnd()
  return `${shown}…`
}

export type TextBox = { readonly sizes: readonly number[]; readonly width: number; readonly maxLines: number }

/** The text in the largest size in which it has at most `maxLines` lines; in the smallest one its end is left out. */
export function fitText(font: FontOutlines, text: string, { sizes, width, maxLines }: TextBox) {
  for (const size of sizes) {
    const lines = wrapText(font, text, { size, width })
    if (lines.length <= maxLines) return { size, lines }
  }
  const size = sizes.at(-1) ?? 0
  const lines = wrapText(font, text, { size, width })
  const rest = lines.slice(maxLines - 1).join(' ')
  return { size, lines: [...lines.slice(0, maxLines - 1), shortenText(font, rest, { size, width })] }
}
