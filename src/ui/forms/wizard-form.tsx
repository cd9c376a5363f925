import { type ReactNode, useEffect, useRef } from 'react'
import { INTENT_FIELD, REVIEW_FIELD, STEP_FIELD } from '#lib/forms/hidden-fields.ts'
import { stillNeeded } from '#lib/forms/still-needed.ts'
import type { WizardPlan } from '#lib/forms/wizard.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { Spinner } from '../spinner.tsx'
import { DefaultButton } from './send-button.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { FormFields, type OtherField } from './form-fields.tsx'
import { FormSeal } from './form-seal.tsx'
import type { Wizard } from './use-wizard.ts'

type Props<Field extends string> = {
  readonly plan: WizardPlan<Field, unknown>
  readonly wizard: Wizard<Field>
  readonly path: string
  readonly formToken: string
  readonly labelledBy: string
  readonly submit: string
  /** Replaces Previous on the first step. */
  readonly back?: ReactNode
  /** Whether Next is disabled while a required field is empty. Otherwise pressing it shows the errors. */
  readonly isGated: boolean
  /** Control of the fields that are not text. */
  readonly other?: OtherField
  /** Content above and below the fields of the step. */
  readonly before?: ReactNode
  readonly children?: ReactNode
}

/** Frame of a step: progress, validation summary, fields, and the buttons Previous and Next. */
export function WizardForm<Field extends string>(props: Props<Field>) {
  const { plan, wizard, path, formToken, labelledBy, before, children } = props
  const { step, typed, refusal } = wizard
  const form = useHydrated(wizard.onWake)
  const heading = useHeading(step, refusal !== null)
  const current = plan.steps[step - 1]
  if (!current) return null
  const elsewhere = plan.fields.filter((name) => !current.fields.includes(name))
  return (
    <form
      ref={form}
      method="post"
      action={`${path}?step=${step}`}
      noValidate
      aria-labelledby={labelledBy}
      onInput={(input) => wizard.onInput(input.currentTarget)}
      onSubmit={wizard.onSubmit}
      className="relative flex flex-col gap-6"
    >
      {/* Not Previous, which stands above Next. */}
      <DefaultButton
        name={INTENT_FIELD}
        value={step < plan.steps.length ? 'next' : 'send'}
        formAction={`${path}?step=${Math.min(step + 1, plan.steps.length)}`}
      />
      <Progress step={step} titles={plan.steps.map(({ title }) => title)} />
      <h3
        ref={heading}
        tabIndex={-1}
        // Without scripts, the browser moves the focus here; a fragment in the URL would keep it from that.
        autoFocus={wizard.isAnswer && refusal === null}
        className="scroll-mt-36 text-heading outline-none"
      >
        {current.title}
      </h3>
      {refusal ? <ErrorSummary refusal={refusal} form={plan.name} fields={current.fields} /> : null}
      <div key={step} className="grid items-end gap-x-5 gap-y-5 sm:grid-cols-2">
        {before}
        <FormFields
          form={plan.name}
          fields={current.fields.map((name) => plan.descriptors[name])}
          typed={typed}
          problems={refusal?.problems ?? {}}
          other={props.other}
        />
        {children}
      </div>
      {elsewhere.map((name) => (
        <input key={name} type="hidden" name={name} value={typed[name]} />
      ))}
      <input type="hidden" name={STEP_FIELD} value={step} />
      {wizard.isReviewing ? <input type="hidden" name={REVIEW_FIELD} value="1" /> : null}
      <FormSeal formToken={formToken} />
      <WizardButtons {...props} step={step} missing={stillNeeded(current.fields, { ...plan, typed })} />
    </form>
  )
}

/** Runs once after hydration. */
function useHydrated(wake: (form: HTMLFormElement) => void) {
  const form = useRef<HTMLFormElement>(null)
  const first = useRef(wake)
  useEffect(() => {
    if (form.current) first.current(form.current)
  }, [])
  return form
}

/** Moves the focus to the heading when the step changes. A refused step has its errors, which take the focus themselves. */
function useHeading(step: number, isRefused: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current !== step && !isRefused) heading.current?.focus()
    last.current = step
  }, [step, isRefused])
  return heading
}

const Progress = ({ step, titles }: { step: number; titles: readonly string[] }) => {
  const percent = Math.round((step / titles.length) * 100)
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4 text-sm text-sand">
        <span className="font-semibold text-brass">
          Step {step} of {titles.length}
        </span>
        <span>{percent}% complete</span>
      </p>
      <progress
        value={step}
        max={titles.length}
        aria-label="Progress"
        className="mt-2 block h-2 w-full appearance-none overflow-hidden rounded-full bg-bark [&::-moz-progress-bar]:bg-brass [&::-webkit-progress-bar]:bg-bark [&::-webkit-progress-value]:bg-brass"
      />
      <ol className="mt-3 hidden gap-3 text-sm md:grid md:auto-cols-fr md:grid-flow-col">
        {titles.map((title, index) => (
          <li
            key={title}
            aria-current={index + 1 === step ? 'step' : undefined}
            className={index + 1 <= step ? 'text-cream' : 'text-dune'}
          >
            {index + 1}. {title}
          </li>
        ))}
      </ol>
    </div>
  )
}

type WizardButtonsProps<Field extends string> = Props<Field> & {
  readonly step: number
  readonly missing: string | null
}

function WizardButtons<Field extends string>(props: WizardButtonsProps<Field>) {
  const { plan, wizard, path, step, missing, back, isGated, submit } = props
  const to = (next: number) => `${path}?step=${next}`
  const isLast = step === plan.steps.length
  const waits = (isGated && wizard.isAlive && missing !== null) || wizard.isSending
  const line = `${plan.name}-next`
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {step === 1 && back ? (
          back
        ) : (
          <Button
            type="submit"
            look="outline"
            name={INTENT_FIELD}
            value="previous"
            formAction={to(Math.max(1, step - 1))}
            disabled={step === 1 || wizard.isSending}
          >
            <Icon name="left" className="size-4" />
            Previous
          </Button>
        )}
        <Button
          type="submit"
          name={INTENT_FIELD}
          value={isLast ? 'send' : 'next'}
          formAction={isLast ? to(step) : to(wizard.isReviewing ? plan.steps.length : step + 1)}
          aria-disabled={waits}
          aria-describedby={isGated ? line : undefined}
          className="min-w-32 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 aria-disabled:hover:bg-brass"
        >
          {wizard.isSending ? <Spinner /> : null}
          {isLast ? (wizard.isSending ? 'Submitting...' : submit) : 'Next'}
        </Button>
      </div>
      {isGated ? (
        <p id={line} className="min-h-6 text-right text-sm text-sand">
          {missing}
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {wizard.isSending ? 'Submitting...' : ''}
      </p>
    </div>
  )
}
