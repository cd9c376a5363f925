import { useState } from 'react'
import type { WizardAnswer } from '#lib/forms/wizard.ts'
import { ContactFields, type FieldsOf, TextArea, TextField } from '#ui/forms/text-field.tsx'
import type { FormAnswer } from '#ui/forms/use-sending.ts'
import { useWizard } from '#ui/forms/use-wizard.ts'
import { WizardForm } from '#ui/forms/wizard-form.tsx'
import { PERFORMER_CATEGORIES } from '../rules.ts'
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
  readonly anchor: string
}

/** Application wizard. It restarts empty after a successful submission. */
export function PerformForm(props: Props) {
  const [next, setNext] = useState<string | null>(null)
  return (
    <>
      {next === null ? null : (
        <p role="status" className="mb-6 rounded-xl border border-brass/40 bg-brass/10 px-5 py-4">
          We received your application and sent you an email to confirm it.
        </p>
      )}
      <Application key={next} {...props} formToken={next ?? props.formToken} onSent={setNext} />
    </>
  )
}

type ApplicationProps = Props & { readonly onSent: (formToken: string) => void }

function Application({ formToken, search, answer, labelledBy, anchor, onSent }: ApplicationProps) {
  const wizard = useWizard({
    plan: PERFORM_WIZARD,
    search,
    path: PERFORM_PATH,
    answer,
    failure: FAILURE,
    onSent,
  })
  const of: FieldsOf<PerformField> = {
    form: PERFORM_WIZARD.name,
    typed: wizard.typed,
    problems: wizard.refusal?.problems ?? {},
  }
  const Step = STEPS[wizard.step - 1] ?? ContactStep
  return (
    <WizardForm
      plan={PERFORM_WIZARD}
      wizard={wizard}
      path={PERFORM_PATH}
      formToken={answer && 'formToken' in answer ? answer.formToken : formToken}
      anchor={anchor}
      labelledBy={labelledBy}
      submit="Submit Application"
      isGated={false}
    >
      <Step {...of} />
    </WizardForm>
  )
}

type Of = FieldsOf<PerformField>

const ContactStep = (of: Of) => <ContactFields<PerformField> {...of} />

const PerformanceStep = (of: Of) => (
  <>
    <TextField
      {...of}
      name="performanceType"
      label="Performance type"
      note="Choose one, or name your own"
      list="performer-categories"
      required
      autoComplete="off"
      maxLength={200}
      className="sm:col-span-2"
    />
    <datalist id="performer-categories">
      {PERFORMER_CATEGORIES.map((category) => (
        <option key={category} value={category} />
      ))}
    </datalist>
    <TextArea
      {...of}
      name="experience"
      label="Experience"
      required
      maxLength={4000}
      rows={4}
      className="sm:col-span-2"
    />
    <TextArea
      {...of}
      name="availability"
      label="Availability"
      note="Nights, months, how much notice"
      required
      maxLength={2000}
      rows={2}
      className="sm:col-span-2"
    />
  </>
)

const LinksStep = (of: Of) => (
  <>
    <TextArea
      {...of}
      name="socialMedia"
      label="Links to your work"
      note="Optional, one on each line"
      inputMode="url"
      maxLength={500}
      rows={2}
      placeholder="https://instagram.com/yourname"
      className="sm:col-span-2"
    />
    <TextArea
      {...of}
      name="additionalInfo"
      label="Additional information"
      note="Optional"
      maxLength={4000}
      className="sm:col-span-2"
    />
    <section
      aria-label="Your application"
      className="rounded-xl border border-bark bg-cocoa p-4 sm:col-span-2 sm:px-5"
    >
      <h4 className="font-semibold text-brass">Your application</h4>
      <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-3">
        {(
          [
            ['Name', of.typed.name],
            ['Email', of.typed.email],
            ['Performance type', of.typed.performanceType],
          ] as const
        ).map(([label, text]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-dune">{label}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  </>
)

const STEPS = [ContactStep, PerformanceStep, LinksStep]
