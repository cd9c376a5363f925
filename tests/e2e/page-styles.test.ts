import { beforeAll, expect, test } from 'vitest'
import { PHONE, useBrowser, wholeStylesheet } from '../support/browser.ts'
import { cloneDatabase } from '../support/database.ts'
import { findDifferentLooks, layOutAll, rememberStyles, useStylesheet } from '../support/page-looks.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* Each cached page carries, in parts, only rules that it needs: nothing of it may look other than with the whole stylesheet. */

let app: RunningApp
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: url } })
})
const visitor = useBrowser(() => app.origin)

const MEDIA = ['screen', 'print'] as const

test.each(['/', '/menu', '/events/lone-star-highlife', '/reservations?service=dining'])(
  '%s looks as with the whole stylesheet, on a phone and on paper',
  async (path) => {
    const page = await visitor.open(path, { ...PHONE, bypassCSP: true })
    await page.evaluate(layOutAll)
    const remember = async (styles: string) => {
      for (const media of MEDIA) {
        // oxlint-disable no-await-in-loop -- one after the other
        await page.emulateMedia({ media })
        await page.waitForFunction((name) => matchMedia(name).matches, media)
        // With reduced motion every change is a transition of no time, which children begin once their parents have ended.
        await page.waitForFunction(() => document.getAnimations().length === 0)
        expect(await page.evaluate(rememberStyles, `${styles} ${media}`)).toBeGreaterThan(100)
        // oxlint-enable no-await-in-loop
      }
    }
    await remember('own')
    await page.evaluate(useStylesheet, await wholeStylesheet(app.origin))
    await remember('whole')
    for (const media of MEDIA)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await page.evaluate(findDifferentLooks, [`own ${media}`, `whole ${media}`] as const)).toEqual([])
  },
)
