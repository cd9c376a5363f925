/** A rule with the classes that each of its selectors needs, a block of rules, or text that every page needs. */
export type StyleNode =
  | string
  | { readonly needs: readonly (readonly string[])[]; readonly css: string }
  | { readonly open: string; readonly nodes: readonly StyleNode[] }

export type PageStyles = {
  readonly nodes: readonly StyleNode[]
  /** Registrations (`@property`) of custom properties, by their names. */
  readonly properties: Readonly<Record<string, string>>
  /** Rules of the fonts that a browser downloads. */
  readonly webFonts: string
  /** Classes that the script of every page may add. */
  readonly scriptClasses: readonly string[]
  /** Classes that each island may add once it is alive, by its name. */
  readonly islandClasses: Readonly<Record<string, readonly string[]>>
}

/** Attribute of the element that ends the first screen of a page. */
export const FIRST_SCREEN_END = 'data-first-screen-end'

const STYLE = /<style>[\s\S]*?<\/style>/
const END_ELEMENT = new RegExp(`<template ${FIRST_SCREEN_END}=""></template>`)
const CLASSES = /\sclass="([^"]*)"/g
const CUSTOM_PROPERTIES = /--[\w-]+/g
const ISLANDS = /\sdata-island="([^"]*)"/g

/**
 * The page with those rules of the stylesheet that it, its script or one of its islands may need. The page paints after the
 * styles in its head have arrived, and a slow phone reads and matches every rule of them: they are those of the first screen
 * where the page says how far that goes, followed there by all that need a class. The web fonts come last, because a browser that
 * knows of them downloads them beside the page's first picture.
 */
export function inlinePageStyles(html: string, styles: PageStyles): string {
  const present = new Set(styles.scriptClasses)
  for (const [, island = ''] of html.matchAll(ISLANDS)) {
    const classes = styles.islandClasses[island]
    if (!classes) throw new Error(`The build knows no classes of the island ${island}.`)
    for (const name of classes) present.add(name)
  }
  addClassesOf(html, present)
  const end = html.search(END_ELEMENT)
  const first = end === -1 ? present : addClassesOf(html.slice(0, end), new Set())
  const inHead = cssFor(styles.nodes, { present: first, withText: true })
  const rest = end === -1 ? '' : cssFor(styles.nodes, { present, withText: false })
  const registered = propertiesIn(inHead, styles)
  const registeredLater = propertiesIn(rest, styles).filter((it) => !registered.includes(it))
  return html
    .replace(END_ELEMENT, () => styleOf(rest + registeredLater.join('')))
    .replace(STYLE, () => styleOf(inHead + registered.join('')))
    .replace('</body>', () => `${styleOf(styles.webFonts)}</body>`)
}

/** Registrations of the custom properties that a text uses. Each one makes the browser compute every style anew. */
const propertiesIn = (css: string, { properties }: PageStyles): string[] => {
  const used = new Set(css.match(CUSTOM_PROPERTIES))
  return Object.keys(properties).flatMap((name) => (used.has(name) ? [properties[name] ?? ''] : []))
}

const styleOf = (css: string): string => `<style>${css}</style>`

function addClassesOf(html: string, present: Set<string>): Set<string> {
  for (const [, classes = ''] of html.matchAll(CLASSES))
    for (const name of unescapeHtml(classes).split(/\s+/)) present.add(name)
  return present
}

type Wanted = {
  readonly present: ReadonlySet<string>
  /** Whether the rules that need no class are wanted, too. The head of the page has them. */
  readonly withText: boolean
}

function cssFor(nodes: readonly StyleNode[], wanted: Wanted): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return wanted.withText ? node : ''
      if ('needs' in node)
        return node.needs.some((names) => names.every((it) => wanted.present.has(it))) ? node.css : ''
      const rules = cssFor(node.nodes, wanted)
      return rules === '' ? '' : `${node.open}${rules}}`
    })
    .join('')
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

/** Reads what React has escaped in an attribute. */
const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (found) => CHARACTERS[found] ?? found)
