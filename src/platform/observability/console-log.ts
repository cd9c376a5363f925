import { format } from 'node:util'
import type { Log } from './log.ts'

type Console = Pick<typeof console, 'error' | 'warn' | 'trace'>

/**
 * Writes what libraries print to the console as lines of the log. The job queue prints stack traces of its connections
 * whenever the database is away; nothing can parse them, and they belong to no event.
 */
export function logConsole(log: Log, target: Console = console): void {
  const write =
    (level: 'error' | 'warn') =>
    (...printed: readonly unknown[]): void => {
      const error = printed.find((it) => it instanceof Error)
      const text = format(...printed.map((it) => (it instanceof Error ? it.message : it)))
      const code = error && 'code' in error ? { code: error.code } : {}
      log[level]({ event: 'process.console', ...code }, text)
    }
  target.error = write('error')
  target.warn = write('warn')
  target.trace = write('warn')
}
