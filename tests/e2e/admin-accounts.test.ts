import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTabList, signIn, toast, useDashboard } from '../staff/admin-visit.ts'
import { authenticatorCode, createStaff, PASSWORD } from '../staff/sign-in.ts'
import { axeViolations, hydrated, PHONE, useBrowser } from '../support/browser.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { type MailSink, openMailSink, unquote } from '../support/mail-sink.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let app: RunningApp
let database: TestDatabase
let emails: MailSink
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  emails = await openMailSink()
  app = await startApp({
    env: {
      DATABASE_URL: database.url,
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'true',
      SMTP_URL: `smtp://127.0.0.1:${emails.port}`,
      MAIL_FROM: 'venue@example.com',
    },
  })
})
afterAll(() => emails.close())
const visitor = useBrowser(() => app.origin)
const { asStaffMember, lastIn } = useDashboard({
  visitor,
  database: () => database,
  origin: () => app.origin,
})

/** The link in the invitation email to an address. */
async function invitedBy(email: string): Promise<string> {
  let link: string | undefined
  await waitFor(() => {
    const mail = emails.taken.find(({ to }) => to.includes(email))
    link = /\/admin\/invitation\/[\w-]{43}/.exec(unquote(mail?.raw ?? ''))?.[0]
    return link !== undefined
  })
  return link ?? ''
}

/** The owner invites a host; returns the owner's page. */
async function inviteHost(email: string): Promise<Page> {
  const owner = await asStaffMember('/admin/settings/staff', { role: 'owner' })
  await owner.getByLabel('Email').fill(email)
  await owner.getByLabel('Role', { exact: true }).selectOption('host')
  await owner.getByRole('button', { name: 'Invite' }).click()
  await toast(owner, 'Invitation sent').waitFor()
  return owner
}

async function openAs(path: string, from: string): Promise<Page> {
  const guest = await visitor.newGuest({ ...PHONE, extraHTTPHeaders: { 'X-Forwarded-For': from } })
  const page = await guest.newPage()
  await page.goto(path)
  await hydrated(page)
  return page
}

test('an invited staff member joins once, by the link in the email, and gets the role of the invitation', async () => {
  const owner = await inviteHost('yaa@example.com')
  await owner.getByText('yaa@example.com, host').waitFor()
  const link = await invitedBy('yaa@example.com')

  const page = await openAs(link, '192.0.2.1')
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Your name').fill('Yaa Asantewaa')
  await page.getByLabel('New password').fill('a password of her own')
  await page.getByLabel('Confirm password').fill('not the same one')
  await page.getByRole('button', { name: 'Join' }).click()
  await toast(page, 'Password Mismatch').waitFor()
  await page.getByLabel('Confirm password').fill('a password of her own')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await page.goto('/admin/account')
  await page.getByText('Yaa Asantewaa, yaa@example.com, host').waitFor()

  const late = await openAs(link, '192.0.2.2')
  await late.getByText('This invitation was used, withdrawn or has expired.').waitFor()
  await owner.reload()
  await owner.getByText('Yaa Asantewaa', { exact: true }).waitFor()
  await owner.getByText('No open invitations.').waitFor()
})

test('who joins and is not signed in is told that the account is ready, and signs in', async () => {
  await inviteHost('abena@example.com')
  const page = await openAs(await invitedBy('abena@example.com'), '192.0.2.3')
  await page.getByLabel('Your name').fill('Abena Boateng')
  await page.getByLabel('New password').fill('a password of her own')
  await page.getByLabel('Confirm password').fill('a password of her own')
  const isLost = '**/admin/api/session'
  await page.route(isLost, (route) => route.abort())
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('Your account is ready.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.unroute(isLost)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill('abena@example.com')
  await page.getByLabel('Password').fill('a password of her own')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
})

test('a withdrawn invitation is not accepted', async () => {
  const owner = await asStaffMember('/admin/settings/staff', { role: 'owner' })
  await owner.getByLabel('Email').fill('kwame@example.com')
  await owner.getByRole('button', { name: 'Invite' }).click()
  const link = await invitedBy('kwame@example.com')
  const row = owner.getByRole('listitem').filter({ hasText: 'kwame@example.com' })
  await row.getByRole('button', { name: 'Withdraw' }).click()
  await row.waitFor({ state: 'detached' })
  const page = await openAs(link, '192.0.2.3')
  await page.getByText('This invitation was used, withdrawn or has expired.').waitFor()
})

test('a list of staff that is no longer true changes one thing of an account, and keeps what an owner changed since', async () => {
  const id = await createStaff(database, 'kwesi@example.com', { role: 'manager' })
  const set = (column: 'role' | 'banned', value: string | boolean) =>
    database.pool.query(`update staff_users set ${column} = $2 where id = $1`, [id, value])
  const account = async () =>
    (await database.pool.query('select role, banned from staff_users where id = $1', [id])).rows[0]
  const owner = await asStaffMember('/admin/settings/staff', { role: 'owner' })
  const row = owner.getByRole('listitem').filter({ hasText: 'kwesi@example.com' })
  await row.getByRole('button', { name: 'Remove access' }).waitFor()
  await set('banned', true)
  await row.getByLabel('Role of kwesi').selectOption('host')
  await row.getByText('No access').waitFor()
  expect(await account()).toEqual({ role: 'host', banned: true })

  await set('role', 'server')
  await row.getByRole('button', { name: 'Give access' }).click()
  await row.getByText('No access').waitFor({ state: 'detached' })
  expect(await account()).toEqual({ role: 'server', banned: false })

  await set('role', 'manager')
  await row.getByRole('button', { name: 'Remove access' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click()
  await row.getByText('No access').waitFor()
  expect(await account()).toEqual({ role: 'manager', banned: true })
})

/** Sets up two-factor authentication. Returns the secret, its first code and one recovery code. */
async function setUp(page: Page): Promise<{ secret: string; code: string; backup: string }> {
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator' }).waitFor()
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? ''
  await page.getByText('Backup codes: keep them where you will find them').click()
  expect(await axeViolations(page)).toEqual([])
  const codes = page.getByRole('group').getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(10)
  const backup = (await codes.first().textContent()) ?? ''
  await page.getByLabel('Code of your authenticator').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('region').getByRole('button', { name: 'Close' }).click()
  const code = authenticatorCode(secret)
  await page.getByLabel('Code of your authenticator').fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Authenticator set up').waitFor()
  return { secret, code, backup }
}

test('an authenticator is set up, required at sign-in, replaced by a backup code once, and removed', async () => {
  const page = await asStaffMember('/admin/account', PHONE)
  const email = lastIn()
  await page.getByRole('button', { name: 'Set up' }).click()
  const { secret, code, backup } = await setUp(page)
  await page.getByText('Each sign-in asks for a code.').waitFor()

  const signOutAndIn = async (): Promise<void> => {
    await (await openTabList(page)).getByRole('button', { name: 'Logout' }).click()
    await signIn(page, email)
    await page.getByLabel('Code of your authenticator').waitFor()
  }
  const enter = async (label: string, text: string): Promise<void> => {
    await page.getByLabel(label).fill(text)
    await page.getByRole('button', { name: 'Sign In' }).click()
  }
  await signOutAndIn()
  expect(await axeViolations(page)).toEqual([])
  // A used code is refused.
  await enter('Code of your authenticator', code)
  await page.getByLabel('Email').waitFor()
  await database.pool.query('delete from used_totp_codes')
  await signIn(page, email)
  await enter('Code of your authenticator', authenticatorCode(secret))
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()

  await signOutAndIn()
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await enter('Backup code', backup)
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()

  await page.goto('/admin/account')
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Remove the authenticator' }).click()
  await toast(page, 'Authenticator removed').waitFor()
  await page.getByRole('button', { name: 'Set up' }).waitFor()
})

test('owners who need an authenticator set one up before anything else, and lose nothing by it', async () => {
  const page = await asStaffMember('/admin/settings/staff', { role: 'owner' })
  await page.getByLabel('Owners need an authenticator').check()
  const dialog = page.getByRole('dialog', { name: 'Set Up Your Authenticator' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  await setUp(page)
  await dialog.waitFor({ state: 'detached' })
  await page.getByLabel('Owners need an authenticator').uncheck()
  await waitFor(async () => !(await page.getByLabel('Owners need an authenticator').isChecked()))
})
