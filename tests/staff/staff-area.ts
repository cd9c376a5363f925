import { beforeAll } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { useDashboard } from './admin-visit.ts'

/** A server seeded today, and a browser for the staff area. */
// oxlint-disable react/immutability -- no hook of React
export function useStaffArea() {
  let server: RunningApp
  let database: TestDatabase
  beforeAll(async () => {
    database = await cloneDatabase(TODAY_TEMPLATE)
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'warn', TRUST_PROXY: 'true' }
    server = await startApp({ env })
  })
  const visitor = useBrowser(() => server.origin)
  const { asStaffMember, beginSession, lastIn } = useDashboard({
    visitor,
    database: () => database,
    origin: () => server.origin,
  })
  return {
    server: () => server,
    database: () => database,
    visitor,
    lastIn,
    asStaffMember,
    beginSession,
  }
}
