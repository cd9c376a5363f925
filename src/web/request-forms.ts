import {
  type InquiryRequest,
  type PlanField,
  type ShortInquiryField,
  shortInquiryForm,
} from '#features/inquiries/schema.ts'
import { planEventWizard } from '#features/inquiries/ui/plan-steps.ts'
import type { ApplicationRequest, PerformField } from '#features/performers/schema.ts'
import { PERFORM_WIZARD } from '#features/performers/ui/perform-steps.ts'
import { submitApplication, submitInquiry, submitTableRequest } from '#features/submissions/service.ts'
import {
  NO_SUCH_NIGHT,
  TABLE_REQUEST_FORM,
  type TableRequest,
  type TableRequestField,
} from '#features/table-requests/schema.ts'
import { WRONG } from '#lib/forms/check.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { RequestDeps } from './context.ts'
import type { FormUse } from './sent-forms.ts'
import type { WizardUse } from './sent-wizards.ts'
import { APPLICATION_TOLD, INQUIRY_TOLD, TABLE_REQUEST_TOLD } from './site/thank-you-words.ts'

/** What becomes of the four steps in which an event is planned. */
export const planEvent = (deps: RequestDeps): WizardUse<PlanField, InquiryRequest> => ({
  plan: planEventWizard(businessDate(deps.now)),
  async take(inquiry, key) {
    await submitInquiry(deps, inquiry, key)
    return null
  },
  told: () => INQUIRY_TOLD,
})

/** What becomes of a question about a private event: the same record as of the four steps. */
export const askAboutEvent = (deps: RequestDeps): FormUse<ShortInquiryField, InquiryRequest> => ({
  plan: shortInquiryForm(businessDate(deps.now)),
  async take(inquiry, key) {
    await submitInquiry(deps, inquiry, key)
    return null
  },
  told: () => INQUIRY_TOLD,
})

/** What becomes of an application to perform. */
export const applyToPerform = (deps: RequestDeps): WizardUse<PerformField, ApplicationRequest> => ({
  plan: PERFORM_WIZARD,
  async take(application, key) {
    await submitApplication(deps, application, key)
    return null
  },
  told: () => APPLICATION_TOLD,
})

/** What becomes of a request for a night table. */
export const requestTable = (deps: RequestDeps): FormUse<TableRequestField, TableRequest> => ({
  plan: TABLE_REQUEST_FORM,
  async take(request, key) {
    const taken = await submitTableRequest(deps, request, key)
    return taken.ok ? null : { ...WRONG, problems: { eventId: NO_SUCH_NIGHT } }
  },
  told: () => TABLE_REQUEST_TOLD,
})
