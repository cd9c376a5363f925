/**
 * Writes src/web/fonts/fallbacks.css: for each local font a face with the metrics of the web font, so that the font swap
 * causes no layout shift. The widths are measured in Chromium on the texts of db/seed. Run by hand after a change of the
 * web fonts; src/web/fonts/README.md describes it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'
import { findFont } from './font-sets.ts'

type Local = {
  readonly name: string
  /** File to measure: the font, or one with the same widths. */
  readonly file: string
  /**
   * By which `local()` finds it. A browser reads its list of fonts for each name it tries, before the first paint: the full name,
   * which all of them know, is enough, and the PostScript name first where versions of a font differ in the full one.
   */
  readonly local: readonly string[]
}
type Faces = {
  readonly web: string
  readonly file: string
  /** The weight at which the web font is measured, and the weights for which the face stands. */
  readonly weight: number
  readonly weights: string
  readonly style: 'normal' | 'italic'
  readonly text: 'titles' | 'prose' | 'labels'
  readonly fonts: readonly Local[]
}

/** Liberation Sans has the widths of Arial and Helvetica, Liberation Serif of Times New Roman, Gelasio of Georgia. */
const FACES: readonly Faces[] = [
  {
    web: 'Fraunces',
    file: 'fraunces.woff2',
    weight: 560,
    weights: '400 700',
    style: 'normal',
    text: 'titles',
    fonts: [
      { name: 'Georgia', file: 'gelasio-latin-400-normal.woff2', local: ['Georgia'] },
      {
        name: 'Times New Roman',
        file: 'LiberationSerif-Regular.ttf',
        local: ['Times New Roman'],
      },
      {
        name: 'Noto Serif',
        file: 'NotoSerif-Regular.ttf',
        local: ['NotoSerif-Regular', 'Noto Serif'],
      },
      {
        name: 'Liberation Serif',
        file: 'LiberationSerif-Regular.ttf',
        local: ['Liberation Serif'],
      },
      { name: 'DejaVu Serif', file: 'DejaVuSerif.ttf', local: ['DejaVu Serif'] },
    ],
  },
  {
    web: 'Fraunces',
    file: 'fraunces-italic.woff2',
    weight: 450,
    weights: '400 700',
    style: 'italic',
    text: 'titles',
    fonts: [
      {
        name: 'Georgia',
        file: 'gelasio-latin-400-italic.woff2',
        local: ['Georgia Italic'],
      },
      {
        name: 'Times New Roman',
        file: 'LiberationSerif-Italic.ttf',
        local: ['Times New Roman Italic'],
      },
      { name: 'Noto Serif', file: 'NotoSerif-Italic.ttf', local: ['NotoSerif-Italic'] },
      {
        name: 'Liberation Serif',
        file: 'LiberationSerif-Italic.ttf',
        local: ['Liberation Serif Italic'],
      },
      // Debian's package of the basic fonts has no italics.
      { name: 'DejaVu Serif', file: 'DejaVuSerif.ttf', local: ['DejaVu Serif'] },
    ],
  },
  {
    web: 'Figtree',
    file: 'figtree.woff2',
    weight: 400,
    weights: '400 549',
    style: 'normal',
    text: 'prose',
    fonts: [
      { name: 'Arial', file: 'LiberationSans-Regular.ttf', local: ['Arial'] },
      { name: 'Helvetica', file: 'LiberationSans-Regular.ttf', local: ['Helvetica'] },
      { name: 'Roboto', file: 'Roboto-Regular.ttf', local: ['Roboto-Regular', 'Roboto'] },
      {
        name: 'Liberation Sans',
        file: 'LiberationSans-Regular.ttf',
        local: ['Liberation Sans'],
      },
      { name: 'DejaVu Sans', file: 'DejaVuSans.ttf', local: ['DejaVu Sans'] },
    ],
  },
  {
    web: 'Figtree',
    file: 'figtree.woff2',
    weight: 600,
    weights: '550 700',
    style: 'normal',
    text: 'labels',
    fonts: [
      { name: 'Arial', file: 'LiberationSans-Bold.ttf', local: ['Arial Bold'] },
      { name: 'Helvetica', file: 'LiberationSans-Bold.ttf', local: ['Helvetica Bold'] },
      { name: 'Roboto', file: 'Roboto-Bold.ttf', local: ['Roboto-Bold'] },
      // Since Android 12, Roboto is one variable font, and its bold has no name of its own.
      {
        name: 'Roboto variable',
        file: 'Roboto-Regular.ttf',
        local: ['Roboto-Regular', 'Roboto'],
      },
      {
        name: 'Liberation Sans',
        file: 'LiberationSans-Bold.ttf',
        local: ['Liberation Sans Bold'],
      },
      { name: 'DejaVu Sans', file: 'DejaVuSans-Bold.ttf', local: ['DejaVu Sans Bold'] },
    ],
  },
]

/** Ascent and descent of the web fonts in em, from their table `hhea`. */
const HEIGHTS: Readonly<Record<string, readonly [ascent: number, descent: number]>> = {
  Fraunces: [0.978, 0.255],
  Figtree: [0.95, 0.25],
}

const SEED = ['menu', 'events', 'gallery', 'modals'] as const
const TITLES = new Set(['title', 'name'])

/** The texts of the seed: titles, sentences, and labels, half of which the site sets in capitals. */
async function seedTexts(): Promise<Record<Faces['text'], string>> {
  const files = await Promise.all(SEED.map((name) => readFile(`db/seed/${name}.json`, 'utf8')))
  const entries = files.flatMap((it): Record<string, unknown>[] => JSON.parse(it)).flatMap(Object.entries)
  const join = (isWanted: (key: string) => boolean) =>
    entries
      .flatMap(([key, value]) => (isWanted(key) && typeof value === 'string' ? [value] : []))
      .join(' ')
      // The characters of the main files of the web fonts.
      .replace(/[^\u0020-\u007e’]/g, '')
  const prose = join((key) => key === 'description')
  return { titles: join((key) => TITLES.has(key)), prose, labels: `${prose} ${prose.toUpperCase()}` }
}

const asDataUrl = async (path: string): Promise<string> =>
  `data:font/${path.endsWith('woff2') ? 'woff2' : 'ttf'};base64,${(await readFile(path)).toString('base64')}`

function pathOf(file: string): string {
  const path = findFont(file)
  if (path === undefined)
    throw new Error(`${file} is missing; src/web/fonts/README.md says where it is from.`)
  return path
}

const texts = await seedTexts()
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
// Large enough that rounding of glyphs to whole pixels does not count.
const page = await browser.newPage()

/** Width of a text in one line, in em. */
async function measure(path: string, weight: number, text: string): Promise<number> {
  const url = await asDataUrl(path)
  return page.evaluate(
    async (it) => {
      const face = new FontFace('measured', `url(${it.url})`, { weight: '400 700' })
      document.fonts.clear()
      document.fonts.add(await face.load())
      const line = document.createElement('span')
      line.style.cssText = `font: ${it.weight} 1000px measured; white-space: nowrap; position: absolute`
      line.textContent = it.text
      document.body.replaceChildren(line)
      return line.getBoundingClientRect().width / 1000
    },
    { url, weight, text },
  )
}

const percent = (ratio: number): string => `${Number((ratio * 100).toFixed(2))}%`

function faceOf(faces: Faces, { name, local }: Local, sizeAdjust: number): string {
  const [ascent = 0, descent = 0] = HEIGHTS[faces.web] ?? []
  return `@font-face {
  font-family: '${faces.web} as ${name}';
  src: ${local.map((it) => `local('${it}')`).join(', ')};
  font-weight: ${faces.weights};${faces.style === 'italic' ? '\n  font-style: italic;' : ''}
  size-adjust: ${percent(sizeAdjust)};
  ascent-override: ${percent(ascent / sizeAdjust)};
  descent-override: ${percent(descent / sizeAdjust)};
  line-gap-override: 0%;
}
`
}

const made: string[] = []
for (const faces of FACES) {
  const text = texts[faces.text]
  // oxlint-disable-next-line no-await-in-loop -- one page measures one font at a time
  const web = await measure(`src/web/fonts/${faces.file}`, faces.weight, text)
  for (const font of faces.fonts) {
    // oxlint-disable-next-line no-await-in-loop
    made.push(faceOf(faces, font, web / (await measure(pathOf(font.file), 400, text))))
  }
}
await browser.close()
await writeFile(
  'src/web/fonts/fallbacks.css',
  `/* Written by \`node scripts/launch.mjs fallback-fonts\`; README.md in this folder describes it. */\n${made.join('')}`,
)
