import sharp from 'sharp'

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

/** A narrower copy of a picture. Never wider than the source. */
export async function renderPicture(
  source: Buffer,
  { width, format }: { width: number; format: PictureFormat },
): Promise<Buffer> {
  const resized = sharp(source).resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      return resized.avif({ quality: 40, effort: 5, chromaSubsampling: '4:2:0' }).toBuffer()
    case 'webp':
      return resized.webp({ quality: 74, effort: 4 }).toBuffer()
    case 'jpg':
      return resized.jpeg({ quality: 78, mozjpeg: true }).toBuffer()
  }
}
