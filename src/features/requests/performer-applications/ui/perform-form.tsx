import { useState } from 'react'
import type { Typed } from '#lib/forms/check.ts'
import type { WizardAnswer } from '#lib/forms/wizard.ts'
import type { FormAnswer } from '#ui/forms/use-sending.ts'
import { useWizard } from '#ui/forms/use-wizard.ts'
import { WizardForm } from '#ui/forms/wizard-form.tsx'
import type { PerformField } from '../schema.ts'
import { PERFORM_PATH, PERFORM_WIZARD } from './perform-steps.ts'

const FAILURE = { title: 'Error', text: 'Something went wrong. Please try again.' }

type Props = {
  readonly formToken: string
  /** Query of the address, which names the step. */
  readonly search: string
  readonly answer: WizardAnswer<PerformField> | FormAnswer<PerformField> | null
  /** Id of the heading that labels the form. */
  readonly labelledBy: string
}

/** The button that was pressed goes with the sent form. */
const focusOn = (it: HTMLElement | null): void => it?.focus()

/** Application wizard. It restarts empty after a successful submission. */
export function PerformForm(props: Props) {
  const [next, setNext] = useState<string | null>(null)
  return (
    <>
      {next === null ? null : (
        <p
          key={next}
          ref={focusOn}
          role="status"
          tabIndex={-1}
          className="mb-6 scroll-mt-28 rounded-xl border border-brass/40 bg-brass/10 px-5 py-4"
        >
          We received your application.
        </p>
      )}
      {/* The answer to a step is that of the application before. */}
      <Application
        key={next}
        {...props}
        answer={next === null ? props.answer : null}
        formToken={next ?? props.formToken}
        onSent={setNext}
      />
    </>
  )
}

type ApplicationProps = Props & { readonly onSent: (formToken: string) => void }

function Application({ formToken, search, answer, labelledBy, onSent }: ApplicationProps) {
  const wizard = useWizard({
    plan: PERFORM_WIZARD,
    search,
    path: PERFORM_PATH,
    answer,
    failure: FAILURE,
    onSent,
  })
  const { typed, step } = wizard
  return (
    <WizardForm
      plan={PERFORM_WIZARD}
      wizard={wizard}
      path={PERFORM_PATH}
      formToken={answer && 'formToken' in answer ? answer.formToken : formToken}
      labelledBy={labelledBy}
      submit="Submit Application"
      isGated={false}
    >
      {step === PERFORM_WIZARD.steps.length ? <Summary typed={typed} /> : null}
    </WizardForm>
  )
}

const Summary = ({ typed }: { typed: Typed<PerformField> }) => (
  <section
    aria-label="Your application"
    className="rounded-xl border border-bark bg-cocoa p-4 sm:col-span-2 sm:px-5"
  >
    <h4 className="font-semibold text-brass">Your application</h4>
    <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-3">
      {(
        [
          ['Name', typed.name],
          ['Email', typed.email],
          ['Performance type', typed.performanceType],
        ] as const
      ).map(([label, text]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-dune">{label}</dt>
          <dd className="break-words">{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)
