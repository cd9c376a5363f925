import { readProps } from './island-props.ts'
import type { IslandName, PropsOf } from './registry.ts'

/** Fetches the page again and returns the new props of one of its islands; null if it has none any more. */
export async function fetchFreshProps<Name extends IslandName>(name: Name): Promise<PropsOf<Name> | null> {
  const response = await fetch(location.href, { cache: 'reload' })
  if (!response.ok) return null
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const island = page.querySelector(`[data-island="${name}"]`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote them from props of this type
  return island ? (readProps(island) as PropsOf<Name>) : null
}
