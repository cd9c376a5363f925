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

// Socket paths are limited to 103 bytes on macOS, including "/.s.PGSQL.5432.lock".
const longestSocketDir = 80

/** The data directory, which is private, or a private directory with a path short enough for a socket. */
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

/** Another server uses or locks the directory, or its remaining child processes are still exiting. */
const isTaken = (reason: string): boolean =>
  /lock file .* (?:already exists|is empty)|pre-existing shared memory block/.test(reason)

export type Launch = { readonly pid: number } | { readonly taken: string }

type Options = {
  readonly postgres: string
  readonly settings: Settings
  /** Contents of the pid file left by a dead server. */
  readonly stale: RunningServer | undefined
  /** Existing clients expect the socket here. */
  readonly socketDir?: string | undefined
}

function serverOptions(place: Place, stale: RunningServer | undefined, log: number): SpawnOptions {
  return {
    cwd: enter(place, place.dataDir).cwd,
    // PostgreSQL refuses to start if the pid in a stale file now belongs to another process. It makes an exception for
    // the pid given here and still checks for running children itself, which is safer than deleting the file.
    env: {
      ...cleanEnvironment(),
      ...(stale && { PG_GRANDPARENT_PID: String(stale.pid) }),
    },
    ...place.user,
    // A process group of its own: Ctrl-C reaches only Node, which then still has a database while it shuts down.
    detached: true,
    stdio: ['ignore', log, log],
  }
}

/** Starts a server and waits until it accepts connections, including the time for crash recovery. */
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
      // For a Unix socket, the port is only a suffix of its name.
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
