import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#platform/config/config.ts'
import { EmbeddedPostgresError } from '#platform/embedded-postgres/error.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts'
import { BackupError } from '../error.ts'
import { setOwner } from '../files/set-owner.ts'
import type { Manifest } from '../files/manifest.ts'
import { openPlace } from '../places/place.ts'
import { openStream } from '../files/unpack.ts'
import { listWal, type WalSegment } from '../wal-archive.ts'

const FOLDER = 'lounge_restore'

type Recovery = {
  readonly config: Config
  readonly manifest: Manifest
  readonly at: Date
  /** Unpacked database files. */
  readonly dataDir: string
}

/** Point-in-time recovery: a private server replays the archived WAL on the unpacked files. */
export async function recoverTo({ config, manifest, at, dataDir }: Recovery): Promise<void> {
  const { wal } = manifest
  if (!config.backup.place || !wal)
    throw new BackupError(
      'No log was archived for this backup: set BACKUP_TO before it is made, and it can be restored to a moment.',
    )
  const place = openPlace(config.backup.place)
  const archived = (await listWal(place, wal.archive)).filter(({ segment }) => segment >= wal.first)
  const needed = segmentsFor(archived, at)
  const folder = join(dataDir, FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const { segment, stored } of needed) {
    // oxlint-disable no-await-in-loop -- one segment in memory at a time
    const stream = await place.get(stored)
    if (!stream) throw new BackupError(`There is no ${stored} in ${place.label} any more.`)
    const plain = await openStream(stream, { label: stored, keyFile: config.backup.keyFile })
    await pipeline(plain, createWriteStream(join(folder, segment), { mode: 0o600 }))
    // oxlint-enable no-await-in-loop
  }
  await writeFile(join(dataDir, 'recovery.signal'), '')
  await replay(dataDir, at)
  await rm(folder, { recursive: true, force: true })
}

/**
 * Segments to replay: up to the first one completed after the moment. Segments completed together are kept together,
 * since only the last of them ends with a commit after that moment.
 */
export function segmentsFor(archived: readonly WalSegment[], at: Date): WalSegment[] {
  const end = archived.find(({ completeAt }) => completeAt >= at)?.completeAt
  if (!end) {
    const last = archived.at(-1)
    throw new BackupError(
      last
        ? `The archived log reaches to ${last.completeAt.toISOString()}: choose a moment up to then, or archive the rest first by npm run backup.`
        : 'The log of this backup is not in the archive any more.',
    )
  }
  return archived.filter(({ completeAt }) => completeAt <= end)
}

async function replay(dataDir: string, at: Date): Promise<void> {
  await setOwner(dataDir)
  try {
    const server = await startEmbeddedPostgres({
      dataDir,
      settings: {
        restore_command: `cp ${FOLDER}/%f "%p"`,
        // PostgreSQL parses this setting before it has loaded time zone names, and Z is one.
        recovery_target_time: at.toISOString().replace('Z', '+00'),
        recovery_target_action: 'promote',
        // Without hot standby, max_connections and others need not match the settings of the old server.
        hot_standby: false,
      },
    })
    await server.stop()
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    throw new BackupError(
      `The log could not be played up to that moment: ${error.message}. Nothing was changed.`,
    )
  } finally {
    // The server log lies beside the directory, in the draft that is removed.
    await rm(`${dataDir}.log`, { force: true })
  }
}
