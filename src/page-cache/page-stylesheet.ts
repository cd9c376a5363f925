import { type WebFont, webFontsOf } from './web-fonts.ts'

/** A rule with the classes that each of its selectors needs, a block of rules, or text that every page needs. */
export type StyleNode =
  | string
  | {
      readonly needs: readonly (readonly string[])[]
      readonly css: string
      /** Whether the rule names a picture, which the browser then downloads. */
      readonly hasPicture: boolean
    }
  | { readonly open: string; readonly nodes: readonly StyleNode[] }

type RuleNode = Extract<StyleNode, { readonly needs: unknown }>

/** A custom property as `@property` registers it, and as a declaration for browsers that do not know that rule. */
export type Registration = { readonly rule: string; readonly initialValue: string }

/** Text around declarations of initial values, and the statement that puts their layer before all others. */
export type InitialValueBlock = { readonly layer: string; readonly open: string; readonly close: string }

export type PageStyles = {
  readonly nodes: readonly StyleNode[]
  /** Registered custom properties, by their names. */
  readonly properties: Readonly<Record<string, Registration>>
  readonly initialValueBlock: InitialValueBlock | null
  readonly webFonts: readonly WebFont[]
  readonly print: string
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
 * where the page says how far that goes, followed there by all that need a class. The rules for print come last; so do web
 * fonts and the pictures of backgrounds, which would share the connection with the page's first picture.
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
  const inHead = cssFor(styles.nodes, { present: first, part: 'head' })
  const rest = end === -1 ? '' : cssFor(styles.nodes, { present, part: 'rest' })
  const last = cssFor(styles.nodes, { present, part: 'pictures' }) + styles.print
  const registered = propertiesIn(inHead, styles)
  const registeredLater = propertiesIn(rest, styles).filter((it) => !registered.includes(it))
  const layer = styles.initialValueBlock?.layer ?? ''
  return html
    .replace(END_ELEMENT, () => styleOf(rest + register(registeredLater, styles)))
    .replace(STYLE, () => styleOf(layer + inHead + register(registered, styles)))
    .replace('</body>', () => `${styleOf(last)}${webFontsOf(html, styles.webFonts)}</body>`)
}

/** Registered custom properties that a text uses. */
const propertiesIn = (css: string, { properties }: PageStyles): Registration[] => {
  const used = new Set(css.match(CUSTOM_PROPERTIES))
  return Object.entries(properties).flatMap(([name, registration]) => (used.has(name) ? [registration] : []))
}

/** Rules that register custom properties. Each one makes the browser compute every style anew. */
function register(properties: readonly Registration[], { initialValueBlock: block }: PageStyles): string {
  const rules = properties.map((it) => it.rule).join('')
  const initialValues = properties.map((it) => it.initialValue).join('')
  return block && initialValues !== '' ? rules + block.open + initialValues + block.close : rules
}

const styleOf = (css: string): string => (css === '' ? '' : `<style>${css}</style>`)

function addClassesOf(html: string, present: Set<string>): Set<string> {
  for (const [, classes = ''] of html.matchAll(CLASSES))
    for (const name of unescapeHtml(classes).split(/\s+/)) present.add(name)
  return present
}

type Wanted = {
  readonly present: ReadonlySet<string>
  /** The head has also the rules that need no class; rules with pictures are a part of their own. */
  readonly part: 'head' | 'rest' | 'pictures'
}

function cssFor(nodes: readonly StyleNode[], wanted: Wanted): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return wanted.part === 'head' ? node : ''
      if ('needs' in node) return isWanted(node, wanted) ? node.css : ''
      const rules = cssFor(node.nodes, wanted)
      return rules === '' ? '' : `${node.open}${rules}}`
    })
    .join('')
}

const isWanted = ({ needs, hasPicture }: RuleNode, { present, part }: Wanted): boolean =>
  hasPicture === (part === 'pictures') && needs.some((names) => names.every((it) => present.has(it)))

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
