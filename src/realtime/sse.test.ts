import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { rateLimitKey } from '#http/rate-limit-key.ts'
import { createCoalescedRefresh } from './coalesced-refresh.ts'
import { createSseStreams, type SseLimits, type SseStreams } from './sse.ts'
import { nodeTransport } from './sse-transports.ts'
import { eventually } from '../../tests/support/eventually.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

type Opened = { readonly response: IncomingMessage; notified: string; isOver: boolean }

/** A server that gives every request a stream, from the address it names. */
async function openStreams(limits: Partial<SseLimits> = {}) {
  const streams: SseStreams = createSseStreams(limits)
  const send: ((words: Buffer) => void)[] = []
  const server = createServer((incoming, outgoing) => {
    const admitted = streams.admit(nodeTransport(outgoing), incoming.url?.slice(1) ?? '')
    if (!admitted.ok) return outgoing.writeHead(429).end(admitted.reason)
    admitted.value.begin(Buffer.from('first'))
    send.push((words) => admitted.value.send(words))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const open = (from = '192.0.2.1', reads = true) =>
    new Promise<Opened>((resolve, reject) => {
      get(`http://127.0.0.1:${port}/${from}`, (response) => {
        const opened: Opened = { response, notified: '', isOver: false }
        if (reads) response.on('data', (words: Buffer) => (opened.notified += words.toString()))
        response.on('close', () => (opened.isOver = true)).on('error', () => undefined)
        resolve(opened)
      }).on('error', reject)
    })
  return { streams, server, open, sendAll: (words: Buffer) => send.forEach((it) => it(words)) }
}

describe('a stream that stays open', () => {
  test('is sent what there is, and lives on small words when there is nothing', async () => {
    const { open, sendAll } = await openStreams({ heartbeatMs: 250 })
    const guest = await open()
    expect(guest.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    sendAll(Buffer.from('second'))
    await eventually(() => expect(guest.notified).toBe('firstsecond:\n\n'))
  })

  test('is disconnected when its client does not read, and only that one', async () => {
    const { streams, open, sendAll } = await openStreams()
    const [reader, sleeper] = await Promise.all([open(), open('192.0.2.2', false)])
    const words = Buffer.alloc(256 * 1024, 'a')
    for (let i = 1; streams.count === 2; i += 1) {
      if (i > 400) throw new Error('a hundred megabytes are buffered for a client that does not read')
      sendAll(words)
      // oxlint-disable-next-line no-await-in-loop -- one word after another
      await eventually(() => expect(reader.notified).toHaveLength('first'.length + i * words.length))
    }
    sleeper.response.resume()
    await eventually(() => expect(sleeper.isOver).toBe(true))
    expect(reader.isOver).toBe(false)
  })

  test('ends at once when the server closes, and does not delay it', async () => {
    const { streams, server, open } = await openStreams()
    const guests = await Promise.all([open(), open(), open()])
    const closed = new Promise((resolve) => server.close(resolve))
    streams.close()
    await closed
    await eventually(() => expect(guests.every((it) => it.isOver)).toBe(true))
    for (const guest of guests) expect(guest.notified).toBe('firstevent: reconnect\ndata: {}\n\n')
    expect(streams.count).toBe(0)
  })
})

describe('how many streams there may be', () => {
  test('is counted by address, and a place that is left is free again', async () => {
    const { open } = await openStreams({ perAddress: 2 })
    const first = await open()
    await open()
    const third = await open()
    expect(third.response.statusCode).toBe(429)
    await eventually(() => expect(third.notified).toBe('too_many_from_address'))
    expect((await open('192.0.2.9')).response.statusCode).toBe(200)
    first.response.destroy()
    await eventually(async () => expect((await open()).response.statusCode).toBe(200))
  })

  test('is limited for all of them together', async () => {
    const { open } = await openStreams({ inAll: 2 })
    await Promise.all([open('192.0.2.1'), open('192.0.2.2')])
    const third = await open('192.0.2.3')
    await eventually(() => expect(third.notified).toBe('too_many_in_all'))
  })

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('counts %s as %s', (address, counted) => expect(rateLimitKey(address)).toBe(counted))
})

describe('a coalesced refresh', () => {
  test('gathers many signals into one run, and signals during a run start one more', async () => {
    const running: (() => void)[] = []
    const refresh = createCoalescedRefresh(() => new Promise<void>((resolve) => running.push(resolve)), 5)
    for (let i = 0; i < 5; i += 1) refresh.signal()
    await eventually(() => expect(running).toHaveLength(1))
    for (let i = 0; i < 5; i += 1) refresh.signal()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(running).toHaveLength(1)
    running[0]?.()
    await eventually(() => expect(running).toHaveLength(2))
    running[1]?.()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(running).toHaveLength(2)
    refresh.signal()
    refresh.close()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(running).toHaveLength(2)
  })
})
