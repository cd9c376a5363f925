import { utimes } from 'node:fs/promises'
import { createServer } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { DESKTOP, useBrowser } from '../support/browser.ts'
import { cloneDatabase } from '../support/database.ts'
import { spawnApp, waitFor } from '../support/server.ts'
import { whenDone } from '../support/tidy-up.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* `npm run dev`: the documents and islands of the site on Vite's development server. */

let origin = ''
let outputOf = () => ''
beforeAll(async () => {
  // Another development server on this machine has Vite's usual port.
  const other = createServer()
    .listen(24_678)
    .on('error', () => undefined)
  whenDone(async () => void other.close())
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  const port = await freePort()
  const { child, output } = spawnApp({ DATABASE_URL: url, PORT: String(port) }, 'scripts/dev.ts')
  await waitFor(() => output().includes('Open on') || child.exitCode !== null, 100_000)
  if (child.exitCode !== null) throw new Error(`the server did not start:\n${output()}`)
  origin = `http://localhost:${port}`
  outputOf = output
})
const visitor = useBrowser(() => origin)

test('an island comes alive and answers', async () => {
  const page = await visitor.open('/reservations?service=dining', DESKTOP)
  await page.locator('[data-island="dinner-form"][data-alive]').waitFor({ state: 'attached' })
  await page.getByLabel('Guests').selectOption('5')
  await expect.poll(() => new URL(page.url()).searchParams.get('guests')).toBe('5')
})

test('the staff area has its styles, which a script adds to the page', async () => {
  // Its console is not checked: React misses the nonce, which browsers hide.
  const page = await (await visitor.newGuest(DESKTOP)).newPage()
  await page.goto('/admin')
  const colour = () =>
    page.getByRole('button', { name: 'Sign In' }).evaluate((it) => getComputedStyle(it).backgroundColor)
  await expect.poll(colour).toBe('rgb(233, 183, 101)')
})

test.each([
  ['a page, which the server alone renders', 'src/web/site/menu/menu.tsx'],
  ['the stylesheet', 'src/web/site.css'],
  ['an island', 'src/features/dining/ui/dinner-form.tsx'],
])('a change of %s reloads the open document', async (_, file) => {
  const page = await (await visitor.newGuest(DESKTOP)).newPage()
  await page.goto(file.includes('dining') ? '/reservations?service=dining' : '/menu')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.documentElement.setAttribute('data-seen', ''))
  const now = new Date()
  await utimes(file, now, now)
  await expect.poll(() => page.locator('html:not([data-seen]) h1').count()).toBe(1)
})

// A page that is open meanwhile loses its scripts.
test('no package was bundled only when a page asked for it', () =>
  expect(outputOf()).not.toMatch(/dependencies (optimized|changed)/))
