import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { diskFull, EmbeddedPostgresError, errnoOf, ownServerAdvice, speaksOfFullDisk } from './error.ts'
import { enter, explainFileError, type Place } from './place.ts'
import { runProgram } from './program.ts'
import { giveTo } from './server-user.ts'

export const superuser = 'lounge'

const versionFile = (dataDir: string) => path.join(dataDir, 'PG_VERSION')

function explainInitdb(output: string, { dataDir, user }: Place): EmbeddedPostgresError {
  if (speaksOfFullDisk(output)) return diskFull(dataDir)
  if (/could not look up effective user/.test(output)) {
    const uid = user?.uid ?? process.getuid?.()
    return new EmbeddedPostgresError(
      'unknown_user',
      `uid ${uid} has no entry in /etc/passwd, which PostgreSQL needs: add one, or ${ownServerAdvice}`,
    )
  }
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.find((line) => /error|FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? 'no output'
  return new EmbeddedPostgresError(
    'initdb_failed',
    `No database could be created in ${dataDir}: ${telling.trim()}`,
  )
}

async function runInitdb(place: Place, { initdb }: Binaries, work: string): Promise<void> {
  const cluster = path.join(work, 'cluster')
  const passwordFile = path.join(work, 'password')
  const password = crypto.randomBytes(24).toString('base64url')
  fs.mkdirSync(cluster, { mode: 0o700 })
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flush: true })
  giveTo(place.user, work, cluster, passwordFile)

  const { cwd, dataDirArgument } = enter(place, cluster)
  // An open file: initdb's user may not reach the path, and cannot reopen the socket of a Node pipe.
  const stdin = fs.openSync(passwordFile, 'r')
  try {
    const { exitCode, output } = await runProgram(
      [
        initdb,
        `--pgdata=${dataDirArgument}`,
        `--username=${superuser}`,
        '--pwfile=/dev/stdin',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The C locale sorts and folds the same on every machine, independent of libc.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { cwd, user: place.user, stdin },
    )
    if (exitCode !== 0) throw explainInitdb(output, place)
  } finally {
    fs.closeSync(stdin)
  }
  // Inside the cluster directory, so that one rename publishes both.
  fs.renameSync(passwordFile, path.join(cluster, path.basename(place.passwordFile)))
}

/** Publishes the cluster by a rename. False if another process was first; its cluster stays. */
function publish(cluster: string, dataDir: string): boolean {
  try {
    fs.renameSync(cluster, dataDir)
    return true
  } catch (error) {
    if (fs.existsSync(versionFile(dataDir))) return false
    if (['EBUSY', 'EXDEV'].includes(errnoOf(error) ?? '')) {
      throw new EmbeddedPostgresError(
        'data_dir_unusable',
        `${dataDir} is a mount point: choose a data directory one level below it`,
        error,
      )
    }
    throw error
  }
}

/** Removes directories left by a killed initdb; after ten minutes none is still running. */
function sweepLeftovers(dataDir: string): void {
  const parent = path.dirname(dataDir)
  for (const name of fs.readdirSync(parent)) {
    if (!name.startsWith(`${path.basename(dataDir)}.new-`)) continue
    const leftover = path.join(parent, name)
    const stat = fs.statSync(leftover, { throwIfNoEntry: false })
    if (stat && Date.now() - stat.mtimeMs > 600_000) fs.rmSync(leftover, { recursive: true, force: true })
  }
}

/**
 * Creates the cluster unless it exists; true if this call created it. initdb works in a draft directory, so the data
 * directory is either absent or complete, even after a power cut.
 */
export async function ensureCluster(place: Place, binaries: Binaries): Promise<boolean> {
  const { dataDir } = place
  if (fs.existsSync(versionFile(dataDir))) return false
  let work: string | undefined
  try {
    sweepLeftovers(dataDir)
    work = fs.mkdtempSync(`${dataDir}.new-`)
    await runInitdb(place, binaries, work)
    return publish(path.join(work, 'cluster'), dataDir)
  } catch (error) {
    throw explainFileError(error, dataDir)
  } finally {
    if (work !== undefined) fs.rmSync(work, { recursive: true, force: true })
  }
}

export function checkVersion({ dataDir }: Place, { major }: Binaries): void {
  const version = fs.readFileSync(versionFile(dataDir), 'utf8').trim()
  if (version === major) return
  throw new EmbeddedPostgresError(
    'wrong_version',
    `${dataDir} was written by PostgreSQL ${version}, and this is PostgreSQL ${major}: ` +
      'choose another data directory and restore a dump made with the old version into it',
  )
}

export function readPassword({ dataDir, passwordFile }: Place): string {
  try {
    return fs.readFileSync(passwordFile, 'utf8').trim()
  } catch (error) {
    throw new EmbeddedPostgresError(
      'data_dir_unusable',
      `${dataDir} was not created by this program (${path.basename(passwordFile)} is missing): choose another data directory`,
      error,
    )
  }
}
