import { describe, expect, inject, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { openApp } from '../../src/server/server.ts'
import { readConfig } from '#platform/config/config.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { freeTable, holdTable, watchNight } from '../support/floor-stream.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { eventually } from '../support/eventually.ts'

describe('two servers on one database', () => {
  const start = async (database: TestDatabase) => {
    const app = await openApp({
      config: readConfig({
        NODE_ENV: 'production',
        PREGENERATE_IMAGES: 'false',
        PORT: String(await freePort()),
        HOST: '127.0.0.1',
        DATABASE_URL: database.url,
        DATA_DIR: inject('dataDir'),
        LOG_LEVEL: 'silent',
      }),
      build: () => Promise.reject(new Error('no screen is asked for')),
      clientDir: null,
    })
    return { app, origin: `http://127.0.0.1:${app.port}` }
  }

  test("show each other's holds, and stop at once though charts are open", async () => {
    const database = await cloneDatabase(TODAY_TEMPLATE)
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from events where starts_at > now() and not sold_out limit 1',
    )
    const night = rows[0]?.id ?? ''
    const [here, there] = await Promise.all([start(database), start(database)])
    const [mine, theirs] = await Promise.all([
      watchNight(here.origin, night),
      watchNight(there.origin, night),
    ])
    const table = freeTable(mine.tables())
    await holdTable(database, { night, table })
    await eventually(() => expect([mine, theirs].map((it) => it.stateOf(table))).toEqual(['held', 'held']))
    const started = performance.now()
    await Promise.all([here.app.stop(), there.app.stop()])
    expect(performance.now() - started).toBeLessThan(2000)
    await eventually(() => expect([mine.isOver(), theirs.isOver()]).toEqual([true, true]))
  })
})
