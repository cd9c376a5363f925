import { checkTyped, type FormPlan, type FormRefusal, MISSING, type Typed, WRONG } from './check.ts'

export type WizardStep<Field extends string> = {
  readonly title: string
  readonly fields: readonly Field[]
  /** The fields that have to be filled in before it goes on, by their labels. */
  readonly needed: Readonly<Partial<Record<Field, string>>>
}

/** A form in steps. What it asks for is checked step by step, and once more as a whole. */
export type WizardPlan<Field extends string, Value> = FormPlan<Field, Value> & {
  readonly steps: readonly WizardStep<Field>[]
}

/** Reads a step out of an address or a field; anything else is the first. */
export function readStep(text: string | null, steps: number): number {
  const step = /^[1-9]$/.test(text ?? '') ? Number(text) : 1
  return step <= steps ? step : 1
}

type Stuck<Field extends string> = { readonly step: number; readonly refusal: FormRefusal<Field> }

/** The first step up to this one that cannot be left as it is; null where all of them can. */
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

/** The labels of what is not filled in yet, in a step. */
export const missingLabels = <Field extends string>(
  { fields, needed }: WizardStep<Field>,
  typed: Typed<Field>,
): string[] => fields.flatMap((name) => (typed[name].trim() === '' ? (needed[name] ?? []) : []))

/** Where a wizard stands after a button of it was pressed without a script. */
export type WizardAnswer<Field extends string = string> = {
  readonly is: 'step'
  readonly step: number
  readonly typed: Typed<Field>
  readonly refusal: FormRefusal<Field> | null
  /** A step is being changed from the review, and Next leads back there. */
  readonly isReviewing: boolean
  readonly stamp: string
}

/** What the buttons of a wizard mean. */
type WizardIntent =
  | { readonly is: 'next' | 'previous' | 'send' }
  | { readonly is: 'change'; readonly step: number }

/** Reads which button was pressed. The Enter key is the button that leads on. */
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
 * Where a pressed button leads: to another step, to the first one that cannot be left, or out of the house. A step that is
 * changed from the review leads back to the review.
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
