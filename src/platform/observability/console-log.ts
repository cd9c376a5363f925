import { format } from 'node:util'
import type { Log } from './log.ts'

type Console = Pick<typeof console, 'error' | 'warn' | 'trace'>

/**
 * Redirects console output of libraries to the log. The job queue prints stack traces of its connections during an
 * outage; they are no JSON and have no event code.
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
