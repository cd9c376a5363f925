import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Expects that a page is printed without what floats over it on the screen, dark on light, from its top. */
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
  // Printers leave out backgrounds: a light text would be invisible.
  const light = await page.evaluate(() => {
    const luminanceOf = (colour: string): number => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    return [...document.querySelectorAll('main *')]
      .filter(
        (it) =>
          it.checkVisibility() &&
          [...it.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
      )
      .filter((it) => luminanceOf(getComputedStyle(it).color) > 120)
      .map((it) => it.outerHTML.slice(0, 100))
  })
  expect(light).toEqual([])
  expect(await page.locator('main h1').first().isVisible()).toBe(true)
  expect(await page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().top)).toBeLessThan(
    2,
  )
}
