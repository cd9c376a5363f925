import sharp, { type Sharp } from 'sharp'
import { no, ok, type Result } from '#lib/result.ts'
import { createSemaphore } from '#lib/semaphore.ts'

// Two cores are shared with guests: one picture at a time, and libvips keeps no memory between pictures.
sharp.concurrency(1)
sharp.cache(false)

export type PictureFormat = 'avif' | 'webp' | 'jpg'

const hex = (n: number): string => Math.min(255, n).toString(16).padStart(2, '0')

/** Reads what a stored picture is: its size and the colour most of it has. */
export async function describePicture(
  bytes: Buffer,
): Promise<{ width: number; height: number; colour: string; contentType: string }> {
  const picture = sharp(bytes)
  const [{ width, height, format }, { dominant }] = await Promise.all([picture.metadata(), picture.stats()])
  return {
    width,
    height,
    colour: `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`,
    contentType: `image/${format}`,
  }
}

// Of the four threads that also check passwords, read files and take what staff send in, copies may have two: a wall of
// pictures nobody has asked for before would else keep everybody waiting.
// A line of several hundred takes a minute; whoever comes then is told to come again.
const withPermit = createSemaphore({ queue: 'images', atOnce: 2, patienceMs: 60_000, mostWaiting: 400 })

/** A narrower copy of a picture, never wider than the source. It is read in its turn: what waits holds no memory. */
export const renderPicture = (
  readSource: () => Promise<Buffer>,
  rendition: { width: number; format: PictureFormat },
): Promise<Buffer> => withPermit('copies', async () => makeCopy(await readSource(), rendition))

async function makeCopy(
  source: Buffer,
  { width, format }: { width: number; format: PictureFormat },
): Promise<Buffer> {
  const resized = sharp(source).resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      return resized.avif({ quality: 40, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer()
    case 'webp':
      return resized.webp({ quality: 74, effort: 4 }).toBuffer()
    case 'jpg':
      return resized.jpeg({ quality: 78, mozjpeg: true }).toBuffer()
  }
}

export type PictureRefusal =
  | 'too_large'
  | 'not_a_picture'
  | 'too_many_pixels'
  | 'broken'
  | 'something_else_inside'

/** A picture made anew from what was sent: nothing is left of the file but what can be seen. */
export type CleanPicture = {
  readonly bytes: Buffer
  readonly extension: 'jpg' | 'png' | 'webp'
}

export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024
const MAX_PIXELS = 50_000_000
const LONGEST_SIDE = 2560
const PATIENCE_S = 10

type Kind = CleanPicture['extension']

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** What a file is by what is in it, whatever it calls itself. */
function kindOf(bytes: Buffer): Kind | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (bytes.subarray(0, 8).equals(PNG)) return 'png'
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isRiff ? 'webp' : null
}

const MARKUP = /<(script|html|!doctype html|svg|iframe|\?php)[\s>]|%PDF-1/i
const END_OF_ZIP = 'PK\u0005\u0006'
const ZIP_TAIL = 66_000

/** Whether the file is something else as well: a page, a program or an archive that begins as a picture. */
const isSomethingElseToo = (bytes: Buffer): boolean =>
  MARKUP.test(bytes.toString('latin1')) ||
  bytes.toString('latin1', Math.max(0, bytes.length - ZIP_TAIL)).includes(END_OF_ZIP)

/**
 * Takes a picture somebody sent: turned the right way up, made anew, without place, camera or anything else that came
 * with it. What is no jpeg, png or webp, or is more than that, is refused.
 */
export async function takePicture(bytes: Buffer): Promise<Result<CleanPicture, PictureRefusal>> {
  if (bytes.length > MAX_UPLOAD_BYTES) return no('too_large')
  const kind = kindOf(bytes)
  if (!kind) return no('not_a_picture')
  if (isSomethingElseToo(bytes)) return no('something_else_inside')
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) return no('too_many_pixels')
    const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: PATIENCE_S })
    return ok({ bytes: await encode(upright, kind), extension: kind })
  } catch {
    // The library that decodes has many words for a file that is not what it says; whoever sent it needs one.
    return no('broken')
  }
}

function encode(picture: Sharp, kind: Kind): Promise<Buffer> {
  switch (kind) {
    case 'jpg':
      return picture.jpeg({ quality: 88, mozjpeg: true }).toBuffer()
    case 'png':
      return picture.png({ compressionLevel: 9 }).toBuffer()
    case 'webp':
      return picture.webp({ quality: 88 }).toBuffer()
  }
}
