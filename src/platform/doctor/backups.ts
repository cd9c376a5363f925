import { rmdir, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { formatMoment } from '#lib/venue-time.ts'
import { backupTrouble } from '../backup/backup-health.ts'
import { openPlace } from '../backup/places/place.ts'
import { type BackupState, readBackupState } from '../backup/records.ts'
import { type Config, isPublic } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { fail, type CheckResult, reasonOf, warn, pass } from './check-result.ts'

const WHAT = 'Backups'
const NEED_KEY =
  'npm run backup -- --new-key restore.key prints a BACKUP_PUBLIC_KEY; keep the file off the server.'

/** Checks that backups are configured, encrypted if they leave the machine, and can be stored. */
export async function checkBackupSettings({
  backup,
  origin,
}: Pick<Config, 'backup' | 'origin'>): Promise<CheckResult[]> {
  if (!backup.place) return [checkWithoutPlace(origin)]
  const isEncrypted = backup.publicKeys.length > 0
  const stored = await checkPlace(backup.place, isEncrypted)
  const isOpenInBucket = backup.place.kind === 's3' && !isEncrypted
  return isOpenInBucket
    ? [
        stored,
        warn(WHAT, {
          message: 'they go to a bucket and are not encrypted: they hold the names and addresses of guests',
          advice: NEED_KEY,
        }),
      ]
    : [stored]
}

const checkWithoutPlace = (origin: string): CheckResult =>
  isPublic(origin)
    ? warn(WHAT, {
        message: 'none are made by themselves: a lost disk takes every reservation with it',
        advice:
          'Set BACKUP_TO to a directory on another disk or to s3://BUCKET/PREFIX, and BACKUP_PUBLIC_KEY.',
      })
    : pass(WHAT, 'BACKUP_TO is not set; npm run backup makes one')

/** Stores a small test file, then removes it and the directory created for it. */
async function checkPlace(
  settings: NonNullable<Config['backup']['place']>,
  isEncrypted: boolean,
): Promise<CheckResult> {
  const place = openPlace(settings)
  const directory = settings.kind === 'disk' ? settings.directory : null
  const isNew = directory !== null && (await stat(directory).catch(() => null)) === null
  const name = `doctor-${crypto.randomUUID()}`
  try {
    await place.put(name, Readable.from([Buffer.from('ok')]))
    await place.remove(name)
    // Fails if a server has started to use it meanwhile; then it stays.
    if (isNew) await rmdir(directory).catch(() => undefined)
    return pass(
      WHAT,
      `${place.label} can be written and cleared; ${isEncrypted ? 'encrypted' : 'not encrypted'}`,
    )
  } catch (error) {
    return fail(WHAT, {
      message: `none can be stored at ${place.label} (${reasonOf(error)})`,
      advice:
        directory === null
          ? 'Check BACKUP_TO and BACKUP_S3_…, and that the keys may put, list and delete objects.'
          : 'Give the directory of BACKUP_TO to the user that runs the server, or name another one.',
    })
  }
}

/** Checks the results of scheduled backups. */
export async function checkExistingBackups(
  db: Db,
  { backup }: Pick<Config, 'backup'>,
): Promise<CheckResult[]> {
  return backup.place ? [checkBackupState(await readBackupState(db), new Date())] : []
}

export function checkBackupState(state: Pick<BackupState, 'lastGood' | 'failure'>, now: Date): CheckResult {
  const trouble = backupTrouble(state, now)
  const { lastGood } = state
  const good = lastGood
    ? `the last good one is of ${formatMoment(lastGood.startedAt, now)}`
    : 'there is no good one yet'
  if (trouble?.kind === 'failing')
    return fail(WHAT, {
      message: `the last attempt failed (${trouble.problem}); ${good}`,
      advice: 'Mend that, then run npm run backup.',
    })
  if (trouble)
    return fail(WHAT, {
      message: `${good}, more than two days ago`,
      advice: 'A server makes one a day while it runs. Run npm run backup, and look for "backup" in the log.',
    })
  return lastGood
    ? pass(WHAT, `${good}, ${(lastGood.bytes / 1e6).toFixed(1)} MB`)
    : warn(WHAT, {
        message: 'none was made yet',
        advice: 'A server makes the first within five minutes of its start; npm run backup makes one now.',
      })
}
