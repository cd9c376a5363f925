import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../scripts/find-chromium.ts'
import { FONT_SETS, hasFonts, missingFonts, writeFontConfig } from '../../scripts/font-sets.ts'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { cloneDatabase } from '../support/database.ts'
import { areFontsShown } from '../support/in-page.ts'
import { type Shift, shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

const PAGES = ['/', '/menu', '/events/lone-star-highlife', '/reservations']

let app: RunningApp
beforeAll(async () => {
  const database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
})

/** Holds the web fonts back until the page is painted, and returns the layout shifts after they have arrived. */
async function shiftsOfSwap(page: Page, path: string): Promise<readonly Shift[]> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let held = 0
  await page.route('**/*.woff2', async (route) => {
    held += 1
    await released
    await route.continue()
  })
  await page.addInitScript(watchShifts)
  await page.goto(app.origin + path, { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await expect.poll(() => held).toBeGreaterThan(0)
  // The text in the local fonts is painted after the 100 ms in which a browser waits for the web fonts.
  await page.waitForTimeout(400)
  release()
  await page.waitForFunction(areFontsShown)
  await page.waitForFunction(() => document.readyState === 'complete')
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  return shiftsOf(page)
}

for (const set of FONT_SETS) {
  const skipped = hasFonts(set) ? '' : ` (skipped: ${missingFonts(set)})`
  describe.skipIf(skipped !== '')(`with the fonts of ${set.name}${skipped}`, () => {
    let directory: string
    let browser: Browser
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'lounge-fonts-'))
      browser = await chromium.launch({
        executablePath: await findChromium(),
        args: [
          '--no-sandbox',
          '--disable-quic',
          '--disable-background-networking',
          '--font-render-hinting=none',
        ],
        env: { ...process.env, FONTCONFIG_FILE: await writeFontConfig(set, directory) },
      })
    })
    afterAll(async () => {
      await browser.close()
      await rm(directory, { recursive: true, force: true })
    })

    for (const [device, size] of [
      ['a phone', PHONE],
      // Texts of the hero fill this width almost: a wider font breaks a line.
      ['a wide phone', { ...PHONE, viewport: { width: 412, height: 823 } }],
      ['a desktop', DESKTOP],
    ] as const)
      test(`the web fonts move nothing on ${device}`, async () => {
        const moved: (Shift & { readonly path: string })[] = []
        for (const path of PAGES) {
          // oxlint-disable-next-line no-await-in-loop
          const context = await browser.newContext({ ...size, reducedMotion: 'reduce' })
          // oxlint-disable-next-line no-await-in-loop
          const shifts = await shiftsOfSwap(await context.newPage(), path)
          if (shifts.reduce((sum, { value }) => sum + value, 0) > 0.01)
            moved.push(...shifts.map((it) => ({ path, ...it })))
          // oxlint-disable-next-line no-await-in-loop
          await context.close()
        }
        expect(moved).toEqual([])
      })
  })
}
