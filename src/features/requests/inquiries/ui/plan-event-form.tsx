import { useMemo } from 'react'
import type { WizardAnswer } from '#lib/forms/wizard.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { FormAnswer } from '#ui/forms/use-sending.ts'
import { ListField } from '#ui/forms/list-field.tsx'
import { useWizard } from '#ui/forms/use-wizard.ts'
import { WizardForm } from '#ui/forms/wizard-form.tsx'
import { WizardReview } from '#ui/forms/wizard-review.tsx'
import type { PlanField } from '../schema.ts'
import { PLAN_EVENT_PATH, planEventWizard } from './plan-steps.ts'

const FAILURE = { title: 'Error', text: 'Something went wrong. Please try again.' }

type Props = {
  readonly today: CalendarDate
  readonly formToken: string
  /** Query of the address, which names the step. */
  readonly search: string
  readonly answer: WizardAnswer<PlanField> | FormAnswer<PlanField> | null
  /** Id of the heading that labels the form. */
  readonly labelledBy: string
}

/** Four-step wizard for a private event inquiry. */
export function PlanEventForm({ today, formToken, search, answer, labelledBy }: Props) {
  const plan = useMemo(() => planEventWizard(today), [today])
  const wizard = useWizard({ plan, path: PLAN_EVENT_PATH, search, answer, failure: FAILURE })
  return (
    <WizardForm
      plan={plan}
      wizard={wizard}
      path={PLAN_EVENT_PATH}
      formToken={answer && 'formToken' in answer ? answer.formToken : formToken}
      labelledBy={labelledBy}
      submit="Submit Inquiry"
      isGated
      other={ListField}
      back={
        <a href="/reservations" className={buttonClass('outline')}>
          <Icon name="left" className="size-4" />
          Back to Reservations
        </a>
      }
      before={
        wizard.step === plan.steps.length ? (
          <WizardReview path={PLAN_EVENT_PATH} plan={plan} typed={wizard.typed} />
        ) : null
      }
    />
  )
}
