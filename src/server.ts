import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import { fillEmptyHouse, type FirstOwner } from '../db/seed/fill.ts'
import { warmRenditions } from '#features/media/service.ts'
import { type Config, ConfigError, readConfig } from '#platform/config.ts'
import { listenForChanges } from '#platform/content-changes.ts'
import type { Db } from '#platform/db.ts'
import { openHouseDatabase } from '#platform/house-database.ts'
import { createLog, type Log } from '#platform/log.ts'
import { migrate } from '#platform/migrate.ts'
import { StartError, explainStart } from '#platform/start-error.ts'
import { createDiskStorage, ensureWritable, type Storage } from '#platform/storage.ts'
import { createApp } from './web/app.ts'

type Build = ServerBuild | (() => Promise<ServerBuild>)

export type HouseOptions = {
  readonly config: Config
  readonly build: Build
  readonly log?: Log
  readonly clientDir?: string | null
  readonly clock?: () => Date
  /** What a development server wants to see first. */
  readonly wrap?: (listener: RequestListener) => RequestListener
}

export type House = {
  readonly origin: string
  readonly port: number
  readonly databaseKind: string
  readonly firstOwner: FirstOwner | null
  stop(): Promise<void>
}

const PROJECT = process.cwd()

/** Opens the house: database, schema, first content, pages, door. Throws a `StartError` for what a person can mend. */
export async function openHouse({
  config,
  build,
  log = createLog(config.logLevel),
  ...options
}: HouseOptions): Promise<House> {
  await ensureWritable(config.dataDir)
  const { connection, kind, database, revive, closeDatabase } = await openHouseDatabase(config, log)
  try {
    await migrate(connection, join(PROJECT, 'db/migrations'))
    const storage = createDiskStorage(config.dataDir)
    const firstOwner = await fillEmptyHouse(
      { db: database.db, storage, now: new Date() },
      join(PROJECT, 'db/seed'),
    )
    const app = createApp({
      ...config,
      db: database.db,
      storage,
      log,
      build,
      ...(options.clock ? { clock: options.clock } : {}),
      clientDir: options.clientDir === undefined ? join(PROJECT, 'build/client') : options.clientDir,
    })
    const server = createServer({ requestTimeout: 30_000 }, options.wrap?.(app.listener) ?? app.listener)
    const port = await listen(server, config)
    const changes = listenForChanges(connection, {
      onChange: (topic) => app.contentChanged(topic),
      onGap: () => app.contentChanged(),
      onLost(error) {
        log.warn({ err: error }, 'the database is away; pages already made go on being shown')
        revive()
      },
    })
    const closing = new AbortController()
    if (config.mode === 'production') warmPictures({ db: database.db, storage, log }, closing.signal)
    const stop = async (): Promise<void> => {
      closing.abort()
      await closeServer(server)
      await changes.close()
      await closeDatabase()
    }
    return { origin: config.origin, port, databaseKind: kind, firstOwner, stop }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

const WARM_AFTER_MS = 5000

/** Makes pictures ahead, once the first guests have been served. */
function warmPictures({ log, ...deps }: { db: Db; storage: Storage; log: Log }, signal: AbortSignal): void {
  const timer = setTimeout(() => {
    warmRenditions(deps, signal).catch((error: unknown) =>
      log.warn({ err: error }, 'pictures were not made ahead; they are made when asked for'),
    )
  }, WARM_AFTER_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

const LAST_WORD_MS = 5000

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), LAST_WORD_MS).unref()
  })
}

function greet({ origin, databaseKind, firstOwner }: House): void {
  const lines = [
    `Open on      ${origin}`,
    `Database     ${databaseKind}`,
    'Payments     local, no real money',
    'Mail         local, nothing is sent',
  ]
  if (firstOwner) {
    lines.push(
      '',
      `Owner        ${firstOwner.email}`,
      `Password     ${firstOwner.password}   (temporary: to be changed at the first sign-in)`,
    )
  }
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`)
}

const IMPATIENT_MS = 1000

/** Runs until told to stop. A mistake a person can mend is told in one line; a fault keeps its stack. */
export async function main(build: Build): Promise<void> {
  try {
    const house = await openHouse({ config: readConfig(process.env), build })
    greet(house)
    let askedAt: number | null = null
    const stop = (): void => {
      // One Ctrl-C may arrive twice, from the terminal and from who started us; a second one is for the impatient.
      if (askedAt !== null && performance.now() - askedAt > IMPATIENT_MS) process.exit(1)
      if (askedAt !== null) return
      askedAt = performance.now()
      void house.stop().then(() => process.exit(0))
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    process.on('SIGHUP', stop)
  } catch (error) {
    const told = explainStart(error)
    if (!(told instanceof StartError) && !(told instanceof ConfigError)) throw error
    process.stderr.write(`${told.message}\n`)
    process.exit(1)
  }
}
