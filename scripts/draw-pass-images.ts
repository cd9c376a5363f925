/** Draws the images of wallet passes from the logo and the mudcloth pattern. Run by hand after a change of either; commit the result. */
import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'

const ART = 'src/platform/wallet/art'
const BACKGROUND = '#1b110d'
const logo = await readFile('public/favicon.svg')
const mudcloth = await readFile('src/web/patterns/mudcloth.webp')

const ICON = 29
const LOGO = 50
const STRIP = { width: 375, height: 98 }
/** Height of the tile of the pattern, of which a strip shows two rows. */
const TILE = 49

const save = (name: string, scale: number, drawn: Sharp): Promise<void> =>
  drawn
    .png({ palette: true, colours: 48, compressionLevel: 9, effort: 10 })
    .toBuffer()
    .then((png) => writeFile(`${ART}/${name}${scale === 1 ? '' : `@${scale}x`}.png`, png))

const mark = (size: number): Sharp => sharp(logo, { density: (72 * size) / 64 }).resize(size, size)

/** The pattern fades to the left, where the title stands on it. */
async function drawStrip(scale: number): Promise<Sharp> {
  const [width, height] = [STRIP.width * scale, STRIP.height * scale]
  const tile = await sharp(mudcloth)
    .resize(null, TILE * scale)
    .png()
    .toBuffer()
  const shade = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="a"><stop offset=".3" stop-color="${BACKGROUND}"/>
    <stop offset="1" stop-color="${BACKGROUND}" stop-opacity=".35"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#a)"/>
    <rect width="100%" height="${scale}" fill="#e9b765"/>
    <rect y="${height - scale}" width="100%" height="${scale}" fill="#e9b765"/></svg>`)
  return sharp({ create: { width, height, channels: 3, background: BACKGROUND } }).composite([
    { input: tile, tile: true },
    { input: shade },
  ])
}

for (const scale of [1, 2, 3]) {
  // oxlint-disable-next-line no-await-in-loop -- three
  await save('icon', scale, mark(ICON * scale).flatten({ background: BACKGROUND }))
  // oxlint-disable-next-line no-await-in-loop
  if (scale < 3) await save('logo', scale, mark(LOGO * scale))
  // oxlint-disable-next-line no-await-in-loop
  await save('strip', scale, await drawStrip(scale))
}
