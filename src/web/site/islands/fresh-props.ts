import { readProps } from './island-props.ts'

/**
 * Fetches the page again and returns the new props of one of its islands; null if it has none any more. The caller names the
 * type of the island's props, which the registry checks where the island is rendered.
 */
export async function fetchFreshProps<Props>(name: string): Promise<Props | null> {
  const response = await fetch(location.href, { cache: 'reload' })
  if (!response.ok) return null
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const island = page.querySelector(`[data-island="${name}"]`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote them from props of this type
  return island ? (readProps(island) as Props) : null
}
