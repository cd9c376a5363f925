import type { SpawnOptions } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { diskFull, EmbeddedPostgresError, speaksOfFullDisk } from './error.ts'
import { readPidFile, type RunningServer } from './pid-file.ts'
import { enter, type Place } from './place.ts'
import { cleanEnvironment, startProgram } from './program.ts'
import { openLog, tellingLine } from './server-log.ts'
import { canReach, giveTo } from './server-user.ts'
import { settingArguments, type Settings } from './settings.ts'

const privateSocketPrefix = 'lounge-postgres-socket-'

// A socket's path has room for 103 bytes on macOS, and "/.s.PGSQL.5432.lock" comes on top of the directory.
const longestSocketDir = 80

/** The data directory is private already. Too long a path moves the socket to a private one with a short name. */
function chooseSocketDir({ dataDir, user }: Place, wanted: string | undefined): string {
  if (Buffer.byteLength(dataDir) <= longestSocketDir) return '.'
  if (wanted !== undefined && isPrivate(wanted)) {
    fs.mkdirSync(wanted, { recursive: true, mode: 0o700 })
    giveTo(user, wanted)
    return wanted
  }
  const parents = [os.tmpdir(), '/tmp'].filter((each) => Buffer.byteLength(each) < longestSocketDir - 30)
  const parent = parents.find((each) => canReach(path.join(each, 'any'), user)) ?? '/tmp'
  const directory = fs.mkdtempSync(path.join(parent, privateSocketPrefix))
  giveTo(user, directory)
  return directory
}

const isPrivate = (socketDir: string): boolean => path.basename(socketDir).startsWith(privateSocketPrefix)

export function removePrivateSocketDir(socketDir: string): void {
  if (isPrivate(socketDir)) fs.rmSync(socketDir, { recursive: true, force: true })
}

/** Another server holds the directory, is just taking it, or has left children that are finishing their work. */
const isTaken = (reason: string): boolean =>
  /lock file .* (?:already exists|is empty)|pre-existing shared memory block/.test(reason)

export type Launch = { readonly pid: number } | { readonly taken: string }

type Options = {
  readonly postgres: string
  readonly settings: Settings
  /** What the pid file of a server that is gone says. */
  readonly stale: RunningServer | undefined
  /** Where clients already look for it. */
  readonly socketDir?: string | undefined
}

function serverOptions(place: Place, stale: RunningServer | undefined, log: number): SpawnOptions {
  return {
    cwd: enter(place, place.dataDir).cwd,
    // A pid file whose number now belongs to another process makes PostgreSQL refuse. It makes an exception for
    // the number given here, and still looks itself whether a forgotten child is at work: safer than deleting.
    env: {
      ...cleanEnvironment(),
      ...(stale && { PG_GRANDPARENT_PID: String(stale.pid) }),
    },
    ...place.user,
    // A process group of its own: Ctrl-C reaches Node alone, which then ends its work with a database.
    detached: true,
    stdio: ['ignore', log, log],
  }
}

/** Starts a server and waits until it answers, however long it has to recover. */
export async function launchServer(place: Place, options: Options): Promise<Launch> {
  const { postgres, settings, stale } = options
  const { dataDir, logFile } = place
  const log = openLog(logFile, place.user)
  if (stale) removePrivateSocketDir(stale.socketDir)
  const socketDir = chooseSocketDir(place, options.socketDir)
  const failure: { error?: Error } = {}
  const child = startProgram(
    [
      postgres,
      '-D',
      enter(place, dataDir).dataDirArgument,
      // Of a socket, the port is only the end of its name.
      '-p',
      '5432',
      ...settingArguments({ ...settings, unix_socket_directories: socketDir }),
    ],
    serverOptions(place, stale, log.descriptor),
    (error) => (failure.error = error),
  )
  fs.closeSync(log.descriptor)
  child.unref()

  while (!failure.error && child.exitCode === null && child.signalCode === null) {
    const server = readPidFile(dataDir)
    if (server && server.pid === child.pid && server.status === 'ready') return { pid: server.pid }
    await sleep(10)
  }
  removePrivateSocketDir(socketDir)
  if (failure.error) throw failure.error
  const reason = tellingLine(logFile, log.end)
  if (isTaken(reason)) return { taken: reason }
  if (speaksOfFullDisk(reason)) throw diskFull(dataDir)
  throw new EmbeddedPostgresError(
    'server_failed',
    `PostgreSQL does not start: ${reason} (more in ${logFile})`,
  )
}
