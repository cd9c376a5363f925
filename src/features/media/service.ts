import type { Db } from '#platform/db.ts'
import { describePicture, renderPicture } from '#platform/pictures.ts'
import type { Storage } from '#platform/storage.ts'
import { type Rendition, widthsFor } from './rules.ts'
import { findMedia, insertMedia, listMediaIds } from './store.ts'

type Deps = { readonly db: Db; readonly storage: Storage }

export type StoredRendition = { readonly body: ReadableStream; readonly size: number }

const renditionKey = (id: string, { width, format }: Rendition): string =>
  `renditions/${id}/${width}.${format}`

const inTheMaking = new Map<string, Promise<void>>()

/**
 * A picture in the asked width and format, made on first request and kept. Guests who ask for the same one at once
 * wait for one making. Null when there is no such picture.
 */
export async function openRendition(
  deps: Deps,
  id: string,
  rendition: Rendition,
): Promise<StoredRendition | null> {
  const key = renditionKey(id, rendition)
  const kept = await deps.storage.stream(key)
  if (kept) return kept
  const media = await findMedia(deps.db, id)
  if (!media) return null
  await makeOnce(key, async () => {
    const source = await deps.storage.read(media.storageKey)
    await deps.storage.write(key, await renderPicture(source, rendition))
  })
  return deps.storage.stream(key)
}

async function makeOnce(key: string, make: () => Promise<void>): Promise<void> {
  const running = inTheMaking.get(key) ?? make().finally(() => inTheMaking.delete(key))
  inTheMaking.set(key, running)
  await running
}

/** Stores a picture as it is and returns its id. The bytes must be a jpeg, png or webp that has been checked. */
export async function storePicture(deps: Deps, storageKey: string, bytes: Buffer): Promise<string> {
  const { width, height, colour, contentType } = await describePicture(bytes)
  await deps.storage.write(storageKey, bytes)
  const { id } = await insertMedia(deps.db, {
    storageKey,
    contentType,
    width,
    height,
    byteSize: bytes.length,
    colour,
  })
  return id
}

/**
 * Makes the renditions nobody has asked for yet, one after the other, so that the first guest of a fresh house does
 * not wait for them. Stops early when `signal` is aborted.
 */
export async function warmRenditions(deps: Deps, signal: AbortSignal): Promise<void> {
  const media = await listMediaIds(deps.db)
  const wanted = (['avif', 'webp'] as const).flatMap((format) =>
    media.flatMap(({ id, width }) =>
      widthsFor(width).map((it) => ({ id, rendition: { width: it, format } })),
    ),
  )
  for (const { id, rendition } of wanted) {
    if (signal.aborted) return
    // oxlint-disable-next-line no-await-in-loop -- one at a time is the point: guests need the processor more
    const made = await openRendition(deps, id, rendition)
    // oxlint-disable-next-line no-await-in-loop
    await made?.body.cancel()
  }
}
