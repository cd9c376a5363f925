import { createHash } from 'node:crypto'
import type { Db } from '#platform/db/db.ts'
import { drawSharePicture, type SharePatterns } from '#platform/images/share-picture.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { findPictureKey, renderOnce, type StoredRendition } from '../service.ts'
import { sharePicturePath } from './rules.ts'
import type { ShareSubject } from './schema.ts'

type Deps = { readonly db: Db; readonly storage: Storage }

const FOLDER = 'share-pictures'

/** Counted up when the drawing changes, so that its pictures get new URLs. */
const DESIGN = 1

const VERSION_LENGTH = 16

/** Version of a picture: a hash of everything that it shows. */
export const sharePictureVersion = (subject: ShareSubject): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        DESIGN,
        subject.kind,
        subject.slug,
        subject.title,
        subject.detail,
        subject.siteName,
        subject.pictureId,
      ]),
    )
    .digest('hex')
    .slice(0, VERSION_LENGTH)

/** Path of the picture as its subject is now. */
export const currentSharePicturePath = (subject: ShareSubject): string =>
  sharePicturePath(subject, sharePictureVersion(subject))

/** Opens the picture of a shared page, drawing and storing it on first request. */
export async function openSharePicture(
  deps: Deps,
  subject: ShareSubject,
  patterns: SharePatterns,
): Promise<StoredRendition | null> {
  const key = `${FOLDER}/${sharePictureVersion(subject)}.jpg`
  const stored = await deps.storage.stream(key)
  if (stored) return stored
  const photoKey = subject.pictureId === null ? null : await findPictureKey(deps, subject.pictureId)
  const readPhoto = async () => (photoKey === null ? null : deps.storage.read(photoKey))
  await renderOnce(key, async () =>
    deps.storage.write(key, await drawSharePicture(readPhoto, { texts: subject, patterns })),
  )
  return deps.storage.stream(key)
}

const RETENTION_MS = 30 * 86_400_000

/** Removes pictures that were drawn 30 days ago. One that is still current is drawn again when it is requested. */
export async function purgeSharePictures({
  storage,
  now,
}: {
  readonly storage: Storage
  readonly now: Date
}): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_MS)
  const old: string[] = []
  for await (const { key, modifiedAt } of storage.list(FOLDER)) if (modifiedAt < before) old.push(key)
  // oxlint-disable-next-line no-await-in-loop -- one at a time: there is all night
  for (const key of old) await storage.remove(key)
  return old.length
}
