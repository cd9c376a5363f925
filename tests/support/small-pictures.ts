import sharp from 'sharp'
import type { Storage } from '#platform/storage/storage.ts'

/** Wide enough to tell what a picture shows. A rendition is never wider than its original. */
const WIDTH = 320

/**
 * Storage that keeps the pictures of the seed small: the pages of the tests ask for some 250 renditions of them, which
 * would take minutes of processor time from originals of 1600 pixels. Their measures in the database stay those of the
 * originals, so that every page is laid out as ever.
 */
export function withSmallPictures(storage: Storage): Storage {
  const written = new Set<string>()
  return {
    ...storage,
    async write(key, bytes) {
      if (written.has(key)) return
      written.add(key)
      await storage.write(key, key.endsWith('.webp') ? await shrink(bytes) : bytes)
    },
  }
}

const shrink = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes).resize({ width: WIDTH, withoutEnlargement: true }).webp({ effort: 0 }).toBuffer()
