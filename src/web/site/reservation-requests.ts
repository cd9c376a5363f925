import { nightText } from '#features/events/rules.ts'
import { loadAllEvents } from '#features/events/service.ts'
import { shortInquiryForm } from '#features/inquiries/schema.ts'
import { submitInquiry, submitTableRequest } from '#features/submissions/service.ts'
import { NO_SUCH_NIGHT, TABLE_REQUEST_FORM } from '#features/table-requests/schema.ts'
import type { OfferedNight } from '#features/table-requests/ui/table-request-form.tsx'
import { WRONG } from '#lib/forms/check.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { RequestDeps } from '../context.ts'
import { stampForm } from '../form-stamps.ts'
import { answerForm } from '../sent-forms.ts'
import { INQUIRY_TOLD, TABLE_REQUEST_TOLD } from './thank-you-words.ts'

const MAX_NIGHTS = 60

/** What the request form for a night table is drawn with. `slug` names the night whose page the guest comes from. */
export async function openTableRequest(deps: RequestDeps, slug: string | null) {
  const events = await loadAllEvents(deps)
  const nights: OfferedNight[] = events.slice(0, MAX_NIGHTS).map((event) => ({
    id: event.id,
    slug: event.slug,
    title: event.title,
    nightText: nightText(event),
    soldOut: event.soldOut,
  }))
  return {
    stamp: stampForm(deps, TABLE_REQUEST_FORM.name),
    nights,
    chosenId: nights.find((night) => night.slug === slug)?.id ?? null,
  }
}

/** What the short form for a private event is drawn with. */
export const openShortInquiry = (deps: RequestDeps) => ({
  stamp: stampForm(deps, 'private-event'),
  today: businessDate(deps.now),
})

/** Takes a request for a night table. */
export const answerTableRequest = (deps: RequestDeps, form: FormData) =>
  answerForm(deps, form, {
    plan: TABLE_REQUEST_FORM,
    async take(request, key) {
      const taken = await submitTableRequest(deps, request, key)
      return taken.ok ? null : { ...WRONG, problems: { eventId: NO_SUCH_NIGHT } }
    },
    told: () => TABLE_REQUEST_TOLD,
  })

/** Takes a question about a private event. It becomes the same record as one from the four steps. */
export const answerShortInquiry = (deps: RequestDeps, form: FormData) =>
  answerForm(deps, form, {
    plan: shortInquiryForm(businessDate(deps.now)),
    async take(inquiry, key) {
      await submitInquiry(deps, inquiry, key)
      return null
    },
    told: () => INQUIRY_TOLD,
  })
