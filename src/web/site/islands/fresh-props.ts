import { fetchWithRetry } from '#ui/network/fetch-with-retry.ts'
import { readFetchedPage } from '../page/fetched-page.ts'
import { readProps } from './island-props.ts'

/**
 * Fetches the page again and returns the new props of one of its islands; null if it has none any more, or cannot be
 * fetched. The caller names the type of the island's props, which the registry checks where the island is rendered. A page of
 * another build than this code replaces this one whole: its props may be of another kind.
 */
export async function fetchFreshProps<Props>(name: string): Promise<Props | null> {
  const html = await fetchPage()
  if (html === null) return null
  const { page } = readFetchedPage(html)
  if (scriptOf(page) !== scriptOf(document)) {
    location.reload()
    return null
  }
  const island = page.querySelector(`[data-island="${name}"]`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote them from props of this type
  return island ? (readProps(island) as Props) : null
}

/** The script as the server wrote it; its retry, where there was one, stands in the head. */
const scriptOf = (page: Document): string | null | undefined =>
  page.querySelector('body script[type=module]')?.getAttribute('src')

async function fetchPage(): Promise<string | null> {
  try {
    const response = await fetchWithRetry(location.href, { cache: 'reload' })
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}
