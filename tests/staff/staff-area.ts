import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningHouse, startHouse } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { useDesk } from './admin-visit.ts'

/** A server with the seed of today, and a browser in which staff visit it. `patienceMs` is how long a page waits. */
// oxlint-disable react/immutability -- no hook of React
export function useStaffArea({ patienceMs }: { readonly patienceMs?: number } = {}) {
  let server: RunningHouse
  let database: TestDatabase
  beforeAll(async () => {
    database = await cloneDatabase(TODAY_TEMPLATE)
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'warn', TRUST_PROXY: 'true' }
    server = await startHouse({ env })
  })
  const visitor = useBrowser(() => server.origin)
  const { atDesk, lastIn } = useDesk({ visitor, database: () => database })
  return {
    server: () => server,
    database: () => database,
    visitor,
    lastIn,
    atDesk: async (...visit: Parameters<typeof atDesk>): Promise<Page> => {
      const page = await atDesk(...visit)
      if (patienceMs) page.setDefaultTimeout(patienceMs)
      return page
    },
  }
}
