import type { Log } from './log.ts'
import { countUnhandledRejection } from './metrics.ts'

// A process that is asked to drain and does not is ended: another one can take its place only then.
const DRAIN_MS = 10_000

type Process = Pick<NodeJS.Process, 'on' | 'off' | 'exit'>

type Options = {
  readonly log: Log
  /** Finishes the requests and jobs that are under way. */
  readonly drain: () => Promise<void>
  readonly target?: Process
  readonly drainMs?: number
}

/**
 * The last line of defence. A promise that was rejected and that nobody awaited is logged and counted, and the process
 * goes on: what it was about is known, since every long-lived component has an owner that restarts it. After an exception
 * that nobody caught the state of the process is unknown: it drains and exits with 1, and its supervisor starts another.
 * See docs/decisions/0015.
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

/** Whether a socket failed that nobody listened to. The socket is gone, and nothing else was interrupted by it. */
function isOfConnection(error: Error): boolean {
  const { syscall, code } = error as NodeJS.ErrnoException
  return syscall !== undefined && CONNECTION_CALLS.has(syscall) && CONNECTION_CODES.has(code ?? '')
}
