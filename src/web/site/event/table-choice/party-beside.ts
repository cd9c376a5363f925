import { COMPARISON } from '#features/floor-plan/table-choice/schema.ts'
import { fetchWithRetry } from '#ui/network/fetch-with-retry.ts'
import { readFetchedPage } from '../../page/fetched-page.ts'

/** Links of the event that name the party: its tabs, to the tables, to the waiting list and to a request. */
const LINKS = '[data-names-party] a:is([href*="view="], [href*="service="])'

/**
 * Brings what stands beside the seating chart to another party size: the tabs and links of the event, the form of the waiting
 * list, and the tables compared.
 */
export function followPartySize(guests: number, variant: number): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(LINKS)) {
    const address = new URL(link.href)
    address.searchParams.set('guests', String(guests))
    link.href = address.href
  }
  const field = document.querySelector<HTMLInputElement>('#waiting-list [name=guests]')
  if (field) field.value = String(guests)
  void refreshComparison(variant)
}

let running: AbortController | null = null

/**
 * Replaces the comparison of tables by that of the page at the current address, with the chart that the guest sees. Until it is
 * here, and where it cannot be fetched, none is shown: the one before is of another party.
 */
async function refreshComparison(variant: number): Promise<void> {
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
