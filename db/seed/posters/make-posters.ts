/**
 * Renders the event posters: one HTML page each, captured as an image of 1200 x 1500 and saved as WebP.
 *
 *   node db/seed/posters/make-posters.ts <fonts folder> [slug ...]
 *
 * The fonts folder holds the packages `fraunces` and `figtree` of @fontsource-variable side by side
 * (node_modules/@fontsource-variable after installing both); POSTER_FONTS may name it instead.
 */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'
import { designs } from './designs.ts'
import { bandLayouts } from './layouts-bands.ts'
import { graphicLayouts } from './layouts-graphic.ts'
import { photoLayouts } from './layouts-photo.ts'
import { dataUrl, type Design, fontRules, HEIGHT, type Layout, page, WIDTH } from './page.ts'

const MEDIA = join(import.meta.dirname, '..', 'media')
const OUT = join(MEDIA, 'posters')
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome']
const LARGEST = 262_144

const layouts: Record<string, Layout> = { ...photoLayouts, ...graphicLayouts, ...bandLayouts }

function onPath(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function browserFile(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = files.find(onPath)
  if (!found) throw new Error(`No browser on PATH (looked for ${BROWSERS.join(', ')})`)
  return found
}

/** Highest WebP quality, from 84 downwards, that stays under the size limit. */
async function toWebp(shot: Buffer): Promise<Buffer> {
  let file = shot
  for (const quality of [84, 82, 78, 74, 70, 66]) {
    file = await sharp(shot).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (file.length <= LARGEST) return file
  }
  return file
}

async function draw(browser: Browser, design: Design, fonts: string): Promise<number> {
  const layout = layouts[design.layout]
  if (!layout) throw new Error(`${design.slug} asks for an unknown layout: ${design.layout}`)
  const tab = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  const asset = (path: string): string => dataUrl(join(MEDIA, path))
  await tab.setContent(page(fonts, layout(design, asset)), { waitUntil: 'load' })
  await tab.evaluate(() => document.fonts.ready.then(() => true))
  const file = await toWebp(await tab.screenshot({ type: 'png' }))
  await writeFile(join(OUT, `${design.slug}.webp`), file)
  await tab.close()
  return file.length
}

async function main(args: string[]): Promise<void> {
  const fromEnvironment = process.env.POSTER_FONTS
  const folder = fromEnvironment ?? args[0]
  if (!folder) throw new Error('Name the fonts folder, as an argument or in POSTER_FONTS')
  const wanted = fromEnvironment ? args : args.slice(1)
  const chosen = designs.filter((design) => wanted.length === 0 || wanted.includes(design.slug))
  mkdirSync(OUT, { recursive: true })
  const fonts = fontRules(folder)
  const browser = await chromium.launch({
    executablePath: browserFile(),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--font-render-hinting=none'],
  })
  try {
    for (const design of chosen) {
      const bytes = await draw(browser, design, fonts)
      process.stdout.write(`${design.slug} ${Math.round(bytes / 1024)} kB\n`)
    }
  } finally {
    await browser.close()
  }
}

await main(process.argv.slice(2))
