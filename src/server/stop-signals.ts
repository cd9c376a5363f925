const DUPLICATE_WITHIN_MS = 1000

type Handler = {
  /** `drain` for SIGTERM from a supervisor; `now` for SIGINT and SIGHUP from a terminal. */
  stop(kind: 'drain' | 'now'): Promise<void>
  /** Called for a second signal. */
  stopAtOnce(): Promise<void>
}

/**
 * Listens for signals from the first moment. A signal that arrives before `handle` was called takes effect then.
 * SIGUSR2 gets an empty handler, since by default it would kill the process.
 */
export function createStopSignals(): { handle(handler: Handler): void } {
  let handler: Handler | null = null
  let kind: 'drain' | 'now' | null = null
  let requestedAt = 0
  let exitCode = 0

  const begin = (): void => {
    if (handler && kind) leave(handler.stop(kind))
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now()
    if (kind === null) {
      kind = signal === 'SIGTERM' ? 'drain' : 'now'
      requestedAt = now
      begin()
    } else if (now - requestedAt > DUPLICATE_WITHIN_MS) {
      // One Ctrl-C can arrive up to three times: from the terminal, npm and the launcher.
      exitCode = 1
      if (handler) leave(handler.stopAtOnce())
      else process.exit(1)
    }
  }
  const leave = (stopped: Promise<void>): void => {
    stopped.then(
      () => process.exit(exitCode),
      (error: unknown) => {
        process.stderr.write(`The server did not stop cleanly: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  process.on('SIGUSR2', () => undefined)
  return {
    handle(given) {
      handler = given
      begin()
    },
  }
}
