import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { withRenderPermit } from './image-renditions.ts'
import { SHARE_SIZE } from './share-size.ts'
import {
  drawableText,
  fitText,
  loadOutlineFonts,
  type OutlineFonts,
  outlineText,
  shortenText,
} from './text-outlines.ts'

/** Texts of a picture that is shown where a page is shared. */
export type ShareTexts = { readonly title: string; readonly detail: string; readonly siteName: string }

/** Brand patterns: one tile of each. */
export type SharePatterns = { readonly mudcloth: Buffer; readonly zellige: Buffer }

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE
const BAND = 76
const STRIP = 24
const TILE = 210
const MAX_POSTER_WIDTH = 520
const POSTER_GAP = 40
const BLUR = 24
const LEFT = BAND + 60
const TEXT_WIDTH = 900
const DETAIL_Y = HEIGHT - STRIP - 56
const TITLE_BOTTOM = DETAIL_Y - 72
const LINE_HEIGHT = 1.12

const COLORS = { night: '#120b08', cocoa: '#261814', bark: '#3a2620', cream: '#fbf1df', brass: '#e9b765' }

/**
 * Draws the image of a shared page: the photograph of its subject, or the brand's own colors without one, below a dark
 * gradient, the border of patterns and the texts. The texts are outlines, so every machine draws the same pixels.
 */
export const drawSharePicture = (
  readPhoto: () => Promise<Buffer | null>,
  look: { readonly texts: ShareTexts; readonly patterns: SharePatterns },
): Promise<Buffer> =>
  withRenderPermit(async () => {
    const fonts = await loadOutlineFonts()
    const photo = await readPhoto()
    const ground = photo ? await photoGround(photo) : await patternGround(look.patterns)
    const layers = [
      ...ground.layers,
      svgLayer(`<rect width="${BAND}" height="${HEIGHT}" fill="${COLORS.cocoa}"/>`),
      ...(await patternBand(look.patterns.mudcloth, { left: 0, width: BAND })),
      svgLayer(`<rect x="${BAND}" width="3" height="${HEIGHT}" fill="${COLORS.brass}"/>`),
      await patternStrip(look.patterns.zellige),
      svgLayer(drawTexts(fonts, look.texts, ground.textWidth)),
    ]
    return ground.base.removeAlpha().composite(layers).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
  })

/** Background of the texts, and the width that it leaves to them. */
type Ground = { readonly base: Sharp; readonly layers: readonly OverlayOptions[]; readonly textWidth: number }

/**
 * A poster has text of its own, so an image in portrait format stands whole beside the texts, over a blur of itself.
 */
async function photoGround(photo: Buffer): Promise<Ground> {
  const { width, height } = await sharp(photo).metadata()
  const base = sharp(photo).resize({ ...SHARE_SIZE, fit: 'cover', position: 'attention' })
  if (width >= height) return { base, layers: [svgLayer(SHADE)], textWidth: TEXT_WIDTH }
  const { data, info } = await sharp(photo)
    .resize({ width: MAX_POSTER_WIDTH, height: HEIGHT - STRIP, fit: 'inside' })
    .toBuffer({ resolveWithObject: true })
  const left = WIDTH - info.width
  const poster = { input: data, left, top: Math.round((HEIGHT - STRIP - info.height) / 2) }
  return {
    base: base.blur(BLUR),
    layers: [svgLayer(SHADE_BESIDE_POSTER), poster],
    textWidth: left - LEFT - POSTER_GAP,
  }
}

async function patternGround({ mudcloth }: SharePatterns): Promise<Ground> {
  const band = await patternBand(mudcloth, { left: WIDTH / 2, width: WIDTH / 2 })
  return {
    base: sharp({ create: { ...SHARE_SIZE, channels: 3, background: COLORS.bark } }),
    layers: [...band, svgLayer(SHADE_OF_PATTERN)],
    textWidth: TEXT_WIDTH,
  }
}

const svgLayer = (content: string): OverlayOptions => ({
  input: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${content}</svg>`,
  ),
})

/** Dark on the left and at the bottom, where the text is. */
const shade = ({ middle, far }: { readonly middle: number; readonly far: number }): string =>
  `<defs>
    <linearGradient id="side"><stop offset="0" stop-color="${COLORS.night}" stop-opacity=".94"/><stop offset=".5" stop-color="${COLORS.night}" stop-opacity="${middle}"/><stop offset="1" stop-color="${COLORS.night}" stop-opacity="${far}"/></linearGradient>
    <linearGradient id="foot" x2="0" y2="1"><stop offset=".3" stop-color="${COLORS.night}" stop-opacity="0"/><stop offset="1" stop-color="${COLORS.night}" stop-opacity=".9"/></linearGradient>
  </defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#side)"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#foot)"/>`
const SHADE = shade({ middle: 0.55, far: 0.05 })
const SHADE_BESIDE_POSTER = shade({ middle: 0.85, far: 0.7 })
const SHADE_OF_PATTERN = shade({ middle: 0.94, far: 0.1 })

/** A band of the mudcloth texture over the whole height. */
async function patternBand(
  tile: Buffer,
  { left, width }: { readonly left: number; readonly width: number },
): Promise<OverlayOptions[]> {
  const size = { width, height: HEIGHT, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
  const scaled = await sharp(tile).resize({ height: TILE }).toBuffer()
  const { width: tileWidth } = await sharp(scaled).metadata()
  // A tile may not be wider than what it fills.
  const input = await sharp(scaled)
    .extract({ left: 0, top: 0, width: Math.min(width, tileWidth), height: TILE })
    .toBuffer()
  const band = await sharp({ create: size })
    .composite([{ input, tile: true }])
    .png()
    .toBuffer()
  return [{ input: band, left, top: 0 }]
}

async function patternStrip(tile: Buffer): Promise<OverlayOptions> {
  const input = await sharp(tile).resize({ height: STRIP }).toBuffer()
  const strip = await sharp({
    create: { width: WIDTH, height: STRIP, channels: 3, background: COLORS.night },
  })
    .composite([{ input, tile: true }])
    .png()
    .toBuffer()
  return { input: strip, left: 0, top: HEIGHT - STRIP }
}

/** The title grows upwards from the detail line. A title without a drawable character is left to the site's name. */
function drawTexts(fonts: OutlineFonts, texts: ShareTexts, width: number): string {
  const siteName = drawableText(fonts.display, texts.siteName)
  const title = drawableText(fonts.display, texts.title) || siteName
  const fitted = fitText(fonts.display, title, {
    sizes: [96, 84, 74, 64, 56, 48],
    width,
    maxLines: 3,
  })
  const { size } = fitted
  const lines = fitted.lines.map((text, index) => {
    const y = TITLE_BOTTOM - (fitted.lines.length - 1 - index) * size * LINE_HEIGHT
    return outlineText(fonts.display, { text, size, x: LEFT, y, color: COLORS.cream })
  })
  const line = (
    font: OutlineFonts['text'],
    text: string,
    place: { size: number; y: number; color: string },
  ) =>
    outlineText(font, {
      text: shortenText(font, text, { size: place.size, width }),
      x: LEFT,
      stroke: font === fonts.text ? 1 : 0,
      ...place,
    })
  return [
    line(fonts.display, siteName, { size: 40, y: 96, color: COLORS.brass }),
    ...lines,
    line(fonts.text, drawableText(fonts.text, texts.detail), { size: 38, y: DETAIL_Y, color: COLORS.brass }),
  ].join('')
}
