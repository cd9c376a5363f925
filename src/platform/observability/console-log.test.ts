import { expect, test } from 'vitest'
import { logConsole } from './console-log.ts'
import { createLog } from './log.ts'

test('what a library prints to the console is one JSON line with an event code, and without a stack trace', () => {
  const lines: string[] = []
  const silent = () => undefined
  const target: Pick<Console, 'error' | 'warn' | 'trace'> = { error: silent, warn: silent, trace: silent }
  logConsole(createLog('info', { write: (line) => void lines.push(line) }), target)
  target.trace(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  target.error('Retried %d times:\n', 3, new Error('no'))
  target.warn('plain text')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: 'process.console', code: 'ECONNRESET', msg: 'read ECONNRESET' },
    { level: 'error', event: 'process.console', msg: 'Retried 3 times:\n no' },
    { level: 'warn', event: 'process.console', msg: 'plain text' },
  ])
  for (const line of lines) expect(line).not.toMatch(/\\n\s+at /)
})
