import fs from 'node:fs'
import path from 'node:path'
import { diskFull, EmbeddedPostgresError, errnoOf } from './error.ts'
import { canReach, chooseServerUser, isRoot, nameOfUid, type ServerUser } from './server-user.ts'

/** Directory and user of the cluster. */
export type Place = {
  readonly dataDir: string
  readonly logFile: string
  readonly passwordFile: string
  readonly user: ServerUser | undefined
  /** The server's user cannot reach the directory by path, so it is started inside it. */
  readonly hidden: boolean
}

const unusable = (message: string, cause?: unknown) =>
  new EmbeddedPostgresError('data_dir_unusable', message, cause)

const me = (): string => nameOfUid(process.getuid?.() ?? 0)

/** Closest existing ancestor, whose permissions decide. */
function nearestExisting(directory: string): { directory: string; owner: string } {
  const stat = fs.statSync(directory, { throwIfNoEntry: false })
  const parent = path.dirname(directory)
  if (stat || parent === directory) return { directory, owner: nameOfUid(stat?.uid ?? 0) }
  return nearestExisting(parent)
}

/** Turns file system errors into advice for the operator; other errors pass through. */
export function explainFileError(error: unknown, directory: string): unknown {
  const errno = errnoOf(error)
  if (errno === 'ENOSPC' || errno === 'EDQUOT') return diskFull(directory, error)
  if (errno === 'EROFS') {
    return unusable(
      `${directory} is on a read-only file system: choose a data directory that is writable`,
      error,
    )
  }
  if (errno === 'EACCES' || errno === 'EPERM') {
    const { directory: closest, owner } = nearestExisting(directory)
    return unusable(
      `${closest} is not writable for ${me()} (it belongs to ${owner}): make it writable or choose another data directory`,
      error,
    )
  }
  if (errno === 'ENOTDIR' || errno === 'EEXIST')
    return unusable(`${directory} is in the way: it is not a directory`, error)
  return error
}

function checkExisting(dataDir: string): void {
  const stat = fs.statSync(dataDir, { throwIfNoEntry: false })
  if (!stat) return fs.accessSync(path.dirname(dataDir), fs.constants.W_OK | fs.constants.X_OK)
  if (!stat.isDirectory())
    throw unusable(`${dataDir} is not a directory: move it away or choose another data directory`)

  const owner = nameOfUid(stat.uid)
  if (!isRoot() && stat.uid !== process.getuid?.()) {
    throw unusable(
      `${dataDir} belongs to ${owner}, but this runs as ${me()}: start as ${owner}, or change the owner with chown -R`,
    )
  }
  fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)

  const content = fs.readdirSync(dataDir)
  if (content.length > 0 && !content.includes('PG_VERSION')) {
    throw unusable(`${dataDir} holds files that are no database: empty it or choose another data directory`)
  }
  if (content.length > 0 && isRoot() && stat.uid === 0) {
    throw unusable(
      `${dataDir} belongs to root, and PostgreSQL does not run as root: give it away with chown -R nobody ${dataDir}`,
    )
  }
}

/** Checks, before anything is written, whether a cluster can be created here. */
export function preparePlace(wanted: string): Place {
  const asked = path.resolve(wanted)
  try {
    fs.mkdirSync(path.dirname(asked), { recursive: true })
    // Resolves symbolic links first: a rename onto a link would replace the link instead of its target.
    const dataDir = fs.existsSync(asked)
      ? fs.realpathSync(asked)
      : path.join(fs.realpathSync(path.dirname(asked)), path.basename(asked))
    checkExisting(dataDir)
    const user = chooseServerUser(dataDir)
    const hidden = !canReach(dataDir, user)
    if (hidden && process.platform !== 'linux') {
      throw unusable(`${dataDir} is out of reach for ${nameOfUid(user?.uid ?? 0)}: do not start as root`)
    }
    return {
      dataDir,
      logFile: `${dataDir}.log`,
      passwordFile: path.join(dataDir, 'lounge.password'),
      user,
      hidden,
    }
  } catch (error) {
    throw explainFileError(error, asked)
  }
}

/**
 * Working directory and data directory argument for a PostgreSQL program. Below /root its user may not reach the
 * directory by path, but a child enters its working directory before it drops root privileges, and /proc/self/cwd then
 * works without access to the path.
 */
export function enter(place: Place, directory: string): { cwd: string; dataDirArgument: string } {
  return place.hidden
    ? { cwd: directory, dataDirArgument: '/proc/self/cwd' }
    : { cwd: '/', dataDirArgument: directory }
}
