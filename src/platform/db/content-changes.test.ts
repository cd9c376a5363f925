import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cloneDatabase } from '../../../tests/support/database.ts'
import { type ContentChanges, listenForChanges } from './content-changes.ts'
import { eventually } from '../../../tests/support/eventually.ts'

const open: ContentChanges[] = []
const lines: Server[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((it) => it.close()))
  for (const line of lines.splice(0)) line.close()
})

async function listen({ through = (url: string) => url, pulseMs = 20_000 } = {}) {
  const database = await cloneDatabase()
  const notified = {
    onChange: vi.fn<(topic: string) => void>(),
    onGap: vi.fn<() => void>(),
    onLost: vi.fn<() => void>(),
  }
  open.push(listenForChanges(through(database.url), notified, { pulseMs }))
  await eventually(() => expect(notified.onGap).toHaveBeenCalledTimes(1))
  return { database, notified }
}

/** A line to the database that can fall silent without being cut. */
async function openLine() {
  const ends: Socket[] = []
  let url = new URL('postgres://nowhere')
  const line = createServer((near) => {
    const socketDir = url.searchParams.get('host')
    const far = socketDir
      ? connect(`${socketDir}/.s.PGSQL.${url.port}`)
      : connect(Number(url.port || 5432), url.hostname)
    ends.push(near, far)
    for (const end of [near, far]) end.on('error', () => undefined)
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  lines.push(line)
  return {
    to: (database: string): string => {
      url = new URL(database)
      const address = line.address()
      const through = new URL(database)
      through.searchParams.delete('host')
      through.hostname = '127.0.0.1'
      through.port = String(typeof address === 'object' ? address?.port : '')
      return through.href
    },
    count: () => ends.length / 2,
    fallSilent(): void {
      for (const end of ends) end.unpipe().pause()
    },
  }
}

describe('what the database announces', () => {
  test('is heard with its topic, once a statement', async () => {
    const { database, notified } = await listen()
    await database.pool.query('update menu_items set price_cents = price_cents + 1')
    await eventually(() => expect(notified.onChange.mock.calls).toEqual([['menu']]))
  })

  test('is not heard of a change that was rolled back', async () => {
    const { database, notified } = await listen()
    await database.pool.query(
      'begin; update gallery_items set position = 9; rollback; update venue set phone = phone',
    )
    await eventually(() => expect(notified.onChange.mock.calls).toEqual([['venue']]))
  })

  test('may have been missed while the connection was cut, and it says so when it is back', async () => {
    const { database, notified } = await listen()
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen%'`,
    )
    await eventually(() => expect(notified.onLost).toHaveBeenCalled())
    await eventually(() => expect(notified.onGap).toHaveBeenCalledTimes(2))
    await database.pool.query('update events set sold_out = sold_out')
    await eventually(() => expect(notified.onChange).toHaveBeenCalledWith('events'))
  })

  test('is missed on a connection that fell silent, which is noticed and replaced', async () => {
    const line = await openLine()
    const { database, notified } = await listen({ through: line.to, pulseMs: 150 })
    await eventually(() => expect(line.count()).toBe(1))
    line.fallSilent()
    await eventually(() => expect(notified.onLost).toHaveBeenCalled())
    await eventually(() => expect(notified.onGap).toHaveBeenCalledTimes(2))
    await database.pool.query('update events set sold_out = sold_out')
    await eventually(() => expect(notified.onChange).toHaveBeenCalledWith('events'))
  })

  test('is not waited for at the end on a connection that fell silent', async () => {
    const line = await openLine()
    await listen({ through: line.to })
    line.fallSilent()
    const started = performance.now()
    await open.pop()?.close()
    expect(performance.now() - started).toBeLessThan(3000)
  })
})
