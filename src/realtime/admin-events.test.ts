import { afterEach, describe, expect, test } from 'vitest'
import { createAdminEvents } from './admin-events.ts'
import { createSseStreams } from './sse.ts'
import { responseTransport } from './sse-transports.ts'
import { eventually } from '../../tests/support/eventually.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const it of open.splice(0)) it.close()
})

function startAdminEvents() {
  const events = createAdminEvents()
  open.push(events)
  return events
}

/** Collects the body of a response while it streams. */
function readAll(response: Response) {
  const reader = response.body?.getReader()
  const read = { text: '', isOver: false, cancel: () => reader?.cancel() }
  const decoder = new TextDecoder()
  const next = async (): Promise<void> => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one chunk after the other
      const chunk = await reader?.read()
      if (!chunk || chunk.done) break
      read.text += decoder.decode(chunk.value)
    }
    read.isOver = true
  }
  void next()
  return read
}

describe('the event stream of the staff area', () => {
  test('sends one event for many changes at once, and none without a change', async () => {
    const events = startAdminEvents()
    const screen = readAll(events.openStream())
    await eventually(() => expect(screen.text).toBe('retry: 1000\n\ndata: here\n\n'))
    for (let i = 0; i < 20; i += 1) events.notify()
    await eventually(() => expect(screen.text).toBe('retry: 1000\n\ndata: here\n\ndata: changed\n\n'))
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(screen.text.match(/data: changed/g)).toHaveLength(1)
  })

  test('has the same headers and the same end as every other event stream', async () => {
    const events = startAdminEvents()
    const response = events.openStream()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    const screen = readAll(response)
    events.close()
    await eventually(() => expect(screen.isOver).toBe(true))
    expect(screen.text).toMatch(/event: reconnect\ndata: \{\}\n\n$/)
    expect(events.count()).toBe(0)
    expect(events.openStream().status).toBe(503)
  })

  test('is counted while it is open, up to 300', async () => {
    const events = startAdminEvents()
    const screens = Array.from({ length: 300 }, () => readAll(events.openStream()))
    expect(events.count()).toBe(300)
    expect(events.openStream().status).toBe(503)
    await screens[0]?.cancel()
    expect(events.count()).toBe(299)
    expect(events.openStream().status).toBe(200)
  })
})

describe('a stream in a Response', () => {
  test('ends when its client does not read', () => {
    const streams = createSseStreams({ unreadBytes: 1000 })
    const transport = responseTransport()
    const admitted = streams.admit(transport, 'staff')
    if (!admitted.ok) throw new Error(admitted.reason)
    admitted.value.begin(Buffer.from('first'))
    for (let i = 0; i < 2; i += 1) streams.broadcast(Buffer.alloc(600))
    expect(streams.count).toBe(1)
    streams.broadcast(Buffer.alloc(600))
    expect([streams.count, transport.isOpen]).toEqual([0, false])
  })

  test('ends at its maximum age', async () => {
    const streams = createSseStreams({ maxAgeMs: 20 })
    const transport = responseTransport()
    const admitted = streams.admit(transport, 'staff')
    if (!admitted.ok) throw new Error(admitted.reason)
    admitted.value.begin(Buffer.from('first'))
    await eventually(() => expect(streams.count).toBe(0))
  })
})
