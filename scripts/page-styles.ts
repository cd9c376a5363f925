import postcss, { type AtRule, type Container, type Rule } from 'postcss'
import selectorParser from 'postcss-selector-parser'
import type { PageStyles, StyleNode } from '../src/page-cache/page-stylesheet.ts'

/** Chunk of the client build, as its manifest describes it. */
export type Chunk = {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}
export type Chunks = Readonly<Record<string, Chunk>>

/**
 * A stylesheet as a tree whose rules name the classes that a page must have for them to apply; apart from them its custom
 * properties and its web fonts.
 */
export function parseStylesheet(css: string): Pick<PageStyles, 'nodes' | 'properties' | 'webFonts'> {
  const root = postcss.parse(css)
  const properties: Record<string, string> = {}
  root.walkAtRules('property', (property) => {
    properties[property.params] = property.toString()
    property.remove()
  })
  const webFonts: string[] = []
  root.walkAtRules('font-face', (face) => {
    if (!face.toString().includes('url(')) return
    webFonts.push(face.toString())
    face.remove()
  })
  return { nodes: nodesOf(root), properties, webFonts: webFonts.join('') }
}

/** Classes of a stylesheet that a text mentions. A match inside a longer word only keeps a rule too many. */
export const classesIn = (nodes: readonly StyleNode[], text: string): string[] =>
  [...classesOf(nodes)].filter((name) => text.includes(name))

function nodesOf(container: Container): StyleNode[] {
  const nodes: StyleNode[] = []
  for (const node of container.nodes ?? []) {
    const next = node.type === 'rule' ? ruleOf(node) : node.type === 'atrule' ? atRuleOf(node) : null
    const last = nodes.at(-1)
    // Rules that every page needs are one text.
    if (typeof next === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + next
    else if (next !== null) nodes.push(next)
  }
  return nodes
}

function ruleOf(rule: Rule): StyleNode {
  const needs = rule.selectors.map(neededClasses)
  const css = rule.toString()
  return needs.some((classes) => classes.length === 0) ? css : { needs, css }
}

// Keyframes have steps instead of selectors, and rules without a block have nothing to leave out.
function atRuleOf(rule: AtRule): StyleNode {
  if (!rule.nodes) return `${rule.toString()};`
  if (!['media', 'supports', 'layer', 'container', 'starting-style'].includes(rule.name))
    return rule.toString()
  return { open: `@${rule.name} ${rule.params}{`, nodes: nodesOf(rule) }
}

/** Classes that a selector requires. Those in `:not()`, `:is()` and the like are alternatives. */
function neededClasses(selector: string): string[] {
  const names: string[] = []
  selectorParser((root) =>
    root.walkClasses((found) => {
      if (!isInPseudo(found)) names.push(found.value)
    }),
  ).processSync(selector)
  return names
}

function isInPseudo(found: selectorParser.Node): boolean {
  for (let parent = found.parent; parent; parent = parent.parent) if (parent.type === 'pseudo') return true
  return false
}

function classesOf(nodes: readonly StyleNode[]): Set<string> {
  const names = new Set<string>()
  for (const node of nodes) {
    if (typeof node === 'string') continue
    const found = 'needs' in node ? node.needs.flat() : classesOf(node.nodes)
    for (const name of found) names.add(name)
  }
  return names
}

/** Islands of the site: each has the name of its file in the registry. */
export const islandsIn = (registry: string): string[] =>
  [...registry.matchAll(/import\('[^']*\/([\w-]+)\.tsx'\)/g)].map(([, name = '']) => name)

/** Chunks that the site's script loads on any page, and those that each island adds, by the name of its file. */
export function scriptsOfPages(chunks: Chunks, entry: string, islands: readonly string[]) {
  const site = closure([entry], (name) => chunks[name]?.imports ?? [])
  const withParts = (start: readonly string[]): Set<string> =>
    closure(start, (name) =>
      [...(chunks[name]?.imports ?? []), ...(chunks[name]?.dynamicImports ?? [])].filter(
        (it) => !site.has(it),
      ),
    )
  const parts = [...site].flatMap((name) => chunks[name]?.dynamicImports ?? [])
  const chunkOf = (island: string): string => {
    const name = parts.find((it) => it.endsWith(`/${island}.tsx`))
    if (name === undefined) throw new Error(`The site has no file ${island}.tsx for its island ${island}.`)
    return name
  }
  const owned = new Map(islands.map((island) => [island, chunkOf(island)]))
  const ownedChunks = new Set(owned.values())
  return {
    everywhere: new Set([...site, ...withParts(parts.filter((it) => !ownedChunks.has(it)))]),
    islands: new Map([...owned].map(([island, chunk]) => [island, withParts([chunk])])),
  }
}

function closure(start: readonly string[], nextOf: (name: string) => readonly string[]): Set<string> {
  const found = new Set(start)
  for (const name of found) for (const next of nextOf(name)) found.add(next)
  return found
}
