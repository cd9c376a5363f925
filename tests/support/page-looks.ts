/* Functions that tests run in the page, one after the other, to compare how it looks before and after a change. */

type Styles = readonly string[]

declare global {
  /** Computed styles of all elements, by the names under which they were remembered. */
  var looks: Map<string, Styles> | undefined
}

/** Remembers the computed styles of all elements under a name. Returns how many elements there are. */
export function rememberStyles(name: string): number {
  const read = (element: Element): string => {
    const parts = [undefined, '::before', '::after', ...(element.matches('input') ? ['::placeholder'] : [])]
    return parts
      .flatMap((part) => {
        const computed = getComputedStyle(element, part)
        if (part !== undefined && computed.content === 'none') return []
        return [...computed]
          .filter((property) => !property.startsWith('--'))
          .map((property) => `${property}: ${computed.getPropertyValue(property)}`)
      })
      .join('\n')
  }
  const elements = [...document.querySelectorAll('html, body, body *:not(script, style, template, noscript)')]
  globalThis.looks ??= new Map()
  globalThis.looks.set(
    name,
    elements.map((it) => `${it.tagName}.${it.getAttribute('class') ?? ''}\n${read(it)}`),
  )
  return elements.length
}

/** Lays out the parts far from the screen too: their size would depend on what was seen of them. */
export function layOutAll(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Puts a stylesheet in the place of those of the page. */
export function useStylesheet(css: string): void {
  for (const style of document.querySelectorAll('style')) style.remove()
  const whole = document.createElement('style')
  whole.textContent = css
  document.head.append(whole)
}

/** Elements that look otherwise under the second of two names, each with the first line that differs. */
export function findDifferentLooks([first, second]: readonly [string, string]): string[] {
  const [before, after] = [first, second].map((name) => globalThis.looks?.get(name) ?? [])
  if (!before || !after || before.length !== after.length) return ['the elements are others']
  return before.flatMap((styles, at) => {
    const [lines, others] = [styles.split('\n'), (after[at] ?? '').split('\n')]
    const line = lines.findIndex((it, i) => it !== others[i])
    return line < 0 ? [] : `${lines[0]} ${lines[line]} -> ${others[line]}`
  })
}
