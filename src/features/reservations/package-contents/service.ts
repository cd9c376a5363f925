import { randomBytes } from 'node:crypto'
import { changedFields } from '#lib/forms/seen.ts'
import { pick } from '#lib/records.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { renderPicture, takePicture } from '#platform/images/image-renditions.ts'
import { countOne, type Limit } from '#platform/security/rate-limit.ts'
import { isFull, type Storage } from '#platform/storage/storage.ts'
import { isContentOpen } from './rules.ts'
import { type ContentRefusal, type PackageKey, WORDS, type Words, type WordsClash } from './schema.ts'
import {
  announceUpload,
  deleteOldContents,
  findStored,
  findPictureKey,
  deleteDiscarded,
  listDiscarded,
  lockReservationOf,
  writeContent,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly storage: Storage }

export {
  deleteUnbookedContents,
  listPackageContents,
  listUnbookedContents,
  movePackageContents,
} from './store.ts'

export type GivenContent = {
  readonly id: string
  readonly key: PackageKey
  readonly name: string
  readonly message: string
  /** Uploaded file; null removes the picture, undefined leaves it unchanged. */
  readonly picture: Buffer | null | undefined
  /** The words that the form showed before; null where it does not say so. */
  readonly seen: Words | null
}

const CHANGES: Limit = { times: 20, withinS: 3600 }

/**
 * Stores the content of a package of a confirmed reservation, while `isContentOpen`. Rate-limited per package. The upload is
 * processed between two transactions, so that it holds no row lock. Words that the guest left as they were shown are not written, and
 * words that were changed meanwhile, too, are not overwritten before the guest has read them.
 */
export async function sendPackageContent(
  deps: Deps,
  { picture, ...given }: GivenContent,
): Promise<Result<null, ContentRefusal | WordsClash>> {
  const { db } = deps
  // Checked before the picture is processed, and again under the lock of the write: the status or the words may have changed.
  const asked = { ...given, changesPicture: picture !== undefined }
  const first = await inTransaction(db, (tx) => lockChanged({ ...deps, db: tx }, asked))
  if (!first.ok) return first
  if (!(await countOne(db, `package content ${given.id} ${given.key}`, CHANGES)).ok) return no('too_often')
  const stored = picture ? await storePicture(deps, picture) : ok(picture === null ? null : undefined)
  if (!stored.ok) return stored
  const { id, key } = given
  const pictureKey = stored.value
  return inTransaction(db, async (tx): Promise<Result<null, ContentRefusal | WordsClash>> => {
    const changed = await lockChanged({ ...deps, db: tx }, asked)
    if (!changed.ok) return changed
    if (changed.value.length > 0 || pictureKey !== undefined)
      await writeContent(tx, { id, key, ...pick(given, changed.value), pictureKey })
    return ok(null)
  })
}

type Asked = Omit<GivenContent, 'picture'> & { readonly changesPicture: boolean }

/**
 * Locks the reservation of a package and returns the words that its guest changed, or why they cannot be stored. A package that is
 * sent as it was shown changes nothing, and is no late one: the form has all packages of the reservation.
 */
async function lockChanged(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, key, seen, changesPicture, ...typed }: Asked,
): Promise<Result<readonly (keyof Words)[], ContentRefusal | WordsClash>> {
  const reservation = await lockReservationOf(db, id, key)
  if (reservation?.status !== 'confirmed') return no('not_found')
  const stored = await findStored(db, id, key)
  const changed = changedFields(WORDS, { seen, typed, stored: pick(stored, WORDS) })
  if (changed.ok && changed.value.length === 0 && !changesPicture) return changed
  return isContentOpen({ ...stored, need: reservation.need }, reservation, now) ? changed : no('too_late')
}

/**
 * Stores name and message of a package that a guest told to staff, also after the deadline for guests. A picture stays as it is.
 * Returns false where the reservation has no such package. The caller has checked the reservation.
 */
export async function writePackageWords(
  trx: Db,
  { id, key, name, message }: Omit<GivenContent, 'picture' | 'seen'>,
): Promise<boolean> {
  if (!(await lockReservationOf(trx, id, key))) return false
  await writeContent(trx, { id, key, name, message, pictureKey: undefined })
  return true
}

const LONGEST_SIDE = 2560
const NAME_BYTES = 18

/** Re-encodes an uploaded picture and stores it under a random key, in a folder apart from the pictures of staff. */
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

/** Opens the uploaded picture of a package as a stream; null where there is none. */
export async function openPackagePicture(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  id: string,
  key: PackageKey,
): Promise<{ readonly body: ReadableStream; readonly size: number } | null> {
  const storageKey = await findPictureKey(db, id, key)
  return storageKey ? storage.stream(storageKey) : null
}

const RETAINED_HOURS = 30 * 24
const AT_A_TIME = 500

/** Deletes content 30 days after the event, and uploaded files that no row refers to (nightly job). */
export async function purgePackageContents({ db, now, storage }: Deps): Promise<void> {
  await deleteOldContents(db, addHours(now, -RETAINED_HOURS))
  // A row younger than an hour may belong to an upload that is still in progress.
  for (const { storageKey } of await listDiscarded(db, addHours(now, -1), AT_A_TIME)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: the job is not urgent
    await storage.remove(storageKey)
    // oxlint-disable-next-line no-await-in-loop
    await deleteDiscarded(db, storageKey)
  }
}
