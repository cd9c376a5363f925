import type { ChildNode, Root } from 'postcss'

/** Colour of the theme, mixed with nothing but transparency. */
const TRANSPARENT_MIX = /^color-mix\(in oklab, var\((--[\w-]+)\) ([\d.]+)%, transparent\)$/

/**
 * Removes what Tailwind says of a transparent colour in `color-mix` after it has said the same as a number, for older browsers: the
 * theme has the same colours on every page.
 */
export function removeRepeatedColors(root: Root): void {
  const colors = new Map<string, string>()
  root.walkDecls(/^--color-/, ({ prop, value }) => {
    colors.set(prop, value)
  })
  const isSame = (plain: ChildNode | undefined, mixed: ChildNode): boolean => {
    if (plain?.type !== 'decl' || mixed.type !== 'decl' || plain.prop !== mixed.prop) return false
    const [, name = '', percent = ''] = TRANSPARENT_MIX.exec(mixed.value) ?? []
    const alpha = Math.round(Number(percent) * 2.55)
      .toString(16)
      .padStart(2, '0')
    return longHex(plain.value) === longHex(colors.get(name) ?? '').slice(0, 7) + alpha
  }
  root.walkAtRules('supports', (block) => {
    const [before, mixed] = [block.prev(), block.first]
    if (block.nodes?.length !== 1 || mixed?.type !== 'rule' || before?.type !== 'rule') return
    if (before.selector !== mixed.selector || before.nodes.length !== mixed.nodes.length) return
    if (mixed.nodes.every((it, at) => isSame(before.nodes[at], it))) block.remove()
  })
}

/** `#rrggbbaa` of a colour in any length. */
function longHex(color: string): string {
  const digits = /^#([\da-f]+)$/.exec(color)?.[1] ?? ''
  const long = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits
  return `#${long.padEnd(8, 'f')}`
}
