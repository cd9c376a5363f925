import sharp, { type Sharp } from 'sharp'
import { no, ok, type Result } from '#lib/result.ts'
import { createSemaphore } from '#lib/semaphore.ts'

// Guests need the two cores, too: one image per thread, and libvips keeps no cache between images.
sharp.concurrency(1)
sharp.cache(false)

export type PictureFormat = 'avif' | 'webp' | 'jpg'

const hex = (n: number): string => Math.min(255, n).toString(16).padStart(2, '0')

/** Size and dominant color of a stored image. */
export type PictureDescription = {
  readonly width: number
  readonly height: number
  readonly colour: string
  readonly contentType: string
}

export async function describePicture(bytes: Buffer): Promise<PictureDescription> {
  const picture = sharp(bytes)
  const [{ width, height, format }, { dominant }] = await Promise.all([picture.metadata(), picture.stats()])
  return {
    width,
    height,
    colour: `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`,
    contentType: `image/${format}`,
  }
}

// libuv has four threads, which also hash passwords, read files and receive uploads. Two of them render images, so
// that a page of uncached images does not block everything else. The 400 waiters that the queue accepts take a minute;
// further requests get 503.
const withPermit = createSemaphore({ queue: 'images', permits: 2, timeoutMs: 60_000, maxWaiting: 400 })

/** Runs a rendering when a permit is free. Renditions and drawn pictures wait in the same queue. */
export const withRenderPermit = (render: () => Promise<Buffer>): Promise<Buffer> =>
  withPermit('copies', render)

/**
 * Renders a rendition of an image, never wider than the original. The source is read after the permit is acquired, so
 * waiters hold no image in memory.
 */
export const renderPicture = (
  readSource: () => Promise<Buffer>,
  rendition: { width: number; format: PictureFormat },
): Promise<Buffer> => withRenderPermit(async () => makeCopy(await readSource(), rendition))

async function makeCopy(
  source: Buffer,
  { width, format }: { width: number; format: PictureFormat },
): Promise<Buffer> {
  const resized = sharp(source).resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      return resized.avif({ quality: 38, effort: 3, chromaSubsampling: '4:2:0' }).toBuffer()
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

/** An upload re-encoded from its pixels; metadata and all other contents of the file are gone. */
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

/** Detects the file type by its first bytes, whatever the name or content type says. */
function kindOf(bytes: Buffer): Kind | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (bytes.subarray(0, 8).equals(PNG)) return 'png'
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isRiff ? 'webp' : null
}

const MARKUP = /<(script|html|!doctype html|svg|iframe|\?php)[\s>]|%PDF-1/i
const END_OF_ZIP = 'PK\u0005\u0006'
const ZIP_TAIL = 66_000

/** Detects polyglots: files that start as an image and also are a page, a program or an archive. */
const isSomethingElseToo = (bytes: Buffer): boolean =>
  MARKUP.test(bytes.toString('latin1')) ||
  bytes.toString('latin1', Math.max(0, bytes.length - ZIP_TAIL)).includes(END_OF_ZIP)

/**
 * Sanitizes an uploaded image: rotates it by its EXIF orientation and re-encodes it without metadata such as the
 * location. Rejects files that are no JPEG, PNG or WebP, and polyglots.
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
    // Maps every sharp decode error to `broken`.
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
