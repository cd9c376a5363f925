import { type WebFont, webFontsOf } from './web-fonts.ts'

/** A rule with what each of its CSS selectors needs, a block of rules, or text that every page needs. */
export type StyleNode =
  | string
  | {
      /** Names of classes, and of elements as `elementName` gives them. */
      readonly needs: readonly (readonly string[])[]
      readonly css: string
      /** Whether the rule names a picture, which the browser then downloads. */
      readonly hasPicture: boolean
      /** Whether the rule says of a colour what the one before has said for older browsers. */
      readonly repeatsColor: boolean
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

/** Name of an element among names of classes, which do not begin so. */
export const elementName = (tag: string): string => `<${tag}`
export const isElement = (name: string): boolean => name.startsWith('<')

/** Attribute of the element that ends the first screen of a page. */
export const FIRST_SCREEN_END = 'data-first-screen-end'

const STYLE = /<style>[\s\S]*?<\/style>/
const END_ELEMENT = new RegExp(`<template ${FIRST_SCREEN_END}=""></template>`)
const CLASSES = /\sclass="([^"]*)"/g
// A hidden input is never styled.
const ELEMENTS = /<(?!input type="hidden")[a-z][\w-]*/g
const CUSTOM_PROPERTIES = /--[\w-]+/g
const ISLANDS = /\sdata-island="([^"]*)"/g

/**
 * The page with those rules of the stylesheet that it, its script or one of its islands may need. The page paints after the
 * styles in its head have arrived, and a slow phone reads and matches every rule of them: they are those of the first screen
 * where the page says how far that goes, followed there by all that need a class, and those of other elements. The rules for print
 * come last; so do web fonts and the pictures of backgrounds, which would share the connection with the page's first picture, and
 * what only old browsers read. `script` is the inline script that loads the fonts.
 */
export function inlinePageStyles(
  html: string,
  styles: PageStyles,
): { readonly html: string; readonly script: string | null } {
  const classes = new Set(styles.scriptClasses)
  for (const [, island = ''] of html.matchAll(ISLANDS)) {
    const added = styles.islandClasses[island]
    if (!added) throw new Error(`The build knows no classes of the island ${island}.`)
    for (const name of added) classes.add(name)
  }
  addClassesOf(html, classes)
  // A script may add any element.
  const isOnPage: IsPresent = (name) => isElement(name) || classes.has(name)
  const end = html.search(END_ELEMENT)
  const isOnFirstScreen = end === -1 ? isOnPage : presenceIn(html.slice(0, end))
  const isInHead = (it: RuleNode): boolean =>
    !it.hasPicture && !(it.repeatsColor && end !== -1) && applies(it, isOnFirstScreen)
  const isLater = (it: RuleNode): boolean =>
    !it.hasPicture && applies(it, isOnPage) && !(needsElementsOnly(it) && isInHead(it))
  const inHead = cssFor(styles.nodes, isInHead, { withText: true })
  const rest = end === -1 ? '' : cssFor(styles.nodes, isLater)
  const pictures = cssFor(styles.nodes, (it) => it.hasPicture && applies(it, isOnPage))
  const registered = registrationsIn(inHead, styles)
  const registeredLater = registrationsIn(rest, styles).filter((it) => !registered.includes(it))
  const last = pictures + styles.print + initialValuesOf([...registered, ...registeredLater], styles)
  const layer = styles.initialValueBlock?.layer ?? ''
  const fonts = webFontsOf(html, styles.webFonts)
  const styled = html
    .replace(END_ELEMENT, () => styleOf(rest + rulesOf(registeredLater)))
    .replace(STYLE, () => styleOf(layer + inHead + rulesOf(registered)))
    .replace('</body>', () => `${styleOf(last)}${fonts?.markup ?? ''}</body>`)
  return { html: styled, script: fonts?.script ?? null }
}

/** Registered custom properties that a text uses. */
const registrationsIn = (css: string, { properties }: PageStyles): Registration[] => {
  const used = new Set(css.match(CUSTOM_PROPERTIES))
  return Object.entries(properties).flatMap(([name, registration]) => (used.has(name) ? [registration] : []))
}

/** Rules that register custom properties. Each one makes the browser compute every style anew. */
const rulesOf = (properties: readonly Registration[]): string => properties.map((it) => it.rule).join('')

function initialValuesOf(properties: readonly Registration[], { initialValueBlock }: PageStyles): string {
  const values = properties.map((it) => it.initialValue).join('')
  return initialValueBlock && values !== '' ? initialValueBlock.open + values + initialValueBlock.close : ''
}

const styleOf = (css: string): string => (css === '' ? '' : `<style>${css}</style>`)

function addClassesOf(html: string, present: Set<string>): Set<string> {
  for (const [, classes = ''] of html.matchAll(CLASSES))
    for (const name of unescapeHtml(classes).split(/\s+/)) present.add(name)
  return present
}

type IsPresent = (name: string) => boolean

/** Whether a part of a page has a class or an element. */
function presenceIn(html: string): IsPresent {
  const names = addClassesOf(html, new Set(html.match(ELEMENTS)))
  return (name) => names.has(name)
}

const applies = ({ needs }: RuleNode, isPresent: IsPresent): boolean =>
  needs.some((names) => names.every(isPresent))

const needsElementsOnly = ({ needs }: RuleNode): boolean => needs.every((names) => names.every(isElement))

/** The rules that are wanted; with the text that every page needs, which its head alone has. */
function cssFor(
  nodes: readonly StyleNode[],
  isWanted: (rule: RuleNode) => boolean,
  { withText } = { withText: false },
): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return withText ? node : ''
      if ('needs' in node) return isWanted(node) ? node.css : ''
      const rules = cssFor(node.nodes, isWanted, { withText })
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
