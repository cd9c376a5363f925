import { beforeAll, beforeEach } from 'vitest'
import { useBrowser } from './browser.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { type RunningApp, startApp } from './server.ts'
import { TODAY_TEMPLATE } from './templates.ts'

// oxlint-disable react/immutability -- no hook of React

/** The site as guests see it, with a database and browsers of its own. All guests share one address, so no limit of its forms lasts. */
export function useGuestSite() {
  let app: RunningApp
  let database: TestDatabase
  beforeAll(async () => {
    database = await cloneDatabase(TODAY_TEMPLATE)
    app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
  })
  beforeEach(async () => {
    await database.db.deleteFrom('rateLimits').execute()
  })
  return { visitor: useBrowser(() => app.origin), app: () => app, database: () => database }
}
