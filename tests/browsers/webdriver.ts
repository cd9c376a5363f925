/**
 * A WebDriver session in whichever protocol the browser speaks. WebKitGTK's driver takes the commands over HTTP, Firefox
 * takes the same commands over its own socket (Marionette), so that neither needs a driver of its own.
 */
export type Transport = {
  readonly send: (command: Command, params?: Readonly<Record<string, unknown>>) => Promise<unknown>
  /** Script errors that the browser has reported so far, where it reports them. */
  readonly errors: () => readonly string[]
  readonly close: () => Promise<void>
}

/** Commands by their Marionette names, each with its method and path in W3C WebDriver. */
export const COMMANDS = {
  Navigate: ['POST', '/url'],
  GetCurrentURL: ['GET', '/url'],
  Back: ['POST', '/back'],
  Refresh: ['POST', '/refresh'],
  SetWindowRect: ['POST', '/window/rect'],
  GetWindowHandle: ['GET', '/window'],
  GetWindowHandles: ['GET', '/window/handles'],
  SwitchToWindow: ['POST', '/window'],
  ExecuteScript: ['POST', '/execute/sync'],
  ElementSendKeys: ['POST', '/element/{id}/value'],
  PerformActions: ['POST', '/actions'],
  TakeScreenshot: ['GET', '/screenshot'],
} as const

export type Command = keyof typeof COMMANDS

const KEYS = { Escape: '\uE00C', Enter: '\uE007', ArrowRight: '\uE014' } as const
/** The key under which WebDriver sends a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const PATIENCE_MS = 30_000

export type Target = {
  readonly css: string
  /** Beginning of the element's accessible name or text. */
  readonly name?: string
}

/** One guest with a browser of their own: cookies, storage and windows are shared with no other session. */
export type Guest = Awaited<ReturnType<typeof createGuest>>

// oxlint-disable-next-line max-lines-per-function -- a table of short functions
export function createGuest(transport: Transport, origin: string) {
  const { send } = transport

  /** Runs a function in the page. It must use nothing but its arguments and the page. */
  async function run<Args extends readonly unknown[], Value>(
    page: (...args: Args) => Value,
    ...args: Args
  ): Promise<Value> {
    const value = await send('ExecuteScript', { script: `return (${page.toString()})(...arguments)`, args })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON of what the function returned
    return value as Value
  }

  async function until<Args extends readonly unknown[]>(
    what: string,
    page: (...args: Args) => unknown,
    ...args: Args
  ): Promise<void> {
    await poll(what, async () => Boolean(await run(page, ...args)))
  }

  async function poll(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE_MS
    // oxlint-disable-next-line no-await-in-loop -- waiting is the point
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`waited in vain for ${what} at ${await url()}`)
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const url = async (): Promise<string> => String(await send('GetCurrentURL'))

  async function find(target: Target): Promise<string> {
    let id = ''
    await poll(`${target.css} "${target.name ?? ''}"`, async () => {
      const found: unknown = await run(findVisible, target)
      if (typeof found !== 'object' || found === null) return false
      id = String(Reflect.get(found, ELEMENT))
      return true
    })
    return id
  }

  /**
   * Clicks the middle of an element, as a person does, once nothing covers it. WebDriver's own click knows no links in
   * drawings.
   */
  async function click(target: Target): Promise<void> {
    let point: readonly [number, number] | null = null
    await poll(`${target.css} "${target.name ?? ''}" to be uncovered`, async () => {
      point = await run(findUncoveredMiddle, { [ELEMENT]: await find(target) })
      return point !== null
    })
    const [x, y] = point ?? [0, 0]
    const actions = [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
    await send('PerformActions', { actions: [mouse] })
  }

  return {
    run,
    until,
    url,
    errors: transport.errors,
    close: transport.close,
    open: (path: string) => send('Navigate', { url: origin + path }),
    back: () => send('Back'),
    reload: () => send('Refresh'),
    waitForUrl: (part: string) => poll(`an address with ${part}`, async () => (await url()).includes(part)),
    shows: async (target: Target): Promise<void> => void (await find(target)),
    isGone: (css: string) =>
      until(
        `${css} to go`,
        (it) => [...document.querySelectorAll(it)].every((found) => !found.checkVisibility()),
        css,
      ),
    click,
    async type(css: string, text: string) {
      await click({ css })
      await send('ElementSendKeys', { id: await find({ css }), text })
    },
    async press(key: keyof typeof KEYS) {
      const value = KEYS[key]
      const actions = [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]
      await send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    /** Sets the size of the page's area: the window's own borders and bars differ between browsers. */
    async resize({ width, height }: { readonly width: number; readonly height: number }) {
      await send('SetWindowRect', { x: 0, y: 0, width, height })
      const [barWidth, barHeight] = await run(() => [outerWidth - innerWidth, outerHeight - innerHeight])
      await send('SetWindowRect', { width: width + (barWidth ?? 0), height: height + (barHeight ?? 0) })
      await until(`a page ${width} px wide`, (wanted) => innerWidth === wanted, width)
    },
    currentTab: () => send('GetWindowHandle'),
    switchTo: (handle: unknown) => send('SwitchToWindow', { handle }),
    /** Switches to the tab that the page has opened. */
    async switchToOther(current: unknown) {
      let other: unknown
      await poll('another tab', async () => {
        const handles = await send('GetWindowHandles')
        other = Array.isArray(handles) ? handles.find((it) => it !== current) : undefined
        return other !== undefined
      })
      await send('SwitchToWindow', { handle: other })
    },
    /** PNG of the visible part of the page. */
    async screenshot(): Promise<Buffer> {
      return Buffer.from(String(await send('TakeScreenshot', { full: false })), 'base64')
    },
  }
}

/** In the page: the first visible element of this kind whose name begins so. */
function findVisible({ css, name }: Target): Element | undefined {
  const nameOf = (it: Element): string => {
    const labels = it instanceof HTMLInputElement ? [...(it.labels ?? [])] : []
    const text = it.getAttribute('aria-label') ?? labels[0]?.textContent ?? it.textContent ?? ''
    return text.replace(/\s+/g, ' ').trim()
  }
  return [...document.querySelectorAll(css)].find(
    (it) => it.checkVisibility({ visibilityProperty: true }) && nameOf(it).startsWith(name ?? ''),
  )
}

/** In the page: the middle of an element that has been scrolled into view; null while something else is there. */
function findUncoveredMiddle(element: unknown): [number, number] | null {
  if (!(element instanceof Element)) return null
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const hit = document.elementFromPoint(x, y)
  return hit !== null && element.contains(hit) ? [x, y] : null
}
