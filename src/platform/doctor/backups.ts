import { rmdir, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { formatMoment } from '#lib/venue-time.ts'
import { backupTrouble } from '../backup/backup-health.ts'
import { openPlace } from '../backup/places/place.ts'
import { type BackupState, readBackupState } from '../backup/records.ts'
import { type Config, isPublic } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { fail, type Finding, reasonOf, warn, well } from './check-result.ts'

const WHAT = 'Backups'
const NEED_KEY =
  'npm run backup -- --new-key restore.key prints a BACKUP_PUBLIC_KEY; keep the file off the server.'

/** Checks that backups are configured, encrypted if they leave the machine, and can be stored. */
export async function checkBackupSettings({
  backup,
  origin,
}: Pick<Config, 'backup' | 'origin'>): Promise<Finding[]> {
  if (!backup.place) return [judgeNone(origin)]
  const isSealed = backup.publicKeys.length > 0
  const stored = await examinePlace(backup.place, isSealed)
  const isOpenInBucket = backup.place.kind === 's3' && !isSealed
  return isOpenInBucket
    ? [
        stored,
        warn(WHAT, {
          says: 'they go to a bucket and are not encrypted: they hold the names and addresses of guests',
          advice: NEED_KEY,
        }),
      ]
    : [stored]
}

const judgeNone = (origin: string): Finding =>
  isPublic(origin)
    ? warn(WHAT, {
        says: 'none are made by themselves: a lost disk takes every reservation with it',
        advice:
          'Set BACKUP_TO to a directory on another disk or to s3://BUCKET/PREFIX, and BACKUP_PUBLIC_KEY.',
      })
    : well(WHAT, 'BACKUP_TO is not set; npm run backup makes one')

/** Stores a small test file, then removes it and the directory created for it. */
async function examinePlace(
  settings: NonNullable<Config['backup']['place']>,
  isSealed: boolean,
): Promise<Finding> {
  const place = openPlace(settings)
  const directory = settings.kind === 'disk' ? settings.directory : null
  const isNew = directory !== null && (await stat(directory).catch(() => null)) === null
  const name = `examination-${crypto.randomUUID()}`
  try {
    await place.put(name, Readable.from([Buffer.from('ok')]))
    await place.remove(name)
    // Fails if a server has started to use it meanwhile; then it stays.
    if (isNew) await rmdir(directory).catch(() => undefined)
    return well(
      WHAT,
      `${place.label} can be written and cleared; ${isSealed ? 'encrypted' : 'not encrypted'}`,
    )
  } catch (error) {
    return fail(WHAT, {
      says: `none can be stored at ${place.label} (${reasonOf(error)})`,
      advice:
        directory === null
          ? 'Check BACKUP_TO and BACKUP_S3_…, and that the keys may put, list and delete objects.'
          : 'Give the directory of BACKUP_TO to the user that runs the server, or name another one.',
    })
  }
}

/** Checks the results of scheduled backups. */
export async function checkExistingBackups(db: Db, { backup }: Pick<Config, 'backup'>): Promise<Finding[]> {
  return backup.place ? [rateBackups(await readBackupState(db), new Date())] : []
}

export function rateBackups(state: Pick<BackupState, 'lastGood' | 'failure'>, now: Date): Finding {
  const trouble = backupTrouble(state, now)
  const { lastGood } = state
  const good = lastGood
    ? `the last good one is of ${formatMoment(lastGood.startedAt, now)}`
    : 'there is no good one yet'
  if (trouble?.kind === 'failing')
    return fail(WHAT, {
      says: `the last attempt failed (${trouble.problem}); ${good}`,
      advice: 'Mend that, then run npm run backup.',
    })
  if (trouble)
    return fail(WHAT, {
      says: `${good}, more than two days ago`,
      advice: 'A server makes one a day while it runs. Run npm run backup, and look for "backup" in the log.',
    })
  return lastGood
    ? well(WHAT, `${good}, ${(lastGood.bytes / 1e6).toFixed(1)} MB`)
    : warn(WHAT, {
        says: 'none was made yet',
        advice: 'A server makes the first within five minutes of its start; npm run backup makes one now.',
      })
}
