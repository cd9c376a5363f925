import { afterEach, describe, expect, test, vi } from 'vitest'
import { cloneDatabase } from '../../tests/support/database.ts'
import { type ContentChanges, listenForChanges } from './content-changes.ts'

const open: ContentChanges[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((it) => it.close()))
})

async function listen() {
  const database = await cloneDatabase()
  const heard = {
    onChange: vi.fn<(topic: string) => void>(),
    onGap: vi.fn<() => void>(),
    onLost: vi.fn<() => void>(),
  }
  open.push(listenForChanges(database.url, heard))
  await vi.waitFor(() => expect(heard.onGap).toHaveBeenCalledTimes(1))
  return { database, heard }
}

describe('what the database announces', () => {
  test('is heard with its topic, once a statement', async () => {
    const { database, heard } = await listen()
    await database.pool.query('update menu_items set price_cents = price_cents + 1')
    await vi.waitFor(() => expect(heard.onChange.mock.calls).toEqual([['menu']]))
  })

  test('is not heard of a change that was rolled back', async () => {
    const { database, heard } = await listen()
    await database.pool.query(
      'begin; update gallery_items set position = 9; rollback; update venue set phone = phone',
    )
    await vi.waitFor(() => expect(heard.onChange.mock.calls).toEqual([['venue']]))
  })

  test('may have been missed while the connection was cut, and it says so when it is back', async () => {
    const { database, heard } = await listen()
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen%'`,
    )
    await vi.waitFor(() => expect(heard.onLost).toHaveBeenCalled())
    await vi.waitFor(() => expect(heard.onGap).toHaveBeenCalledTimes(2))
    await database.pool.query('update events set sold_out = sold_out')
    await vi.waitFor(() => expect(heard.onChange).toHaveBeenCalledWith('events'))
  })
})
