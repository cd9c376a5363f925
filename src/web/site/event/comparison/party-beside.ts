import { COMPARISON } from '#features/floor-plan/table-choice/schema.ts'

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
  if (document.getElementById(COMPARISON))
    void import('./fresh-comparison.ts').then(
      ({ refreshComparison }) => refreshComparison(variant),
      () => undefined,
    )
}
