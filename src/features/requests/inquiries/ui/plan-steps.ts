import type { WizardPlan } from '#lib/forms/wizard.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { type InquiryRequest, type PlanField, planEventForm } from '../schema.ts'

export const PLAN_EVENT_PATH = '/plan-event'

/** Steps of the private event wizard. */
export const planEventWizard = (today: CalendarDate): WizardPlan<PlanField, InquiryRequest> => ({
  ...planEventForm(today),
  steps: [
    { title: 'Basic Information', fields: ['name', 'email', 'phone'] },
    { title: 'Event Details', fields: ['eventType', 'guestCount', 'selectedDate'] },
    { title: 'Requirements', fields: ['budget', 'duration', 'catering', 'specialRequirements'] },
    { title: 'Review & Submit', fields: ['eventDetails'] },
  ],
})
