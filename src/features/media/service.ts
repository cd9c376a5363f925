import { randomBytes } from 'node:crypto'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { isId } from '#lib/address.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { addHours } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import {
  describePicture,
  type PictureDescription,
  type PictureRefusal,
  renderPicture,
  takePicture,
} from '#platform/images/image-renditions.ts'
import { PICTURE_FOLDERS, UPLOADS } from '#platform/images/image-folders.ts'
import { isFull, type Storage } from '#platform/storage/storage.ts'
import { allRenditions, parseRendition, type Rendition, widthsFor } from './rules.ts'
import type { Picture } from './schema.ts'
import {
  deleteUnused,
  findMedia,
  insertMedia,
  listMediaIds,
  listSomeMediaKeys,
  listUnusedSince,
  markUnused,
} from './store.ts'

type Deps = { readonly db: Db; readonly storage: Storage }

export type StoredRendition = { readonly body: ReadableStream; readonly size: number }

const RENDITIONS = 'renditions'

const renditionKey = (id: string, { width, format }: Rendition): string =>
  `${RENDITIONS}/${id}/${width}.${format}`

const rendering = new Map<string, Promise<void>>()

/**
 * Opens a rendition, creating and storing it on first request. Concurrent requests for the same one share a single
 * render. Null when the image does not exist.
 */
export async function openRendition(
  deps: Deps,
  id: string,
  rendition: Rendition,
): Promise<StoredRendition | null> {
  const key = renditionKey(id, rendition)
  const stored = await deps.storage.stream(key)
  if (stored) return stored
  const media = await findMedia(deps.db, id)
  if (!media) return null
  await renderOnce(key, async () => {
    const copy = await renderPicture(() => deps.storage.read(media.storageKey), rendition)
    await deps.storage.write(key, copy)
  })
  return deps.storage.stream(key)
}

/** Storage key of an original image; null when the image does not exist. */
export const findPictureKey = async ({ db }: Pick<Deps, 'db'>, id: string): Promise<string | null> =>
  (await findMedia(db, id))?.storageKey ?? null

/** Concurrent requests for a stored key share one rendering. */
export async function renderOnce(key: string, render: () => Promise<void>): Promise<void> {
  const running = rendering.get(key) ?? render().finally(() => rendering.delete(key))
  rendering.set(key, running)
  await running
}

export type UploadRefusal = PictureRefusal | 'disk_full' | 'not_allowed'

const NAME_BYTES = 18

/** Stores an image uploaded by staff under a random, unguessable key. */
export async function addPicture(
  deps: Deps & { readonly actor: Actor },
  upload: Buffer,
): Promise<Result<Picture, UploadRefusal>> {
  if (!may(deps.actor.role, 'pictures.add')) return no('not_allowed')
  const accepted = await takePicture(upload)
  if (!accepted.ok) return accepted
  const { bytes, extension } = accepted.value
  const name = randomBytes(NAME_BYTES).toString('hex')
  const key = `${UPLOADS}/${name.slice(0, 2)}/${name}.${extension}`
  try {
    const id = await storePicture(deps, key, bytes)
    const { width, height } = await describePicture(bytes)
    return ok({ id, width, height })
  } catch (error) {
    await deps.storage.remove(key).catch(() => undefined)
    if (isFull(error)) return no('disk_full')
    throw error
  }
}

const UNUSED_RETENTION_MS = 30 * 86_400_000

/** Marks images without references, and purges those unreferenced for thirty days. */
export async function purgeImages(deps: Deps & { readonly now: Date }): Promise<number> {
  await markUnused(deps.db, deps.now)
  const unused = await listUnusedSince(deps.db, new Date(deps.now.getTime() - UNUSED_RETENTION_MS))
  let purged = 0
  for (const { id, storageKey } of unused) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time: there is all night
    if (!(await deleteUnused(deps.db, id))) continue
    purged += 1
    const keys = [storageKey, ...allRenditions().map((it) => renditionKey(id, it))]
    // oxlint-disable-next-line no-await-in-loop
    await Promise.all(keys.map((key) => deps.storage.remove(key)))
  }
  return purged
}

/**
 * Removes stray renditions: of deleted images, under other spellings of an id, and from interrupted writes. Files of
 * the last hour are kept, because their write may still be running.
 */
export async function removeStrayRenditions({
  db,
  storage,
  now,
}: Deps & { readonly now: Date }): Promise<number> {
  const before = addHours(now, -1)
  const strays: string[] = []
  const folders = new Map<string, string[]>()
  for await (const { key, modifiedAt } of storage.list(RENDITIONS)) {
    const [, id = '', name = '', rest] = key.split('/')
    if (modifiedAt >= before) continue
    if (rest === undefined && isId(id) && parseRendition(name))
      folders.set(id, [...(folders.get(id) ?? []), key])
    else strays.push(key)
  }
  for (const folder of PICTURE_FOLDERS)
    for await (const { key, modifiedAt } of storage.list(folder))
      if (modifiedAt < before && key.endsWith('.part')) strays.push(key)
  // Read after listing the files, so that an image added meanwhile is known.
  const known = new Set((await listMediaIds(db)).map(({ id }) => id))
  for (const [id, keys] of folders) if (!known.has(id)) strays.push(...keys)
  // oxlint-disable-next-line no-await-in-loop -- one at a time: there is all night
  for (const key of strays) await storage.remove(key)
  return strays.length
}

/** Stores an image unchanged and returns its id. The bytes must be a validated JPEG, PNG or WebP. */
export const storePicture = async (deps: Deps, storageKey: string, bytes: Buffer): Promise<string> =>
  storeDescribedPicture(deps, { storageKey, bytes, description: await describePicture(bytes) })

type DescribedPicture = {
  readonly storageKey: string
  readonly bytes: Buffer
  readonly description: PictureDescription
}

/** Stores an image like `storePicture`, without decoding it. */
export async function storeDescribedPicture(
  deps: Deps,
  { storageKey, bytes, description }: DescribedPicture,
): Promise<string> {
  await deps.storage.write(storageKey, bytes)
  const { id } = await insertMedia(deps.db, { ...description, storageKey, byteSize: bytes.length })
  return id
}

/**
 * Renders missing renditions one after the other, so that the first guests of a fresh site do not wait. Awaits
 * `beforeEach` before each of them.
 */
export async function warmRenditions(
  deps: Deps,
  { beforeEach }: { readonly beforeEach: () => Promise<void> },
): Promise<void> {
  const media = await listMediaIds(deps.db)
  const wanted = (['avif', 'webp'] as const).flatMap((format) =>
    media.flatMap(({ id, width }) =>
      widthsFor(width).map((it) => ({ id, rendition: { width: it, format } })),
    ),
  )
  for (const { id, rendition } of wanted) {
    // oxlint-disable no-await-in-loop -- one at a time is the point: guests need the processor more
    const stored = await deps.storage.stream(renditionKey(id, rendition))
    if (!stored) await beforeEach()
    const rendered = stored ?? (await openRendition(deps, id, rendition))
    await rendered?.body.cancel()
    // oxlint-enable no-await-in-loop
  }
}

/** Doctor check: opens a sample of stored images. `reason` is the error of the first that cannot be read. */
export async function findUnreadablePictures(
  { db, storage }: Deps,
  atMost: number,
): Promise<{ readonly checked: number; readonly unreadable: number; readonly reason: string }> {
  const keys = await listSomeMediaKeys(db, atMost)
  const reasons = await Promise.all(
    keys.map(async (key) => {
      try {
        const opened = await storage.stream(key)
        if (!opened) return `${key} is not there`
        await opened.body.cancel()
        return null
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    }),
  )
  const failed = reasons.filter((reason) => reason !== null)
  return { checked: keys.length, unreadable: failed.length, reason: failed[0] ?? '' }
}
