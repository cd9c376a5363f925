import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { qrPng } from '#platform/mail/qr-code.ts'

/** How a code is held before the camera. */
export type Held = { readonly text: string; readonly degrees?: number; readonly blur?: number }

type Film = {
  readonly file: string
  readonly codes: readonly Held[]
  /** Frames with each code, and frames without any after it, at 30 frames a second. */
  readonly shown?: number
  readonly hidden?: number
}

const SIZE = { width: 1280, height: 720, channels: 3 } as const
const GREY = { r: 110, g: 104, b: 98 }
/** A strip at the left edge, beyond the square that is searched for codes: it marks the frames with a code. */
const MARK = { width: 40, height: 720, channels: 3, background: { r: 255, g: 0, b: 255 } } as const

/** Writes a film for the fake camera of Chromium: JPEG pictures one after the other. */
export async function filmCodes({ file, codes, shown = 20, hidden = 20 }: Film): Promise<void> {
  const empty = await sharp({ create: { ...SIZE, background: GREY } })
    .jpeg({ quality: 80 })
    .toBuffer()
  const frames = await Promise.all(codes.map(frameOf))
  await writeFile(
    file,
    Buffer.concat([
      ...Array.from({ length: hidden }, () => empty),
      ...frames.flatMap((frame) => [
        ...Array.from({ length: shown }, () => frame),
        ...Array.from({ length: hidden }, () => empty),
      ]),
    ]),
  )
}

async function frameOf({ text, degrees = 0, blur = 0 }: Held): Promise<Buffer> {
  const code = await sharp(await qrPng(text))
    .resize(480)
    .rotate(degrees, { background: GREY })
    .toColourspace('srgb')
    .toBuffer()
  const mark = await sharp({ create: MARK }).png().toBuffer()
  const picture = sharp(
    await sharp({ create: { ...SIZE, background: GREY } })
      .composite([{ input: code, gravity: 'centre' }])
      .png()
      .toBuffer(),
  )
  const blurred = await (blur > 0 ? picture.blur(blur) : picture).png().toBuffer()
  return sharp(blurred)
    .composite([{ input: mark, left: 0, top: 0 }])
    .jpeg({ quality: 80 })
    .toBuffer()
}
