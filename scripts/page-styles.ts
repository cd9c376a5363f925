import postcss, { type AtRule, type Container, type Declaration, type Root, type Rule } from 'postcss'
import selectorParser from 'postcss-selector-parser'
import {
  elementName,
  isElement,
  type PageStyles,
  type Registration,
  type StyleNode,
} from '../src/page-cache/page-stylesheet.ts'
import type { WebFont } from '../src/page-cache/web-fonts.ts'

const PROPERTIES_LAYER = 'properties'
const PICTURE = /url\((?!"?data:)/

/**
 * A stylesheet as a tree whose rules name the classes and elements that a page must have for them to apply; apart from them its
 * custom properties, and what a page can do without until all of it is there: its web fonts and the rules for print.
 */
export function parseStylesheet(css: string): Omit<PageStyles, 'scriptClasses' | 'islandClasses'> {
  const root = postcss.parse(css)
  const initialValues = takeInitialValues(root)
  const properties: Record<string, Registration> = {}
  root.walkAtRules('property', (property) => {
    const name = property.params
    properties[name] = { rule: property.toString(), initialValue: initialValues?.byName[name] ?? '' }
    property.remove()
  })
  const webFonts: WebFont[] = []
  root.walkAtRules('font-face', (face) => {
    const font = webFontOf(face)
    if (!font) return
    webFonts.push(font)
    face.remove()
  })
  const print: string[] = []
  root.each((node) => {
    if (node.type !== 'atrule' || node.name !== 'media' || node.params !== 'print') return
    print.push(node.toString())
    node.remove()
  })
  return {
    nodes: nodesOf(root),
    properties,
    initialValueBlock: initialValues?.block ?? null,
    webFonts,
    print: print.join(''),
  }
}

/** A font that is downloaded; null for one of the device. */
function webFontOf(face: AtRule): WebFont | null {
  const described = new Map<string, string>()
  face.walkDecls(({ prop, value }) => {
    described.set(prop, value)
  })
  const source = described.get('src') ?? ''
  if (!source.includes('url(')) return null
  const [weight = 'normal', style = 'normal'] = [described.get('font-weight'), described.get('font-style')]
  const unicodeRange = described.get('unicode-range')
  return {
    rule: face.toString(),
    family: (described.get('font-family') ?? '').replaceAll('"', ''),
    source,
    descriptors: { weight, style, ...(unicodeRange === undefined ? {} : { unicodeRange }) },
  }
}

/**
 * Takes from a stylesheet the layer in which Tailwind declares the initial values of all its custom properties again, for
 * browsers whose CSS does not know `@property`. It names every one of them, whether a page uses it or not.
 */
function takeInitialValues(root: Root) {
  const layer = root.nodes.find((it): it is AtRule => it.type === 'atrule' && it.params === PROPERTIES_LAYER)
  if (!layer) return null
  const byName: Record<string, string> = {}
  layer.walkDecls((declaration) => {
    byName[declaration.prop] = `${declaration.toString()};`
    declaration.remove()
  })
  const empty = layer.toString()
  const middle = empty.indexOf('{}') + 1
  layer.remove()
  return {
    block: { layer: `@layer ${PROPERTIES_LAYER};`, open: empty.slice(0, middle), close: empty.slice(middle) },
    byName,
  }
}

/** Classes of a stylesheet that a text mentions. A match inside a longer word keeps a rule too many. */
export const classesIn = (nodes: readonly StyleNode[], text: string): string[] =>
  [...classesOf(nodes)].filter((name) => text.includes(name))

function nodesOf(container: Container, repeatsColor = false): StyleNode[] {
  const nodes: StyleNode[] = []
  for (const node of container.nodes ?? []) {
    const next =
      node.type === 'rule' ? ruleOf(node, repeatsColor) : node.type === 'atrule' ? [atRuleOf(node)] : []
    for (const it of next) {
      const last = nodes.at(-1)
      // Rules that every page needs are one text.
      if (typeof it === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + it
      else nodes.push(it)
    }
  }
  return nodes
}

/** A rule, and apart from it what it says of pictures. */
function ruleOf(rule: Rule, repeatsColor: boolean): StyleNode[] {
  const needs = rule.selectors.map(needsOf)
  if (needs.some((names) => names.length === 0)) return [rule.toString()]
  const pictures = takePictures(rule)
  return [
    { needs, css: rule.toString(), hasPicture: false, repeatsColor },
    ...(pictures ? [{ needs, css: pictures.toString(), hasPicture: true, repeatsColor }] : []),
  ]
}

/** Takes the declarations of a picture out of a rule, with all that belong to them, such as its size. */
function takePictures(rule: Rule): Rule | null {
  const declarations = rule.nodes.filter((it) => it.type === 'decl')
  const families = new Set(declarations.filter(({ value }) => PICTURE.test(value)).map(familyOf))
  if (families.size === 0) return null
  const pictures = rule.clone({ nodes: [] })
  for (const it of declarations) if (families.has(familyOf(it))) pictures.append(it)
  return pictures
}

/** `background` for `background-size`. */
const familyOf = ({ prop }: Declaration): string | undefined => /^[a-z]+/.exec(prop)?.[0]

/** Tailwind asks for it after a colour that it has mixed itself. */
const COLOR_MIX = /^\(color:color-mix\(/

// Keyframes have steps instead of selectors, and rules without a block have nothing to leave out.
function atRuleOf(rule: AtRule): StyleNode {
  if (!rule.nodes) return `${rule.toString()};`
  if (!['media', 'supports', 'layer', 'container', 'starting-style'].includes(rule.name))
    return rule.toString()
  return { open: `@${rule.name} ${rule.params}{`, nodes: nodesOf(rule, COLOR_MIX.test(rule.params)) }
}

/** Classes and elements that a selector requires, as `PageStyles` names them. */
function needsOf(selector: string): string[] {
  const names: string[] = []
  selectorParser((root) =>
    root.walk((found) => {
      const name = nameOf(found)
      if (name !== null && !isAlternative(found)) names.push(name)
    }),
  ).processSync(selector)
  return names
}

function nameOf(part: selectorParser.Node): string | null {
  if (part.type === 'class') return part.value
  if (part.type === 'tag' && !ALWAYS_PRESENT.has(part.value)) return elementName(part.value)
  return part.type === 'pseudo' && PART_OF_FIELD.test(part.value) ? elementName('input') : null
}
const ALWAYS_PRESENT = new Set(['html', 'body'])
/** Pseudo-elements of form fields. Where the site has another field, an input stands beside it. */
const PART_OF_FIELD =
  /^::(placeholder|file-selector-button|-webkit-(date|calendar|inner-spin|outer-spin|search))/

/** Whether a CSS selector matches without this part: it is excluded by `:not()`, or one of several in `:is()` and the like. */
function isAlternative(part: selectorParser.Node): boolean {
  for (let parent = part.parent; parent; parent = parent.parent)
    if (parent.type === 'pseudo' && !(REQUIRING.has(parent.value) && parent.nodes.length === 1)) return true
  return false
}
const REQUIRING = new Set([':is', ':where'])

function classesOf(nodes: readonly StyleNode[]): Set<string> {
  const names = new Set<string>()
  for (const node of nodes) {
    if (typeof node === 'string') continue
    const found = 'needs' in node ? node.needs.flat().filter((it) => !isElement(it)) : classesOf(node.nodes)
    for (const name of found) names.add(name)
  }
  return names
}
