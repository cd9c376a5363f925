const DUPLICATE_WITHIN_MS = 1000

type Handler = {
  /** `drain` for SIGTERM, which a supervisor sends; `now` for a terminal: Ctrl-C, or its end. */
  stop(kind: 'drain' | 'now'): Promise<void>
  /** For who sends a second signal. */
  stopAtOnce(): Promise<void>
}

/**
 * Listens for signals from the first moment: one that comes before there is something to stop counts as soon as there is.
 * SIGUSR2 before its handler is there does nothing; by default it would end the process.
 */
export function createStopSignals(): { handle(handler: Handler): void } {
  let handler: Handler | null = null
  let kind: 'drain' | 'now' | null = null
  let askedAt = 0
  let exitCode = 0

  const begin = (): void => {
    if (handler && kind) leave(handler.stop(kind))
  }
  const hear = (signal: NodeJS.Signals): void => {
    const now = performance.now()
    if (kind === null) {
      kind = signal === 'SIGTERM' ? 'drain' : 'now'
      askedAt = now
      begin()
    } else if (now - askedAt > DUPLICATE_WITHIN_MS) {
      // One Ctrl-C arrives up to three times: from the terminal, from npm and from the launcher.
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear)
  process.on('SIGUSR2', () => undefined)
  return {
    handle(given) {
      handler = given
      begin()
    },
  }
}
