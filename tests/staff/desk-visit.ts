import type { BrowserContextOptions, Page } from 'playwright-core'
import { DESKTOP, hydrated, type Visitor } from '../support/browser.ts'
import type { TestDatabase } from '../support/database.ts'
import { hire, PASSWORD } from './door.ts'

type Given = { readonly visitor: Visitor; readonly database: () => TestDatabase }

/** Lets somebody of the staff in at an address of the desk: somebody else each time, from an address of their own. */
export function useDesk({ visitor, database }: Given) {
  let staff = 0
  /** The e-mail of whoever was let in last. */
  const lastIn = () => `staff${staff}@example.com`

  async function atDesk(path: string, size: BrowserContextOptions = DESKTOP): Promise<Page> {
    staff += 1
    await hire(database(), lastIn())
    const guest = await visitor.newGuest({
      ...size,
      extraHTTPHeaders: { 'X-Forwarded-For': `198.51.100.${staff}` },
    })
    const page = await guest.newPage()
    await page.goto(path)
    await hydrated(page)
    await page.getByLabel('Email').fill(lastIn())
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
    await page.waitForURL(`**${path}`)
    return page
  }
  return { atDesk, lastIn }
}
