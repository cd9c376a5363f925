import { COMPARISON } from '#features/floor-plan/table-choice/schema.ts'
import { fetchWithRetry } from '#ui/network/fetch-with-retry.ts'
import { readFetchedPage } from '../../page/fetched-page.ts'

let running: AbortController | null = null

/**
 * Replaces the comparison of tables by that of the page at the current address, with the chart that the guest sees. Until it is
 * here, and where it cannot be fetched, none is shown: the one before is of another party.
 */
export async function refreshComparison(variant: number): Promise<void> {
  running?.abort()
  running = new AbortController()
  const shown = document.getElementById(COMPARISON)
  if (!shown) return
  shown.hidden = true
  const page = new URL(location.href)
  page.searchParams.set('chart', String(variant))
  try {
    const response = await fetchWithRetry(page.href, { signal: running.signal })
    if (!response.ok) return
    const next = readFetchedPage(await response.text()).page.getElementById(COMPARISON)
    if (!next) return
    next.toggleAttribute('open', shown.hasAttribute('open'))
    shown.replaceWith(next)
  } catch {
    // The chart and its list show the same tables.
  }
}
