import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type State = Readonly<Record<string, unknown>> | null

/** The history of a browser with a router that, like React Router, keeps a key and an index in each state. */
function openBrowser() {
  const entries: State[] = []
  let at = -1
  let keys = 0
  const listeners: ((event: PopStateEvent) => void)[] = []
  const hearReturn: (() => void)[] = []
  /** Keys of the entries that the router was told of. */
  const shown: unknown[] = []
  const history = {
    get state() {
      return entries[at] ?? null
    },
    get length() {
      return entries.length
    },
    pushState(state: State) {
      entries.splice((at += 1), Infinity, state)
    },
    replaceState(state: State) {
      entries[at] = state
    },
    back: () => queueMicrotask(() => go(at - 1)),
  }
  function go(to: number): void {
    at = to
    let isStopped = false
    const event: Partial<PopStateEvent> = {
      state: history.state,
      stopImmediatePropagation: () => void (isStopped = true),
    }
    for (const hear of listeners)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the listeners read
      if (!isStopped) hear(event as PopStateEvent)
  }
  vi.stubGlobal('history', history)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => queueMicrotask(run))
  vi.stubGlobal('addEventListener', (type: 'popstate' | 'pageshow', hear: () => void) => {
    const all = type === 'popstate' ? listeners : hearReturn
    all.push(hear)
  })
  const next = (idx: number): State => ({ key: `key${(keys += 1)}`, idx })
  const idx = (): number => Number(history.state?.['idx'] ?? -1)
  const settled = () => new Promise((done) => setTimeout(done))
  return {
    leaveDocument: () => void (listeners.splice(0), hearReturn.splice(0)),
    /** Another document and back to this one, which the browser has kept. */
    leaveAndReturn() {
      history.pushState(null)
      at -= 1
      for (const hear of hearReturn) hear()
    },
    startRouter: () => void listeners.push(({ state }) => void shown.push(state?.key)),
    push: () => history.pushState(next(idx() + 1)),
    replace: () => history.replaceState(next(idx())),
    async go(steps: number) {
      go(at + steps)
      await settled()
    },
    key: () => history.state?.['key'],
    shown,
  }
}

let browser: ReturnType<typeof openBrowser>
let closeOnBack: (close: () => void) => () => void
async function loadDocument(): Promise<void> {
  vi.resetModules()
  const loaded = await import('./close-on-back.ts')
  ;({ closeOnBack } = loaded)
  loaded.listenForBack()
  browser.startRouter()
}
beforeEach(async () => {
  browser = openBrowser()
  await loadDocument()
  for (let page = 0; page < 3; page += 1) browser.push()
})
afterEach(() => vi.unstubAllGlobals())

/** A dialog that closes when it is asked to. */
function openDialog() {
  const dialog = { isOpen: true, close: () => undefined }
  const stop = closeOnBack(() => dialog.close())
  dialog.close = () => {
    if (dialog.isOpen) stop()
    dialog.isOpen = false
    return undefined
  }
  return dialog
}

test('Back closes the dialog and shows no other page', async () => {
  const dialog = openDialog()
  await browser.go(-1)
  expect(dialog.isOpen).toBe(false)
  expect(browser.shown).toEqual([])
})

test('Back closes a dialog inside another first', async () => {
  const [outer, inner] = [openDialog(), openDialog()]
  await browser.go(-1)
  expect([outer.isOpen, inner.isOpen]).toEqual([true, false])
  await browser.go(-1)
  expect(outer.isOpen).toBe(false)
  await browser.go(-1)
  expect(browser.shown).toEqual(['key2'])
})

test.each([1, 2])('Back leaves the page after %i closed dialogs', async (count) => {
  const dialogs = Array.from({ length: count }, openDialog)
  for (const dialog of dialogs.toReversed()) dialog.close()
  await browser.go(-1)
  expect(browser.shown).toEqual(['key2'])
})

test('Back leaves the page after two dialogs of which the outer one closed first', async () => {
  for (const dialog of [openDialog(), openDialog()]) dialog.close()
  await browser.go(-1)
  expect(browser.shown).toEqual(['key2'])
})

test('Back leaves the page to which it returned after a closed dialog', async () => {
  const dialog = openDialog()
  dialog.close()
  browser.push()
  await browser.go(-1)
  expect(browser.shown).toEqual(['key3'])
  await browser.go(-1)
  expect(browser.shown).toEqual(['key3', 'key2'])
})

test('Back leaves the page to which it returned after a link in a dialog', async () => {
  const [outer, inner] = [openDialog(), openDialog()]
  browser.push()
  outer.close()
  inner.close()
  await browser.go(-1)
  expect(browser.shown).toEqual(['key3'])
  await browser.go(-1)
  expect(browser.shown).toEqual(['key3', 'key2'])
})

test('Back leaves the page after a dialog whose entry the router has replaced', async () => {
  const dialog = openDialog()
  browser.replace()
  dialog.close()
  await browser.go(-1)
  expect(browser.shown).toEqual(['key2'])
  const next = openDialog()
  next.close()
  await browser.go(-1)
  expect(browser.shown).toEqual(['key2', 'key1'])
})

test('Back returns from a page that a link in the dialog has opened', async () => {
  const dialog = openDialog()
  browser.push()
  dialog.close()
  await browser.go(-1)
  expect(browser.shown).toEqual(['key3'])
})

test('Back asks again of a dialog that stays open', async () => {
  let asked = 0
  closeOnBack(() => void (asked += 1))
  await browser.go(-1)
  await browser.go(-1)
  expect(asked).toBe(2)
  expect(browser.shown).toEqual([])
})

test('Back closes a dialog that was opened after a reload with another one open', async () => {
  openDialog()
  browser.leaveDocument()
  await loadDocument()
  const dialog = openDialog()
  await browser.go(-1)
  expect(dialog.isOpen).toBe(false)
  expect(browser.shown).toEqual([])
  await browser.go(-1)
  expect(browser.shown).toEqual(['key2'])
})

test.each([1, 2])('Back leaves a page that was reloaded with %i open dialogs', async (count) => {
  for (let dialog = 0; dialog < count; dialog += 1) openDialog()
  browser.leaveDocument()
  await loadDocument()
  await browser.go(-1)
  expect(browser.shown).toEqual(['key2'])
})

test('Back leaves a page that the browser kept since a dialog closed and a link was followed', async () => {
  openDialog().close()
  browser.leaveAndReturn()
  // A jump to a fragment URL takes the place of the other document, so that the history is as long as before.
  browser.push()
  await browser.go(-1)
  expect(browser.shown).toEqual(['key3'])
  await browser.go(-1)
  expect(browser.shown).toEqual(['key3', 'key2'])
})

test('a jump over several pages closes the dialog and shows the page', async () => {
  const dialog = openDialog()
  await browser.go(-2)
  expect(dialog.isOpen).toBe(false)
  expect(browser.shown).toEqual(['key2'])
})
