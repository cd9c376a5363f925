import type { Log } from './log.ts'
import { countUnhandledRejection } from './metrics.ts'

// A process that does not drain in time is ended, because only then can another take its place.
const DRAIN_MS = 10_000

type Process = Pick<NodeJS.Process, 'on' | 'off' | 'exit'>

type Options = {
  readonly log: Log
  /** Finishes running requests and jobs. */
  readonly drain: () => Promise<void>
  readonly target?: Process
  readonly drainMs?: number
}

/**
 * Last-resort error handlers. An unhandled rejection is logged and counted, and the process continues: each long-lived
 * component has a supervisor that restarts it. After an uncaught exception the state of the process is unknown: it
 * drains and exits with 1, and the primary starts another. See docs/decisions/0015.
 */
export function handleProcessErrors({
  log,
  drain,
  target = process,
  drainMs = DRAIN_MS,
}: Options): () => void {
  let isEnding = false

  const onRejection = (reason: unknown): void => {
    countUnhandledRejection()
    log.error(
      { event: 'process.unhandled_rejection', err: asError(reason) },
      'a rejected promise was not handled',
    )
  }
  const onException = (error: unknown): void => {
    const err = asError(error)
    if (isOfConnection(err)) {
      log.error({ event: 'process.unhandled_socket_error', err }, 'an error of a connection was not handled')
      return
    }
    log.fatal(
      { event: 'process.uncaught_exception', err },
      'an exception was not caught; the process drains and exits',
    )
    if (isEnding) return
    isEnding = true
    const exit = (): void => target.exit(1)
    setTimeout(exit, drainMs).unref()
    drain().then(exit, exit)
  }
  target.on('unhandledRejection', onRejection)
  target.on('uncaughtException', onException)
  return () => {
    target.off('unhandledRejection', onRejection)
    target.off('uncaughtException', onException)
  }
}

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(`not an error: ${String(thrown)}`)

const CONNECTION_CALLS = new Set(['read', 'write', 'connect', 'accept', 'shutdown'])
const CONNECTION_CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EHOSTUNREACH',
])

/** Whether the error is a socket error without a listener. The socket is closed and nothing else is affected. */
function isOfConnection(error: Error): boolean {
  const { syscall, code } = error as NodeJS.ErrnoException
  return syscall !== undefined && CONNECTION_CALLS.has(syscall) && CONNECTION_CODES.has(code ?? '')
}
