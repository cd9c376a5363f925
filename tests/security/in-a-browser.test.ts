import { beforeAll, expect, test } from 'vitest'
import { DESKTOP, useBrowser } from '../support/browser.ts'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let app: RunningApp
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: url, LOG_LEVEL: 'warn' } })
})
const visitor = useBrowser(() => app.origin)

test.each(['/menu', '/reservations?service=dining'])(
  'a script injected into %s does not run in a real browser, and is logged',
  async (path) => {
    const guest = await visitor.newGuest(DESKTOP)
    const page = await guest.newPage()
    const before = app.output().length
    await page.goto(app.origin + path)
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.body.append(script)
      const picture = document.createElement('img')
      picture.setAttribute('onerror', 'window.ran = true')
      picture.src = 'https://evil.example/x.png'
      document.body.append(picture)
    })
    await waitFor(() => /"event":"csp.violation"/.test(app.output().slice(before)))
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    const told = app.output().slice(before)
    expect(told).toContain('"blocked":"inline"')
    expect(told).not.toContain('service=dining')
    // Control: a permitted script of the page runs.
    expect(await page.evaluate(() => document.querySelectorAll('script').length)).toBeGreaterThan(0)
    await guest.close()
  },
)
