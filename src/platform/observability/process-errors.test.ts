import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname

/** Runs a script in a child process with the server's error handlers; returns its output and exit code. */
async function runGuarded(script: string): Promise<{ code: number | null; output: string }> {
  const whole = `
    const { handleProcessErrors } = await import(${JSON.stringify(join(here, 'process-errors.ts'))})
    const { createLog } = await import(${JSON.stringify(join(here, 'log.ts'))})
    const { registry } = await import(${JSON.stringify(join(here, 'metrics.ts'))})
    const say = (text) => process.stdout.write(text + '\\n')
    handleProcessErrors({ log: createLog('info'), drainMs: 300, drain: async () => say('drained') })
    ${script}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', whole], { cwd: process.cwd() })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode, output }
}

test('a rejected promise without a handler is logged with its event code and counted, and the process goes on', async () => {
  const { code, output } = await runGuarded(`
    for (const it of [new Error('first'), 'second', undefined]) Promise.reject(it)
    setTimeout(async () => say(await registry.getSingleMetricAsString('lounge_unhandled_rejections_total')), 50)
  `)
  expect(output.match(/"event":"process\.unhandled_rejection"/g)).toHaveLength(3)
  expect(output).toContain('lounge_unhandled_rejections_total 3')
  expect(output).not.toContain('drained')
  expect(code).toBe(0)
})

test('in the primary of a cluster it is counted among the metrics of the primary', async () => {
  const { output } = await runGuarded(`
    const { primaryRegistry, markPrimary } = await import(${JSON.stringify(join(here, 'metrics.ts'))})
    markPrimary()
    Promise.reject(new Error('an unawaited rejection'))
    setTimeout(async () => say(await primaryRegistry.metrics()), 50)
  `)
  expect(output).toContain('lounge_first_process_unhandled_rejections_total 1')
})

test('after an uncaught exception the process drains, and exits so that another takes its place', async () => {
  const { code, output } = await runGuarded(`
    setInterval(() => undefined, 1000)
    setTimeout(() => { throw new TypeError('thrown in a timer') }, 10)
  `)
  expect(output).toContain('"event":"process.uncaught_exception"')
  expect(output).toContain('thrown in a timer')
  expect(output).toContain('drained')
  expect(code).toBe(1)
})

test('the last lines are written although the process exits at once', async () => {
  const { output } = await runGuarded(`
    const log = createLog('info')
    for (let line = 1; line <= 3; line += 1) log.info('line ' + line)
    process.exit(0)
  `)
  expect(output.match(/"msg":"line \d"/g)).toHaveLength(3)
})

test('draining that does not end is not waited for', async () => {
  const { code } = await runGuarded(`
    setInterval(() => undefined, 1000)
    handleProcessErrors({ log: createLog('silent'), drainMs: 100, drain: () => new Promise(() => undefined) })
    setTimeout(() => { throw new Error('now') }, 10)
  `)
  expect(code).toBe(1)
})

test('a reset socket without an error listener does not end the process', async () => {
  const { code, output } = await runGuarded(`
    const net = await import('node:net')
    const server = net.createServer((socket) => socket.on('error', () => undefined).on('data', () => socket.resetAndDestroy()))
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = net.connect(server.address().port, '127.0.0.1', () => socket.write('x'))
    setTimeout(() => { say('still here'); process.exit(0) }, 200)
  `)
  expect(output).toContain('"event":"process.unhandled_socket_error"')
  expect(output).toContain('still here')
  expect(code).toBe(0)
})
