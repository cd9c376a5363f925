import type { WizardPlan } from '#lib/forms/wizard.ts'
import { type ApplicationRequest, PERFORM_FORM, type PerformField } from '../schema.ts'

export const PERFORM_PATH = '/perform'

/** The application of a performer, in its three steps. */
export const PERFORM_WIZARD: WizardPlan<PerformField, ApplicationRequest> = {
  ...PERFORM_FORM,
  steps: [
    { title: 'Who you are', fields: ['name', 'email', 'phone'], needed: {} },
    { title: 'What you do', fields: ['performanceType', 'experience', 'availability'], needed: {} },
    { title: 'Anything else', fields: ['socialMedia', 'additionalInfo'], needed: {} },
  ],
}
