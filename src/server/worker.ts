import * as build from 'virtual:react-router/server-build'
import { readConfig } from '#platform/config/config.ts'
import { logConsole } from '#platform/observability/console-log.ts'
import { createLog } from '#platform/observability/log.ts'
import { handleProcessErrors } from '#platform/observability/process-errors.ts'
import { fillInChild } from './seed-in-child.ts'
import { readToWorker, type StopKind, notifyPrimary } from './process-messages.ts'
import { type AppServer, openApp } from './server.ts'
import { STOP_NOW, type StopOptions } from './serving/shutdown.ts'

const NOTIFY_EVERY_MS = 500

/**
 * Runs a worker until the primary stops it. Its modules load while the database starts: it connects once the primary says
 * that the database runs.
 */
export async function runWorker(): Promise<void> {
  // The terminal sends signals to the whole process group. The primary decides how the workers react.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => undefined)
  process.on('SIGTERM', () => notifyPrimary({ wantsReplacement: true }))
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  logConsole(log)
  const database = Promise.withResolvers<void>()
  let isOpening = false
  const open = async (): Promise<AppServer> => {
    await database.promise
    isOpening = true
    return openApp({ config, build, log, fill: fillInChild, onRequest: createActivityReport() })
  }
  const opening = open()
  // A failed start is reported below, also if the stop was requested before it failed.
  opening.catch(() => undefined)
  handleProcessErrors({ log, drain: async () => (await opening).stop() })
  const ways: Record<StopKind, StopOptions> = {
    now: STOP_NOW,
    drain: {
      drainMs: config.drainMs,
      isReplaced: false,
      patience: { idleMs: 1000, requestsMs: 10_000 },
    },
    // The keep-alive timeout closes connections after 15 s of idleness in everyday operation, too.
    retire: { drainMs: 0, isReplaced: true, patience: { idleMs: 15_000, requestsMs: 15_000 } },
  }
  process.on('message', (received) => {
    const message = readToWorker(received)
    if (message && 'databaseRuns' in message) database.resolve()
    if (!message || !('stop' in message)) return
    if (!isOpening) process.exit(0)
    const way = ways[message.stop]
    opening
      .then((server) => server.stop(way))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`The server did not stop cleanly: ${String(error)}\n`)
          process.exit(1)
        },
      )
  })
  await opening
}

/** Notifies the primary of traffic at most twice a second, so that background work pauses. */
function createActivityReport(): () => void {
  let notifiedAt = -Infinity
  return () => {
    const now = performance.now()
    if (now - notifiedAt < NOTIFY_EVERY_MS) return
    notifiedAt = now
    notifyPrimary({ requestsServed: true })
  }
}
