import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Expects that a page is printed dark on light, from its top, without parts that float over it. */
export async function expectPrintable(page: Page): Promise<void> {
  const floating = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((it) => it.checkVisibility() && getComputedStyle(it).position === 'fixed')
        .map((it) => it.outerHTML.slice(0, 100)),
    )
  expect((await floating()).length, 'on the screen').toBeGreaterThan(1)
  await page.emulateMedia({ media: 'print' })
  expect(await floating()).toEqual([])
  // Printers leave out backgrounds, or do not: neither a light text nor one on a dark background can be read.
  const unreadable = await page.evaluate(() => {
    const painter = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!painter) throw new Error('The browser has no canvas.')
    /** Luminance of a colour on paper, from 0 to 255. */
    const luminanceOf = (colour: string): number => {
      for (const fill of ['#fff', colour]) {
        painter.fillStyle = fill
        painter.fillRect(0, 0, 1, 1)
      }
      const [red = 0, green = 0, blue = 0] = painter.getImageData(0, 0, 1, 1).data
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    return [...document.querySelectorAll('main *')]
      .filter(
        (it) =>
          it.checkVisibility() &&
          [...it.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
      )
      .filter((it) => {
        const { color, backgroundColor } = getComputedStyle(it)
        return luminanceOf(color) > 120 || luminanceOf(backgroundColor) < 100
      })
      .map((it) => it.outerHTML.slice(0, 100))
  })
  expect(unreadable).toEqual([])
  expect(await page.locator('main h1').first().isVisible()).toBe(true)
  expect(await page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().top)).toBeLessThan(
    2,
  )
}
