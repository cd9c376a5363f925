import { data } from 'react-router'
import { readTyped } from '#lib/forms/check.ts'
import { INTENT_FIELD, REVIEW_FIELD, STEP_FIELD } from '#lib/forms/hidden-fields.ts'
import { nextMove, readStep, type WizardAnswer, type WizardPlan } from '#lib/forms/wizard.ts'
import type { RequestContext } from '../http/context.ts'
import {
  handleForm,
  INVALID_FORM,
  type FormHandler,
  isKnownForm,
  nextFormToken,
  formResponse,
  textOf,
} from './form-handler.ts'

export type WizardHandler<Field extends string, Value> = Omit<FormHandler<Field, Value>, 'plan'> & {
  readonly plan: WizardPlan<Field, Value>
}

/**
 * Handles a wizard without scripts: each request validates one step and renders the next with the values so far in hidden
 * fields. The last step is handled as a form.
 */
export async function handleWizard<Field extends string, Value>(
  deps: RequestContext,
  form: FormData,
  use: WizardHandler<Field, Value>,
) {
  const { plan } = use
  const typed = readTyped(form, plan.fields)
  const from = readStep(textOf(form, STEP_FIELD), plan.steps.length)
  type Shown = Pick<WizardAnswer<Field>, 'refusal' | 'isReviewing'>
  const show = (step: number, { refusal, isReviewing }: Shown, status = refusal ? 422 : 200) =>
    data<WizardAnswer<Field>>(
      { is: 'step', step, typed, refusal, isReviewing, formToken: nextFormToken(deps, form, plan.name) },
      { status },
    )
  const wasReviewing = textOf(form, REVIEW_FIELD) === '1'
  if (!isKnownForm(form, plan.fields))
    return show(from, { refusal: INVALID_FORM, isReviewing: wasReviewing }, 400)
  const { to, stuck, isReviewing } = nextMove(plan, typed, {
    step: from,
    pressed: textOf(form, INTENT_FIELD),
    isReviewing: wasReviewing,
  })
  if (to !== 'send') return show(to, { refusal: stuck?.refusal ?? null, isReviewing })
  return formResponse(await handleForm(deps, form, use))
}
