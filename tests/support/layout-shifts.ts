import type { Page } from 'playwright-core'

type Rect = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>
type ShiftEntry = PerformanceEntry & {
  readonly value: number
  readonly sources: readonly { node: Node | null; previousRect: Rect; currentRect: Rect }[]
}
export type Shift = { readonly value: number; readonly moved: readonly string[] }

/** Runs in the page, before its own scripts: collects its layout shifts, each with what moved. */
export function watchShifts(): void {
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  const text = ({ x, y, width, height }: Rect): string => [x, y, width, height].map(Math.round).join(' ')
  const isShift = (entry: PerformanceEntry): entry is ShiftEntry => 'sources' in entry
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries().filter(isShift))
      shifts.push({
        value,
        moved: sources.map(
          (it) =>
            `${it.node?.textContent?.slice(0, 40)}: ${text(it.previousRect)} to ${text(it.currentRect)}`,
        ),
      })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The layout shifts so far of a page that runs `watchShifts`. */
export const shiftsOf = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(() => Reflect.get(globalThis, 'shifts'))
