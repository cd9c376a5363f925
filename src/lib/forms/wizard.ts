import { checkTyped, type FormPlan, type FormRefusal, MISSING, type Typed, WRONG } from './check.ts'

export type WizardStep<Field extends string> = {
  readonly title: string
  readonly fields: readonly Field[]
}

/** A multi-step form. Validates each step alone and, at the end, the whole form. */
export type WizardPlan<Field extends string, Value> = FormPlan<Field, Value> & {
  readonly steps: readonly WizardStep<Field>[]
}

/** Parses a step number from a query parameter or field; invalid values mean the first step. */
export function readStep(text: string | null, steps: number): number {
  const step = /^[1-9]$/.test(text ?? '') ? Number(text) : 1
  return step <= steps ? step : 1
}

type Stuck<Field extends string> = { readonly step: number; readonly refusal: FormRefusal<Field> }

/** First invalid step up to the given one; null if all are valid. */
export function firstStuckStep<Field extends string, Value>(
  plan: WizardPlan<Field, Value>,
  typed: Typed<Field>,
  upTo: number,
): Stuck<Field> | null {
  const checked = checkTyped(plan, typed)
  if (checked.ok) return null
  for (const [index, { fields }] of plan.steps.slice(0, upTo).entries()) {
    const wrong = fields.filter((name) => checked.reason.problems[name] !== undefined)
    if (wrong.length === 0) continue
    const problems: { [Name in Field]?: string } = {}
    for (const name of wrong) problems[name] = checked.reason.problems[name] ?? ''
    const isMissing = wrong.some((name) => typed[name].trim() === '')
    return { step: index + 1, refusal: { ...(isMissing ? MISSING : WRONG), problems } }
  }
  return null
}

/** State of a wizard after a submit without JavaScript. */
export type WizardAnswer<Field extends string = string> = {
  readonly is: 'step'
  readonly step: number
  readonly typed: Typed<Field>
  readonly refusal: FormRefusal<Field> | null
  /** True while a step is edited from the review: Next leads back to the review. */
  readonly isReviewing: boolean
  readonly formToken: string
}

/** Actions that a wizard's buttons can request. */
type WizardIntent =
  | { readonly is: 'next' | 'previous' | 'send' }
  | { readonly is: 'change'; readonly step: number }

/** Parses the pressed button. The Enter key counts as Next. */
function readIntent(value: string, steps: number): WizardIntent {
  const change = /^change-([1-9])$/.exec(value)
  if (change) return { is: 'change', step: readStep(change[1] ?? null, steps) }
  return { is: value === 'previous' || value === 'send' ? value : 'next' }
}

type Move<Field extends string> = {
  readonly to: number | 'send'
  readonly stuck: Stuck<Field> | null
  readonly isReviewing: boolean
}

type Pressed = { readonly step: number; readonly pressed: string; readonly isReviewing?: boolean }

/**
 * Next state of the wizard for a pressed button: another step, the first invalid step, or the accepted form. Next on a
 * step that was opened from the review leads back to the review.
 */
export function nextMove<Field extends string, Value>(
  plan: WizardPlan<Field, Value>,
  typed: Typed<Field>,
  { step, pressed, isReviewing = false }: Pressed,
): Move<Field> {
  const last = plan.steps.length
  const intent = readIntent(pressed, last)
  if (intent.is === 'previous') return { to: Math.max(1, step - 1), stuck: null, isReviewing }
  if (intent.is === 'change') return { to: intent.step, stuck: null, isReviewing: true }
  const isBack = isReviewing && step < last
  const stuck = firstStuckStep(plan, typed, isBack ? last - 1 : step)
  if (stuck) return { to: stuck.step, stuck, isReviewing }
  if (step >= last) return { to: 'send', stuck: null, isReviewing: false }
  return { to: isBack ? last : step + 1, stuck: null, isReviewing: false }
}
