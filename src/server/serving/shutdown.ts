import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#platform/observability/log.ts'
import type { App } from '../../http/app.ts'
import type { ClosePatience, HttpServer } from '../http-server.ts'

export type StopOptions = {
  /** Time during which requests are still served after /readyz reports 503. */
  readonly drainMs: number
  /** Whether another process listens on the same port already. /readyz then stays 200. */
  readonly isReplaced: boolean
  /** Time limits for idle connections and running requests after the server stopped listening. */
  readonly patience: ClosePatience
}

export const STOP_NOW: StopOptions = {
  drainMs: 0,
  isReplaced: false,
  patience: { idleMs: 0, requestsMs: 5000 },
}

type Stopping = {
  readonly app: App
  readonly server: HttpServer
  readonly how: StopOptions
  readonly log: Log
}

/** Graceful shutdown: fail /readyz, drain, close the SSE streams, close the connections. */
export async function stopHttp({ app, server, how, log }: Stopping): Promise<void> {
  const { drainMs, isReplaced, patience } = how
  log.info({ event: 'process.stopping', drainMs, replaced: isReplaced }, 'the server stops')
  if (!isReplaced) app.becomeUnready()
  app.closeAfterResponses(true)
  if (drainMs > 0) await drain(app, drainMs)
  const closed = server.close(patience)
  app.close()
  await closed
}

const CALM_MS = 1000

/**
 * Serves new requests while proxies notice the failing health check. At the end connections are kept alive again: a
 * proxy without health checks then reuses an idle connection instead of opening one just as the port closes.
 */
async function drain(app: App, drainMs: number): Promise<void> {
  const calmMs = Math.min(CALM_MS, drainMs / 2)
  await sleep(drainMs - calmMs)
  app.closeAfterResponses(false)
  await sleep(calmMs)
  app.closeAfterResponses(true)
}
