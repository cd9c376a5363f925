import type { WizardPlan } from '#lib/forms/wizard.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { type InquiryRequest, type PlanField, planEventForm } from '../schema.ts'

export const PLAN_EVENT_PATH = '/plan-event'

/** Steps of the private event wizard. */
export const planEventWizard = (today: CalendarDate): WizardPlan<PlanField, InquiryRequest> => ({
  ...planEventForm(today),
  steps: [
    {
      title: 'Basic Information',
      fields: ['name', 'email', 'phone'],
      needed: { name: 'Full name', email: 'Email', phone: 'Phone' },
    },
    {
      title: 'Event Details',
      fields: ['eventType', 'guestCount', 'selectedDate'],
      needed: { eventType: 'Event type', guestCount: 'Number of guests', selectedDate: 'Date' },
    },
    {
      title: 'Requirements',
      fields: ['budget', 'duration', 'catering', 'specialRequirements'],
      needed: { budget: 'Budget', duration: 'Duration' },
    },
    {
      title: 'Review & Submit',
      fields: ['eventDetails'],
      needed: { eventDetails: 'Event details' },
    },
  ],
})
