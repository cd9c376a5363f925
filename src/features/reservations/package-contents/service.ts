import { randomBytes } from 'node:crypto'
import { no, ok, type Result } from '#lib/result.ts'
import { addHours } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { renderPicture, takePicture } from '#platform/images/image-renditions.ts'
import { countOne, type Limit } from '#platform/security/rate-limit.ts'
import { isFull, type Storage } from '#platform/storage/storage.ts'
import { contentUntil } from './rules.ts'
import type { ContentRefusal, PackageContent, PackageKey } from './schema.ts'
import {
  announceUpload,
  deleteOldContents,
  findPictureKey,
  forgetDiscarded,
  listContents,
  listDiscarded,
  lockReservationOf,
  writeContent,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly storage: Storage }

/** The packages of a reservation, each with the content its guest has given for it. */
export const listPackageContents = (
  { db }: Pick<Deps, 'db'>,
  reservationId: string,
): Promise<PackageContent[]> => listContents(db, reservationId)

export type GivenContent = {
  readonly id: string
  readonly key: PackageKey
  readonly name: string
  readonly message: string
  /** The file as it was sent; null takes the picture away, undefined leaves it as it is. */
  readonly picture: Buffer | null | undefined
}

const CHANGES: Limit = { times: 20, withinS: 3600 }

/** Stores what a guest gives for a package of a confirmed reservation, until two hours before the doors open. */
export async function sendPackageContent(
  deps: Deps,
  { picture, ...given }: GivenContent,
): Promise<Result<null, ContentRefusal>> {
  const { db, now } = deps
  const allowed = (it: Awaited<ReturnType<typeof lockReservationOf>>): ContentRefusal | null => {
    if (it?.status !== 'confirmed') return 'not_found'
    return now > contentUntil(it.startsAt) ? 'too_late' : null
  }
  // Asked before the picture is worked on, and once more when it is written.
  const first = await db.transaction().execute((tx) => lockReservationOf(tx, given.id, given.key))
  const refused = allowed(first)
  if (refused) return no(refused)
  if (!(await countOne(db, `package content ${given.id}`, CHANGES)).ok) return no('too_often')
  const stored = picture ? await storePicture(deps, picture) : ok(picture === null ? null : undefined)
  if (!stored.ok) return stored
  return db.transaction().execute(async (tx): Promise<Result<null, ContentRefusal>> => {
    const again = allowed(await lockReservationOf(tx, given.id, given.key))
    if (again) return no(again)
    await writeContent(tx, { ...given, pictureKey: stored.value })
    return ok(null)
  })
}

const LONGEST_SIDE = 2560
const NAME_BYTES = 18

/** Re-encodes a picture and stores it under a name nobody can guess, apart from the pictures of staff. */
async function storePicture({ db, storage }: Deps, sent: Buffer): Promise<Result<string, ContentRefusal>> {
  const taken = await takePicture(sent)
  if (!taken.ok) return no(refusalOf(taken.reason))
  const bytes = await renderPicture(async () => taken.value.bytes, { width: LONGEST_SIDE, format: 'jpg' })
  const name = randomBytes(NAME_BYTES).toString('hex')
  const key = `guest-uploads/${name.slice(0, 2)}/${name}.jpg`
  await announceUpload(db, key)
  try {
    await storage.write(key, bytes)
    return ok(key)
  } catch (error) {
    if (isFull(error)) return no('no_room')
    throw error
  }
}

type PictureReason = Extract<Awaited<ReturnType<typeof takePicture>>, { ok: false }>['reason']

function refusalOf(reason: PictureReason): ContentRefusal {
  if (reason === 'too_large' || reason === 'not_a_picture') return reason
  return 'broken_picture'
}

/** The picture a guest gave for a package; null where there is none. */
export async function openPackagePicture(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  id: string,
  key: PackageKey,
): Promise<{ readonly body: ReadableStream; readonly size: number } | null> {
  const storageKey = await findPictureKey(db, id, key)
  return storageKey ? storage.stream(storageKey) : null
}

const KEPT_AFTER_HOURS = 30 * 24
const AT_A_TIME = 500

/** Deletes content 30 days after its night, and the files that nothing refers to. */
export async function purgePackageContents({ db, now, storage }: Deps): Promise<void> {
  await deleteOldContents(db, addHours(now, -KEPT_AFTER_HOURS))
  // A file that was announced within the hour may still be written.
  for (const { storageKey } of await listDiscarded(db, addHours(now, -1), AT_A_TIME)) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time: there is all night
    await storage.remove(storageKey)
    // oxlint-disable-next-line no-await-in-loop
    await forgetDiscarded(db, storageKey)
  }
}
