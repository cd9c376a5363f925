import { describe, expect, inject, test } from 'vitest'
import { cloneDatabase, onServer } from '../support/database.ts'
import { startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

describe('while the database is unavailable', () => {
  test('cached pages are served, others show an error page, and all is served when it is back', async () => {
    const database = await cloneDatabase(TODAY_TEMPLATE)
    const app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
    const name = new URL(database.url).pathname.slice(1)
    const server = inject('databaseServer')
    expect((await app.get('/menu?view=list')).status).toBe(200)

    await onServer(server, `alter database ${name} allow_connections false`)
    await onServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)

    // The first pages were rendered before the server listened.
    for (const path of ['/', '/gallery', '/menu?view=list'])
      // oxlint-disable-next-line no-await-in-loop
      expect((await app.get(path)).status, path).toBe(200)
    const search = await app.get('/events?q=jazz')
    expect(search.status).toBe(503)
    expect(search.headers.get('retry-after')).toBe('5')
    const words = await search.text()
    expect(words).toContain('We will be right back')
    expect(words).toContain('Refresh Page')
    for (const path of ['/gallery?tab=venue', '/menu/jollof-arancini', '/events/lone-star-highlife']) {
      // oxlint-disable-next-line no-await-in-loop
      const away = await app.get(path)
      expect(away.status, path).toBe(503)
      // oxlint-disable-next-line no-await-in-loop
      expect(await away.text(), path).toContain('we will be right back')
    }
    expect((await app.get('/healthz')).status).toBe(200)
    expect((await app.get('/readyz')).status).toBe(503)
    expect(app.child.exitCode).toBeNull()

    await onServer(server, `alter database ${name} allow_connections true`)
    await waitFor(async () => (await app.get('/events?q=jazz')).status === 200)
    expect((await app.get('/gallery')).status).toBe(200)
    expect((await app.get('/readyz')).status).toBe(200)
  })
})
