import {
  type InquiryRequest,
  type PlanField,
  type ShortInquiryField,
  shortInquiryForm,
} from '#features/requests/inquiries/schema.ts'
import { planEventWizard } from '#features/requests/inquiries/ui/plan-steps.ts'
import type { ApplicationRequest, PerformField } from '#features/requests/performer-applications/schema.ts'
import { PERFORM_WIZARD } from '#features/requests/performer-applications/ui/perform-steps.ts'
import {
  submitApplication,
  submitInquiry,
  submitTableRequest,
} from '#features/requests/submissions/service.ts'
import {
  NO_SUCH_NIGHT,
  TABLE_REQUEST_FORM,
  type TableRequest,
  type TableRequestField,
} from '#features/requests/table-requests/schema.ts'
import { WRONG } from '#lib/forms/check.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { RequestContext } from '../http/context.ts'
import type { FormHandler } from './form-handler.ts'
import type { WizardHandler } from './wizard-handler.ts'
import {
  APPLICATION_SUCCESS,
  INQUIRY_SUCCESS,
  TABLE_REQUEST_SUCCESS,
} from '../web/site/reservations/thank-you-copy.ts'

/** Handler of the plan-event wizard. */
export const planEvent = (deps: RequestContext): WizardHandler<PlanField, InquiryRequest> => ({
  plan: planEventWizard(businessDate(deps.now)),
  async onSubmit(inquiry, key) {
    await submitInquiry(deps, inquiry, key)
    return null
  },
  success: () => INQUIRY_SUCCESS,
})

/** Handler of the short private-event form. It creates the same inquiry as the wizard. */
export const askAboutEvent = (deps: RequestContext): FormHandler<ShortInquiryField, InquiryRequest> => ({
  plan: shortInquiryForm(businessDate(deps.now)),
  async onSubmit(inquiry, key) {
    await submitInquiry(deps, inquiry, key)
    return null
  },
  success: () => INQUIRY_SUCCESS,
})

/** Handler of the performer application. */
export const applyToPerform = (deps: RequestContext): WizardHandler<PerformField, ApplicationRequest> => ({
  plan: PERFORM_WIZARD,
  async onSubmit(application, key) {
    await submitApplication(deps, application, key)
    return null
  },
  success: () => APPLICATION_SUCCESS,
})

/** Handler of the request for a night table. */
export const requestTable = (deps: RequestContext): FormHandler<TableRequestField, TableRequest> => ({
  plan: TABLE_REQUEST_FORM,
  async onSubmit(request, key) {
    const submitted = await submitTableRequest(deps, request, key)
    return submitted.ok ? null : { ...WRONG, problems: { eventId: NO_SUCH_NIGHT } }
  },
  success: () => TABLE_REQUEST_SUCCESS,
})
