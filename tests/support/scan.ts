import type { Page } from 'playwright-core'

/** A hand scanner sends keys without pauses, then Enter. */
export const scan = (page: Page, text: string) =>
  page.evaluate((keys) => {
    const target = document.activeElement ?? document.body
    for (const key of [...keys.split(''), 'Enter'])
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, text)
