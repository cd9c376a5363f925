import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { StaffRole } from '#features/permissions/schema.ts'
import { DESKTOP, hydrated, type GuestIdentity } from '../support/browser.ts'
import type { TestDatabase } from '../support/database.ts'
import { hire, PASSWORD } from './sign-in.ts'

type Given = { readonly visitor: GuestIdentity; readonly database: () => TestDatabase }

/** What the desk says in passing. */
export const toast = (page: Page, text: string): Locator =>
  page.getByRole('region').getByText(text, { exact: true }).first()

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

type Visit = BrowserContextOptions & { readonly role?: StaffRole }

/** Lets somebody of the staff in at an address of the desk: somebody else each time, from an address of their own. */
export function useDashboard({ visitor, database }: Given) {
  let staff = 0
  /** The e-mail of whoever was let in last. */
  const lastIn = () => `staff${staff}@example.com`

  async function asStaffMember(path: string, { role = 'manager', ...size }: Visit = DESKTOP): Promise<Page> {
    staff += 1
    await hire(database(), lastIn(), { role })
    const guest = await visitor.newGuest({
      ...size,
      extraHTTPHeaders: { 'X-Forwarded-For': `198.51.100.${staff}` },
    })
    const page = await guest.newPage()
    await page.goto(path)
    await hydrated(page)
    await signIn(page, lastIn())
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
    await page.waitForURL(`**${path}`)
    return page
  }
  return { asStaffMember, lastIn }
}
