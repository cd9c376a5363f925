import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries, type Binaries } from './binaries.ts'
import { checkVersion, ensureCluster, readPassword, superuser } from './cluster.ts'
import { EmbeddedPostgresError } from './error.ts'
import { launchServer } from './launch.ts'
import { joinServer, type Connection, type Membership } from './membership.ts'
import { answers, isServerProcess, readPidFile, type RunningServer } from './pid-file.ts'
import { preparePlace, type Place } from './place.ts'
import type { Settings } from './settings.ts'
import { stopServer } from './stop.ts'

export type EmbeddedPostgres = {
  url?: never
  connection: Connection
  /** Another process had already started the server. */
  adopted: boolean
  /** This call created the cluster. */
  firstStart: boolean
  /** Resolves when the server is gone, or ended all connections after a crash, and needs a restart. */
  lost: Promise<void>
  /** Ends this process's use of the server, and stops it if no other process uses it. */
  stop: () => Promise<void>
}

type Options = {
  readonly dataDir: string
  readonly settings?: Settings
  /** Existing clients expect the socket here after a restart. */
  readonly socketDir?: string | undefined
  /** False: waits for another process to start the server. */
  readonly launches?: boolean
}

type Launching = Required<Pick<Options, 'settings' | 'launches'>> & Pick<Options, 'socketDir'>

// Time limits in ms: crash recovery may take minutes; `taken` only waits for another process to finish.
const patience = { running: 300_000, taken: 20_000 }

type Found = { server: RunningServer; membership: Membership; adopted: boolean }

type State =
  | { kind: 'free'; stale: RunningServer | undefined }
  | { kind: 'busy'; pid: number }
  | { kind: 'ready'; server: RunningServer }

async function inspect(dataDir: string): Promise<State> {
  const server = readPidFile(dataDir)
  if (!server) return { kind: 'free', stale: undefined }
  if (isServerProcess(server.pid, dataDir)) {
    return server.status === 'ready' ? { kind: 'ready', server } : { kind: 'busy', pid: server.pid }
  }
  if (!(await answers(server))) return { kind: 'free', stale: server }
  // The server may have been replaced between the two reads.
  if (readPidFile(dataDir)?.pid !== server.pid) return inspect(dataDir)
  throw new EmbeddedPostgresError(
    'data_dir_in_use',
    `${dataDir} is in use by a server in another container: stop that one first, or give each its own directory`,
  )
}

const connectionTo = (server: RunningServer, password: string): Connection => ({
  host: server.socketDir,
  port: server.port,
  user: superuser,
  password,
  database: 'postgres',
})

async function findOrLaunch(
  place: Place,
  binaries: Binaries,
  { settings, socketDir, launches }: Launching,
): Promise<Found> {
  const password = readPassword(place)
  const started = Date.now()
  let launchedPid: number | undefined
  for (;;) {
    const state = await inspect(place.dataDir)
    const waited = Date.now() - started
    if (state.kind === 'ready') {
      const { server } = state
      const membership = await joinServer(connectionTo(server, password))
      if (membership) return { server, membership, adopted: server.pid !== launchedPid }
    }
    if (state.kind === 'free' && launches) {
      const launch = await launchServer(place, {
        postgres: binaries.postgres,
        settings,
        stale: state.stale,
        socketDir,
      })
      if ('pid' in launch) launchedPid = launch.pid
      else if (waited > patience.taken) {
        throw new EmbeddedPostgresError(
          'server_failed',
          `PostgreSQL does not start: ${launch.taken} (more in ${place.logFile})`,
        )
      } else await sleep(50)
      continue
    }
    if (waited > patience.running) {
      const pid = state.kind === 'busy' ? state.pid : state.kind === 'ready' ? state.server.pid : 'none'
      throw new EmbeddedPostgresError(
        'timeout',
        `PostgreSQL (process ${pid}) neither starts nor stops: see ${place.logFile}, then end it with kill ${pid}`,
      )
    }
    await sleep(50)
  }
}

/** Starts PostgreSQL in this directory, or joins the server that already runs there. */
export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
  socketDir,
  launches = true,
}: Options): Promise<EmbeddedPostgres> {
  const place = preparePlace(path.resolve(dataDir))
  const binaries = findBinaries(place)
  const firstStart = await ensureCluster(place, binaries)
  checkVersion(place, binaries)
  const { server, membership, adopted } = await findOrLaunch(place, binaries, {
    settings,
    socketDir,
    launches,
  })
  let stopping: Promise<void> | undefined
  return {
    connection: connectionTo(server, readPassword(place)),
    adopted,
    firstStart,
    lost: membership.lost,
    stop: () => (stopping ??= stopServer(place, server, membership)),
  }
}
