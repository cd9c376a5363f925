/* Logs long steps of the launcher: one line each with its duration, and on a terminal its progress while it runs. */
import { spawn } from 'node:child_process'
import process from 'node:process'

const REDRAW_MS = 500
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const { stdout } = process

export const say = (text) => void stdout.write(`${text}\n`)

export function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

const secondsSince = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`

/**
 * Runs `work` as a named step. `progress` describes how far it is, for the line on a terminal; a log gets one line at the
 * start and one at the end.
 */
export async function runStep({ doing, done, progress = () => '' }, work) {
  const started = performance.now()
  const draw = () => {
    const parts = [doing, progress(), secondsSince(started).replace(/\.\d/, '')].filter(Boolean)
    stdout.write(`\r\u001B[K${parts.join('  ').slice(0, (stdout.columns || 80) - 1)}`)
  }
  if (!stdout.isTTY) say(`${doing}…`)
  else draw()
  const timer = stdout.isTTY ? setInterval(draw, REDRAW_MS) : null
  try {
    return await work()
  } finally {
    if (timer) {
      clearInterval(timer)
      stdout.write('\r\u001B[K')
    }
    say(`${done()}  ${secondsSince(started)}`)
  }
}

/** Runs a program to its end. Its output is collected, because it would break the line of progress. */
export function runQuietly(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const stops = SIGNALS.map((signal) => {
      const stop = () => {
        child.kill(signal)
        process.exit(1)
      }
      process.on(signal, stop)
      return () => process.off(signal, stop)
    })
    const finish = (isDone) => {
      for (const remove of stops) remove()
      resolve({ isDone, output })
    }
    child.once('error', (error) => {
      output += error.message
      finish(false)
    })
    child.once('close', (code) => finish(code === 0))
  })
}
