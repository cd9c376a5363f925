import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts'
import { PICTURE_FOLDERS } from '#platform/images/image-folders.ts'
import { DUMP } from '../back-up.ts'
import { restoreDump } from '../files/dump.ts'
import { explainFileError } from '../error.ts'
import { readContent, withClient } from '../facts.ts'
import { setOwner } from '../files/set-owner.ts'
import type { Manifest, Range } from '../files/manifest.ts'
import { type RestoreOptions, unpackChecked } from './restore.ts'

type Options = Pick<RestoreOptions, 'config' | 'named' | 'newestSchema'> & {
  /** A directory on a disk with enough space; null: the system's temporary directory. */
  readonly within: string | null
  readonly say: (text: string) => void
}

/** Restores a backup to a temporary directory and compares it with its manifest. Returns the exit code. */
export async function drill({ within, say, ...options }: Options): Promise<number> {
  const parent = within ?? tmpdir()
  const work = await mkdtemp(join(parent, 'lounge-drill-')).catch((error: unknown) => {
    throw explainFileError(error, parent)
  })
  const started = performance.now()
  try {
    const draft = join(work, 'backup')
    await mkdir(draft)
    const { manifest, label } = await unpackChecked({ ...options, at: null }, draft)
    const content = await contentOf(manifest, work, draft)
    const seconds = (performance.now() - started) / 1000
    say(`Restored ${label}, made at ${manifest.createdAt}, in ${seconds.toFixed(0)} s.\n`)
    return compare(manifest, content, say)
  } catch (error) {
    throw explainFileError(error, parent)
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** Starts a private server on the unpacked files and counts their contents. */
async function contentOf({ kind }: Manifest, work: string, draft: string): Promise<Record<string, number>> {
  const dataDir = join(kind === 'files' ? draft : work, 'postgres')
  if (kind === 'files') await setOwner(dataDir)
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    const connection = { ...server.connection, ssl: false }
    if (kind === 'dump') await restoreDump(connection, join(draft, DUMP))
    return await withClient(connection, readContent)
  } finally {
    await server.stop()
  }
}

const COLUMNS = [34, 20, 20]
const inRow = (...cells: readonly string[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(COLUMNS[i] ?? 0) : cell.padStart(COLUMNS[i] ?? 0))).join('')

const shown = ([low, high]: Range): string => (low === high ? String(low) : `${low} to ${high}`)

/** Prints the manifest's counts beside the restored ones. */
function compare(manifest: Manifest, content: Readonly<Record<string, number>>, say: Options['say']): number {
  let wrong = 0
  say(inRow('rows, and sums of cents', 'backed up', 'restored'))
  for (const [name, range] of Object.entries(manifest.content)) {
    const found = content[name]
    const isRight = found !== undefined && found >= range[0] && found <= range[1]
    if (!isRight) wrong += 1
    say(
      `${inRow(name, shown(range), found === undefined ? 'missing' : String(found))}${isRight ? '' : '   DIFFERS'}`,
    )
  }
  const pictures = manifest.files.filter(({ path }) =>
    PICTURE_FOLDERS.some((folder) => path.startsWith(`${folder}/`)),
  )
  // Unpacking has verified the checksum of every file.
  const inBucket = manifest.pictures === 'bucket'
  say(
    inRow(
      'pictures, by checksum',
      inBucket ? 'in their bucket' : String(pictures.length),
      inBucket ? '' : String(pictures.length),
    ),
  )
  say(inRow('files, by checksum', String(manifest.files.length), String(manifest.files.length)))
  say(
    wrong === 0
      ? '\nThe backup is good: everything is as it was backed up.'
      : `\n${wrong} figures differ: this backup is not good.`,
  )
  return wrong === 0 ? 0 : 1
}
