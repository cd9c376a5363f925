import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/* Writes the outlines of the web fonts' glyphs. src/web/fonts/README.md describes it. */

type Run = {
  readonly glyphs: readonly { readonly path: { toSVG(): string } }[]
  readonly positions: readonly { readonly xAdvance: number }[]
}
type Font = {
  readonly unitsPerEm: number
  readonly characterSet: readonly number[]
  layout(text: string, features: { readonly liga: boolean }): Run
}
type Fontkit = { create(bytes: Buffer): Font }

const FONTS = 'src/web/fonts'
const WRITTEN = 'src/platform/images/glyph-outlines.json'
const FIRST_PRINTABLE = 0x20
const SOFT_HYPHEN = 0xad
const NO_CHARACTER = 0xff_ff

const layOut = (font: Font, text: string): Run => font.layout(text, { liga: false })
const advanceOf = (font: Font, text: string): number => layOut(font, text).positions[0]?.xAdvance ?? 0

const charactersOf = ({ characterSet }: Font): string[] =>
  characterSet
    .filter((point) => point >= FIRST_PRINTABLE && point !== SOFT_HYPHEN && point !== NO_CHARACTER)
    .map((point) => String.fromCodePoint(point))

const glyphsOf = (font: Font) =>
  charactersOf(font).map((character) => {
    const path = layOut(font, character).glyphs[0]?.path.toSVG() ?? ''
    return [character, { advance: Math.round(advanceOf(font, character)), path }] as const
  })

const kernsOf = (font: Font) =>
  charactersOf(font).flatMap((left) =>
    charactersOf(font).flatMap((right) => {
      const kern = Math.round(advanceOf(font, left + right) - advanceOf(font, left))
      return kern === 0 ? [] : [[left + right, kern] as const]
    }),
  )

async function outlinesOf(fontkit: Fontkit, name: string) {
  const read = async (file: string) => fontkit.create(await readFile(join(FONTS, `${file}.woff2`)))
  const [basic, accents] = await Promise.all([read(name), read(`${name}-accents`)])
  return {
    unitsPerEm: basic.unitsPerEm,
    glyphs: Object.fromEntries([...glyphsOf(accents), ...glyphsOf(basic)]),
    kerns: Object.fromEntries(kernsOf(basic)),
  }
}

const directory = process.env['FONTKIT_DIR']
if (directory === undefined) throw new Error('FONTKIT_DIR is missing: src/web/fonts/README.md')
const entry = pathToFileURL(resolve(directory, 'node_modules/fontkit/dist/module.mjs')).href
const fontkit: Fontkit = await import(entry)
const [display, text] = await Promise.all([outlinesOf(fontkit, 'fraunces'), outlinesOf(fontkit, 'figtree')])
await writeFile(WRITTEN, `${JSON.stringify({ display, text })}\n`)
