import { offSaleReason } from '#features/events/rules.ts'
import { loadAllEvents } from '#features/events/service.ts'
import { readPartySize } from '#features/floor-plan/chart/rules.ts'
import { TABLE_REQUEST_FORM } from '#features/requests/table-requests/schema.ts'
import type { OfferedNight } from '#features/requests/table-requests/ui/table-request-form.tsx'
import { nightText, businessDate } from '#lib/venue-time.ts'
import type { RequestContext } from '#http/context.ts'
import { issueFormToken } from '#forms/form-token.ts'

const MAX_NIGHTS = 60

/** Loader data of the table request form. The query names the event the guest came from, and their party size. */
export async function loadTableRequestForm(deps: RequestContext, query: URLSearchParams) {
  const slug = query.get('event')
  const open = (await loadAllEvents(deps)).filter(({ closure }) => closure === null)
  // The list is short, and has the night that the guest came from, however far off it is.
  const listed = open.filter((it, at) => at < MAX_NIGHTS || it.slug === slug)
  const nights: OfferedNight[] = listed.map((event) => ({
    id: event.id,
    slug: event.slug,
    title: event.title,
    nightText: nightText(event),
    soldOut: event.soldOut,
    isOnSale: offSaleReason(event, deps.now) === null,
  }))
  return {
    formToken: issueFormToken(deps, TABLE_REQUEST_FORM.name),
    nights,
    chosenId: nights.find((night) => night.slug === slug)?.id ?? null,
    partySize: readPartySize(query),
  }
}

/** Loader data of the short private-event form. */
export const loadShortInquiryForm = (deps: RequestContext) => ({
  formToken: issueFormToken(deps, 'private-event'),
  today: businessDate(deps.now),
})
