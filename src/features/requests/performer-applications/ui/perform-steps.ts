import type { WizardPlan } from '#lib/forms/wizard.ts'
import { type ApplicationRequest, PERFORM_FORM, type PerformField } from '../schema.ts'

export const PERFORM_PATH = '/perform'

/** Steps of the application wizard. */
export const PERFORM_WIZARD: WizardPlan<PerformField, ApplicationRequest> = {
  ...PERFORM_FORM,
  steps: [
    { title: 'Who you are', fields: ['name', 'email', 'phone'] },
    { title: 'What you do', fields: ['performanceType', 'experience', 'availability'] },
    { title: 'Anything else', fields: ['socialMedia', 'additionalInfo'] },
  ],
}
