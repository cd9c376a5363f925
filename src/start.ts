import cluster from 'node:cluster'
import type { ServerBuild } from 'react-router'
import { ConfigError, readConfig } from '#platform/config.ts'
import { logConsole } from '#platform/console-lines.ts'
import { createLog } from '#platform/log.ts'
import { handleProcessErrors } from '#platform/process-errors.ts'
import { explainStart } from '#platform/explain-start.ts'
import { StartError } from '#platform/start-error.ts'
import { greet } from './greeting.ts'
import { openHouse } from './server.ts'
import { openSeveralHouses } from './several-houses.ts'

const IMPATIENT_MS = 1000

/** Runs until told to stop. A mistake a person can mend is told in one line; a fault keeps its stack. */
export async function main(build: ServerBuild): Promise<void> {
  try {
    const config = readConfig(process.env)
    const log = createLog(config.logLevel)
    logConsole(log)
    const opened: { stop?: () => Promise<void> } = {}
    handleProcessErrors({ log, drain: async () => opened.stop?.() })
    const isAlone = config.processes === 1
    const house =
      isAlone || cluster.isWorker
        ? await openHouse({ config, build, log })
        : await openSeveralHouses(config, log)
    opened.stop = () => house.stop()
    if (!cluster.isWorker) greet(isAlone ? house : { ...house, processes: config.processes })
    stopWhenAsked(() => house.stop())
  } catch (error) {
    const told = explainStart(error)
    if (!(told instanceof StartError) && !(told instanceof ConfigError)) throw error
    process.stderr.write(`${told.message}\n`)
    process.exit(1)
  }
}

function stopWhenAsked(stop: () => Promise<void>): void {
  let askedAt: number | null = null
  const hear = (): void => {
    // One Ctrl-C may arrive twice, from the terminal and from who started us; a second one is for the impatient.
    if (askedAt !== null && performance.now() - askedAt > IMPATIENT_MS) process.exit(1)
    if (askedAt !== null) return
    askedAt = performance.now()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The server did not stop cleanly: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', hear)
  process.on('SIGTERM', hear)
  process.on('SIGHUP', hear)
}
