/* Functions that tests run in the page, in whichever browser: each uses nothing but the page. */

/**
 * Whether the page is alive: the staff area hydrated whole; of a document, its script and its islands, which are touched for
 * it, because those further down would wait for the guest.
 */
export function isPageAlive(): boolean {
  // There is none in the moment in which a page takes the place of another.
  const root = document.querySelector('html')
  if (!root) return false
  if (Object.keys(root).some((key) => key.startsWith('__reactFiber'))) return true
  if (document.querySelector('script[src*="/assets/site-"]') === null) return true
  if (root.dataset['script'] !== 'alive') return false
  const islands = [...document.querySelectorAll('[data-island]:not([data-wakes=held])')]
  for (const island of islands) island.dispatchEvent(new PointerEvent('pointerover'))
  return islands.every((island) => island.hasAttribute('data-alive'))
}

/** Horizontal overflow of the page, in pixels. `scrollbar-gutter` counts for the client width and not for the scroll width. */
export const findSidewaysScroll = (): number =>
  Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The text of an element as it is read on the screen from left to right: a name that is written from right to left is reversed. */
export function textAsSeen(element: Element): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const seen: { readonly character: string; readonly left: number }[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent ?? ''
    for (let i = 0; i < text.length; i += 1) {
      const range = document.createRange()
      range.setStart(node, i)
      range.setEnd(node, i + 1)
      const { left, width } = range.getBoundingClientRect()
      if (width > 0) seen.push({ character: text.charAt(i), left })
    }
  }
  return seen
    .toSorted((a, b) => a.left - b.left)
    .map(({ character }) => character)
    .join('')
}

/** Links and buttons beyond the edge of the screen that no scrolling can reach. */
export function findOutOfReach(): string[] {
  const canScroll = (it: Element | null): boolean =>
    it !== null &&
    it !== document.body &&
    it !== document.documentElement &&
    (/auto|scroll/.test(getComputedStyle(it).overflowX) || canScroll(it.parentElement))
  return (
    [...document.querySelectorAll('a, button, input, summary')]
      // Visually hidden elements are beyond the edge on purpose.
      .filter((it) => it.checkVisibility() && !canScroll(it) && !it.closest('[aria-hidden=true]'))
      .filter((it) => {
        const { left, right, width } = it.getBoundingClientRect()
        return width > 1 && (left < -1 || right > document.documentElement.clientWidth + 1)
      })
      .map((it) => it.outerHTML.slice(0, 200))
  )
}

/** Pictures that a person would call broken: not loaded, without a size, or out of proportion. */
export async function findBrokenPictures(): Promise<string[]> {
  const images = [...document.images].filter((it) => it.checkVisibility({ visibilityProperty: true }))
  const problems: string[] = []
  for (const image of images) {
    image.scrollIntoView({ block: 'center', behavior: 'instant' })
    for (const end = Date.now() + 10_000; image.naturalWidth === 0 && Date.now() < end;)
      // oxlint-disable-next-line no-await-in-loop -- each loads when it is on the screen
      await new Promise((resolve) => setTimeout(resolve, 20))
    const { width, height } = image.getBoundingClientRect()
    const name = `${image.alt.slice(0, 40) || image.currentSrc.slice(-40)}, ${Math.round(width)} x ${Math.round(height)}`
    const natural = image.naturalWidth / image.naturalHeight
    const isCropped = getComputedStyle(image).objectFit !== 'fill'
    if (image.naturalWidth === 0) problems.push(`not loaded: ${name}`)
    else if (width < 24 || height < 24) problems.push(`no size: ${name}`)
    else if (Math.max(width / height / natural, (natural * height) / width) > (isCropped ? 3.5 : 1.03))
      problems.push(`out of proportion: ${name}`)
    else if (image.src.startsWith('data:image/svg')) problems.push(`a placeholder: ${name}`)
  }
  scrollTo({ top: 0, behavior: 'instant' })
  return problems
}

/** Boxes that are lower than their aspect ratio asks for. */
export const findCollapsedBoxes = (): string[] =>
  [...document.querySelectorAll('main *')].flatMap((it) => {
    const [across, down = 1] = getComputedStyle(it)
      .aspectRatio.split('/')
      .map((part) => Number.parseFloat(part))
    if (!across || !it.checkVisibility()) return []
    const { width, height } = it.getBoundingClientRect()
    const isLower = height < (width * down * 0.9) / across
    return isLower ? [`collapsed to ${width} x ${height}: ${it.outerHTML.slice(0, 80)}`] : []
  })

/** Parts of the page's frame that are missing or out of place. */
export function findFrameProblems(): string[] {
  const problems: string[] = []
  const boxOf = (selector: string): DOMRect | undefined => {
    const found = [...document.querySelectorAll(selector)].find((it) => it.checkVisibility())
    return found?.getBoundingClientRect()
  }
  const { clientWidth } = document.documentElement
  const header = boxOf('header.fixed')
  if (!header || Math.abs(header.top) > 1 || header.height < 50 || header.width < clientWidth - 1)
    problems.push(`header ${JSON.stringify(header)}`)
  const bar = boxOf('nav[aria-label=Tabs]')
  const hasBar = clientWidth < 768
  if (hasBar && (!bar || Math.abs(bar.bottom - innerHeight) > 1 || bar.width < clientWidth - 1))
    problems.push(`bottom bar ${JSON.stringify(bar)}`)
  if (!hasBar && bar) problems.push('a bottom bar on a wide screen')
  if (!boxOf('footer')) problems.push('no footer')
  if (!boxOf('main h1')) problems.push('no heading')
  if (document.querySelector('.island-failure')) problems.push('an island did not load')
  return problems
}

/** Whether the web fonts of the page are shown, or could not be loaded. A document adds them all in one step. */
export const areFontsShown = (): boolean =>
  document.fonts.status === 'loaded' &&
  (document.fonts.size === 0 ||
    [...document.fonts].some(
      ({ family, status }) => /^"?Figtree"?$/.test(family) && /loaded|error/.test(status),
    ))

/** Families of the page without a web font that loaded within five seconds, and those with one that failed. */
export async function findMissingFonts(): Promise<string[]> {
  const familiesThat = (wanted: FontFaceLoadStatus): string[] =>
    [...document.fonts]
      .filter(({ status }) => status === wanted)
      .map(({ family }) => family.replaceAll('"', ''))
      .filter((name) => name === 'Figtree' || name === 'Fraunces')
  const missing = (): string[] =>
    ['Figtree', 'Fraunces'].filter((name) => !familiesThat('loaded').includes(name))
  for (let i = 0; i < 50 && missing().length > 0; i += 1)
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await new Promise((resolve) => setTimeout(resolve, 100))
  return [...missing(), ...familiesThat('error')]
}

/**
 * Classes of the page whose rules its stylesheet leaves out. `wholeStylesheet` is that of all pages: a class without any rule
 * is a name for scripts and tests.
 */
export function findUnstyledClasses(wholeStylesheet: string): string[] {
  const adopted = document.adoptedStyleSheets.flatMap((it) => [...it.cssRules].map((rule) => rule.cssText))
  const linked = document.querySelector('link[rel=stylesheet]') !== null
  const own = [...document.querySelectorAll('style')].map((it) => it.textContent).join('') + adopted.join('')
  const names = new Set([...document.querySelectorAll('[class]')].flatMap((it) => [...it.classList]))
  const isStyledIn = (css: string, name: string): boolean => {
    const selector = `.${CSS.escape(name)}`
    for (let at = css.indexOf(selector); at >= 0; at = css.indexOf(selector, at + 1))
      if (!/[\w\\-]/.test(css.charAt(at + selector.length))) return true
    return false
  }
  return linked ? [] : [...names].filter((it) => isStyledIn(wholeStylesheet, it) && !isStyledIn(own, it))
}
