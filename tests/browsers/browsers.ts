import { afterEach, beforeAll, describe } from 'vitest'
import { type AppWithPayments, startAppWithPayments } from '../booking/server-with-payments.ts'
import { isPageAlive } from '../support/in-page.ts'
import { findMissingOfFirefox, startFirefox } from './firefox.ts'
import { createGuest, type Guest, type Transport } from './webdriver.ts'
import { findMissingOfWebKit, startWebKit } from './webkit.ts'

type TestedBrowser = {
  readonly name: string
  /** Debian packages that are not installed. */
  readonly findMissing: () => readonly string[]
  readonly start: () => Promise<Transport>
}

const BROWSERS: readonly TestedBrowser[] = [
  { name: 'Firefox', findMissing: findMissingOfFirefox, start: startFirefox },
  { name: 'WebKitGTK', findMissing: findMissingOfWebKit, start: startWebKit },
]

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }

export const SIZES = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const

export type Visits = {
  /** A new guest with an empty browser, on the page. The guest leaves when the test ends. */
  readonly arrive: (path: string, size: typeof PHONE) => Promise<Guest>
  readonly app: () => AppWithPayments
}

/** The same tests in each browser, against one server. Those of a browser that is not installed are skipped, and say so. */
export function describeInBrowsers(title: string, tests: (visits: Visits) => void): void {
  let app: AppWithPayments
  beforeAll(async () => {
    app = await startAppWithPayments()
  })
  for (const { name, findMissing, start } of BROWSERS) {
    const missing = findMissing()
    const verb = missing.length === 1 ? 'is' : 'are'
    const reason = missing.length === 0 ? '' : `${missing.join(' and ')} ${verb} not installed: `
    describe.skipIf(reason !== '')(
      `${reason}"${title} in ${name}"${reason === '' ? '' : ' is skipped.'}`,
      () => {
        const guests: Guest[] = []
        afterEach(async () => {
          await Promise.all(guests.splice(0).map((guest) => guest.close()))
        })
        tests({
          app: () => app,
          async arrive(path, size) {
            const guest = createGuest(await start(), app.app.origin)
            guests.push(guest)
            await guest.resize(size)
            await guest.open(path)
            await comeAlive(guest)
            return guest
          },
        })
      },
    )
  }
}

export const comeAlive = (guest: Guest): Promise<void> => guest.until('a page that is alive', isPageAlive)
