import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { askFor, findNight } from '../booking/booking-fixtures.ts'
import { type AppWithPayments, startAppWithPayments } from '../booking/server-with-payments.ts'
import { waitFor } from '../support/server.ts'
import { residentMb, workersOf } from '../support/processes.ts'

let at: AppWithPayments
let port: number
beforeAll(async () => {
  at = await startAppWithPayments()
  port = Number(new URL(at.app.origin).port)
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

type Client = { readonly socket: Socket; readonly notified: () => string; readonly isOver: () => boolean }

function dial(): Client {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let notified = ''
  let isOver = false
  socket.on('data', (chunk: Buffer) => (notified += chunk.toString()))
  socket.on('close', () => (isOver = true)).on('error', () => undefined)
  return { socket, notified: () => notified, isOver: () => isOver }
}

const SOON_MS = 1500

/** Violations of the service at this moment: a page, a search and a hold must each succeed in time. */
async function wrongWithService(): Promise<string[]> {
  const timed = async (name: string, ask: () => Promise<Response>, statuses: readonly number[]) => {
    const started = performance.now()
    const status = await ask().then(
      (it) => it.status,
      () => 0,
    )
    const ms = Math.round(performance.now() - started)
    return statuses.includes(status) && ms < SOON_MS ? [] : [`${name}: ${status} after ${ms} ms`]
  }
  const signal = AbortSignal.timeout(3000)
  const night = await findNight(at.database.db, new Date())
  const body = JSON.stringify(askFor(night))
  const found = await Promise.all([
    timed('the menu', () => at.app.get('/menu', { signal }), [200]),
    timed('a search', () => at.app.get('/events?q=jazz', { signal }), [200]),
    timed(
      'a table',
      () =>
        at.app.get('/holds', {
          method: 'POST',
          signal,
          headers: {
            'Content-Type': 'application/json',
            'X-Forwarded-For': `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
          },
          body,
        }),
      [201, 409],
    ),
  ])
  return found.flat()
}

const servedMb = (): number => workersOf(at.app.child.pid).reduce((mb, worker) => mb + residentMb(worker), 0)

const MB = Buffer.alloc(1024 * 1024, 'x')

/** Uploads 200 MB or until the connection is closed; returns the response and the number of bytes accepted. */
async function sendMuch(
  head: string,
  frame: (chunk: Buffer) => Buffer,
): Promise<{ said: string; tookMb: number }> {
  const { socket, notified, isOver } = dial()
  socket.write(head)
  let tookMb = 0
  for (let sent = 0; sent < 200 && !isOver() && notified() === ''; sent += 1) {
    // oxlint-disable-next-line no-await-in-loop -- as fast as it is taken, and no faster
    await new Promise<void>((resolve) => {
      socket.once('close', resolve)
      socket.write(frame(MB), () => resolve())
    })
    tookMb += 1
  }
  await waitFor(() => isOver() || notified() !== '', 20_000)
  return { said: notified().split('\r\n', 1)[0] ?? '', tookMb }
}

test('a body of 200 MB is refused at once, with or without a Content-Length, and uses no memory', async () => {
  const before = servedMb()
  const head = 'POST /holds HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const declared = await sendMuch(`${head}Content-Length: ${200 * MB.length}\r\n\r\n`, (chunk) => chunk)
  expect(declared.said).toMatch(/ 413 /)
  expect(declared.tookMb).toBeLessThan(50)
  const frame = (chunk: Buffer) =>
    Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
  const chunked = await sendMuch(`${head}Transfer-Encoding: chunked\r\n\r\n`, frame)
  expect(chunked.said).toMatch(/ 413 /)
  expect(chunked.tookMb).toBeLessThan(50)
  for (const path of [
    '/requests/dining',
    '/admin/api/pictures',
    '/cookie-consent',
    '/payments/webhook',
    '/csp-reports',
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { said } = await sendMuch(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${200 * MB.length}\r\n\r\n`,
      (chunk) => chunk,
    )
    expect(said, path).toMatch(/ 413 /)
  }
  expect(servedMb() - before).toBeLessThan(150)
  expect(await wrongWithService()).toEqual([])
})

test('a hundred clients that send headers or bodies byte by byte are disconnected; all others are served', async () => {
  const headers = Array.from({ length: 100 }, dial)
  const bodies = Array.from({ length: 100 }, dial)
  for (const { socket } of headers) socket.write('GET /menu HTTP/1.1\r\nHost: x\r\n')
  for (const { socket } of bodies)
    socket.write(
      'POST /holds HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    )
  const drip = setInterval(() => {
    for (const { socket } of headers) if (socket.writable) socket.write('a')
    for (const { socket } of bodies) if (socket.writable) socket.write(' ')
  }, 500)
  try {
    const started = performance.now()
    await sleep(2000)
    expect(await wrongWithService()).toEqual([])
    await waitFor(() => headers.every((it) => it.isOver()), 30_000)
    expect(performance.now() - started).toBeLessThan(30_000)
    await waitFor(() => bodies.every((it) => it.isOver()), 45_000)
    expect(headers.every((it) => !/ 200 /.test(it.notified()))).toBe(true)
  } finally {
    clearInterval(drip)
  }
  expect(await wrongWithService()).toEqual([])
})

test('800 idle connections keep no other client out, and are closed', async () => {
  const idle = Array.from({ length: 800 }, dial)
  await waitFor(() => idle.every(({ socket }) => !socket.connecting))
  expect(await wrongWithService()).toEqual([])
  expect(idle.filter((it) => it.isOver()).length).toBeLessThan(800)
  await waitFor(() => idle.every((it) => it.isOver()), 45_000)
  expect(await wrongWithService()).toEqual([])
}, 120_000)

test('control: a server that hangs would have been found', async () => {
  // The workers, too: a connection that is kept alive leads to one of them, past the process that accepts.
  const processes = [at.app.child.pid, ...workersOf(at.app.child.pid)].filter((pid) => pid !== undefined)
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  const found = await wrongWithService()
  for (const pid of processes) process.kill(pid, 'SIGCONT')
  expect(found).toHaveLength(3)
  await waitFor(async () => (await wrongWithService()).length === 0)
})
