import { type SubmitEvent, useEffect, useState } from 'react'
import { type FormRefusal, readTyped, type Typed, typedWith } from '#lib/forms/check.ts'
import { REVIEW_FIELD } from '#lib/forms/hidden-fields.ts'
import { firstStuckStep, nextMove, readStep, type WizardAnswer, type WizardPlan } from '#lib/forms/wizard.ts'
import { dropDraft, fillIn, saveDraft, readDraft } from './drafts.ts'
import { type FormAnswer, useSending } from './use-sending.ts'

type Options<Field extends string, Value> = {
  readonly plan: WizardPlan<Field, Value>
  readonly path: string
  /** Query of the address, which names the step. */
  readonly search: string
  /** Server's response to a step that was submitted without a script. */
  readonly answer: WizardAnswer<Field> | FormAnswer<Field> | null
  readonly failure: { readonly title: string; readonly text: string }
  /** For a form that stays on the page for another request, with the token of the next one. */
  readonly onSent?: (formToken: string) => void
}

export type Wizard<Field extends string> = {
  readonly step: number
  readonly typed: Typed<Field>
  readonly refusal: FormRefusal<Field> | null
  readonly isAlive: boolean
  /** Whether the page answers a step that was submitted without a script. */
  readonly isAnswer: boolean
  /** Whether a step was opened from the review: Next then returns there. */
  readonly isReviewing: boolean
  readonly isSending: boolean
  /** Called once, after hydration. */
  readonly onWake: (form: HTMLFormElement) => void
  readonly onInput: (form: HTMLFormElement) => void
  readonly onSubmit: (submission: SubmitEvent<HTMLFormElement>) => void
}

type Refused<Field extends string> = { readonly step: number; readonly refusal: FormRefusal<Field> }

/** State of a form in steps: the step is in the URL, the input is a draft in the session storage of the tab. */
export function useWizard<Field extends string, Value>(options: Options<Field, Value>): Wizard<Field> {
  const { plan, path, answer } = options
  const last = plan.steps.length
  const [query, pushStep, isFirst] = useAddress(options.search)
  // The page began at the server's answer, and the guest may be at another step since.
  const plain = isFirst ? statusOf(answer, plan) : null
  const step = plain?.step ?? readStep(query.get('step'), last)
  const [typed, setTyped] = useState<Typed<Field>>(() => plain?.typed ?? typedWith(plan.fields))
  const [refused, setRefused] = useState<Refused<Field> | null>(plain?.refused ?? null)
  const [isAlive, setAlive] = useState(false)

  const isReviewing = plain?.isReviewing ?? query.get(REVIEW_FIELD) === '1'

  const go = (to: number, how: { replace?: boolean; isReviewing?: boolean } = {}): void => {
    const { isReviewing: returns = false, ...rest } = how
    pushStep(`${path}?step=${to}${returns ? `&${REVIEW_FIELD}=1` : ''}`, rest)
  }

  const save = (now: Typed<Field>): void => {
    setTyped(now)
    saveDraft(plan.name, now)
  }

  const sending = useWizardSending(options, (state) => {
    setTyped(state.typed)
    setRefused(state.refused)
    if (state.step !== step) go(state.step)
  })

  return {
    step,
    typed,
    refusal: refused?.step === step ? refused.refusal : null,
    isAlive,
    isAnswer: plain !== null,
    isReviewing,
    isSending: sending.isSending,
    onWake: (form) => {
      setAlive(true)
      const now = fillIn(form, plan.fields, readDraft(plan.name, plan.fields))
      setTyped(now)
      // Sent before the script was there. Otherwise there is nothing new to store until the guest types.
      if (plain) saveDraft(plan.name, now)
      // A link into the middle of the form opens the first step with a missing field.
      const firstInvalid = plain ? null : firstStuckStep(plan, now, step - 1)
      if (firstInvalid) go(firstInvalid.step, { replace: true })
    },
    onInput: (form) => save(readTyped(new FormData(form), plan.fields)),
    onSubmit: (submission) => {
      submission.preventDefault()
      const sent = new FormData(submission.currentTarget)
      const now = readTyped(sent, plan.fields)
      save(now)
      const { submitter } = submission.nativeEvent
      const pressed = submitter instanceof HTMLButtonElement ? submitter.value : ''
      const move = nextMove(plan, now, { step, pressed, isReviewing })
      setRefused(move.stuck)
      if (move.to === 'send') void sending.send(sent)
      else if (move.to !== step) go(move.to, { isReviewing: move.isReviewing })
    },
  }
}

/** Query of the address, and how to change it: each step is an entry of the history, so that Back leads one step back. */
function useAddress(first: string) {
  const [search, setSearch] = useState<string | null>(null)
  useEffect(() => {
    const read = (): void => setSearch(location.search)
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])
  const push = (address: string, { replace = false }: { replace?: boolean }): void => {
    history[replace ? 'replaceState' : 'pushState'](null, '', address)
    setSearch(location.search)
  }
  return [new URLSearchParams(search ?? first), push, search === null] as const
}

/** Submits the form. A rejection, and a form that stays on the page, reset the wizard by `applyState`. */
function useWizardSending<Field extends string, Value>(
  { plan, failure, onSent }: Options<Field, Value>,
  applyState: (state: WizardState<Field>) => void,
) {
  return useSending<Field>({
    ...plan,
    failure,
    staysHere: onSent !== undefined,
    onSent: ({ formToken }) => {
      dropDraft(plan.name)
      onSent?.(formToken)
      if (onSent) applyState({ step: 1, typed: typedWith(plan.fields), refused: null })
    },
    onRefused: (answer) => {
      const state = statusOf(answer, plan)
      if (state) applyState(state)
    },
  })
}

type WizardState<Field extends string> = {
  readonly step: number
  readonly typed: Typed<Field>
  readonly refused: Refused<Field> | null
  readonly isReviewing?: boolean
}

/** Wizard state after a server response: a rejected form opens at the first step with an invalid field. */
function statusOf<Field extends string, Value>(
  answer: WizardAnswer<Field> | FormAnswer<Field> | null,
  { steps }: WizardPlan<Field, Value>,
): WizardState<Field> | null {
  if (answer?.is !== 'step' && answer?.is !== 'refused') return null
  const { typed, refusal } = answer
  const wrong = steps.findIndex(({ fields }) => fields.some((name) => refusal?.problems[name] !== undefined))
  const whole = wrong < 0 ? steps.length : wrong + 1
  const step = answer.is === 'step' ? answer.step : whole
  const isReviewing = answer.is === 'step' && answer.isReviewing
  return { step, typed, refused: refusal ? { step, refusal } : null, isReviewing }
}
