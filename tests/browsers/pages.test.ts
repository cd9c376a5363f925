import { expect, test } from 'vitest'
import {
  findBrokenPictures,
  findCollapsedBoxes,
  findFrameProblems,
  findMissingFonts,
  findOutOfReach,
  findSidewaysScroll,
} from '../support/in-page.ts'
import { comeAlive, describeInBrowsers, SIZES } from './browsers.ts'

const PAGES = [
  '/',
  '/menu',
  '/menu?tab=drinks&view=list',
  '/menu/jollof-arancini',
  '/gallery',
  '/events',
  '/events?past=1',
  '/events/lone-star-highlife',
  '/events/lone-star-highlife?view=reserve',
  '/reservations',
  '/reservations?service=dining',
  '/reservations?service=nightlife',
  '/reservations?service=private',
  '/plan-event',
  '/perform',
  '/thank-you',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  '/nowhere',
]

describeInBrowsers('every public page', ({ arrive, app }) => {
  test.each(SIZES)('looks as it should on %s', async (_name, size) => {
    const guest = await arrive('/cookie-policy', size)
    await guest.click({ css: '#cookie-settings button', name: 'Reject' })
    await guest.isGone('#cookie-settings')
    const problems: string[] = []
    for (const path of PAGES) {
      // oxlint-disable no-await-in-loop -- one page after the other
      await guest.open(path)
      await comeAlive(guest)
      const found = [
        ...(await guest.run(findFrameProblems)),
        ...(await guest.run(findBrokenPictures)),
        ...(await guest.run(findCollapsedBoxes)),
        ...(await guest.run(findMissingFonts)),
        ...(await guest.run(findOutOfReach)),
      ]
      const overflow = await guest.run(findSidewaysScroll)
      if (overflow > 0) found.push(`${overflow} px too wide`)
      problems.push(...found.map((it) => `${path}: ${it}`))
      // oxlint-enable no-await-in-loop
    }
    expect(problems).toEqual([])
    expect(guest.errors()).toEqual([])
    // Browsers report what the content security policy blocks.
    expect(app().app.output()).not.toContain('csp')
  })
})
