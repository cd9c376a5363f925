import type { Typed } from '#lib/forms/check.ts'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import type { WizardPlan } from '#lib/forms/wizard.ts'
import { formatDate, isCalendarDate } from '#lib/venue-time.ts'

type Props<Field extends string> = {
  readonly plan: Pick<WizardPlan<Field, unknown>, 'steps' | 'descriptors'>
  readonly typed: Typed<Field>
  readonly path: string
}

/** Answers of all steps before the last one, each step with a button to change it. */
export const WizardReview = <Field extends string>({ plan, typed, ...at }: Props<Field>) =>
  plan.steps.slice(0, -1).map(({ title, fields }, index) => (
    <ReviewedStep
      key={title}
      {...at}
      step={index + 1}
      title={title}
      answers={fields.map((name) => ({
        label: plan.descriptors[name].label,
        text: answerText(plan.descriptors[name], typed[name]),
      }))}
    />
  ))

/** Answer as the guest chose it: the label of an option, a date in words. */
function answerText(field: FieldDescriptor, text: string): string {
  if ('options' in field) return field.options.find(({ value }) => value === text)?.label ?? ''
  return isCalendarDate(text) ? formatDate(text) : text
}

/** Answers of one step in the review, with a button to change them. */
const ReviewedStep = ({
  step,
  title,
  answers,
  path,
}: {
  step: number
  title: string
  answers: readonly { readonly label: string; readonly text: string }[]
  path: string
}) => (
  <section aria-label={title} className="rounded-xl border border-bark bg-cocoa p-4 sm:col-span-2 sm:px-5">
    <div className="flex items-center justify-between gap-4">
      <h4 className="font-semibold text-brass">{title}</h4>
      {/* A submit button, so that the input is sent along without scripts; styled as a link. */}
      <button
        type="submit"
        name={INTENT_FIELD}
        value={`change-${step}`}
        formAction={`${path}?step=${step}`}
        className="inline-flex min-h-11 items-center px-2 font-semibold text-brass underline underline-offset-4 hover:text-cream"
      >
        Change<span className="sr-only"> {title}</span>
      </button>
    </div>
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {answers.map(({ label, text }) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-dune">{label}</dt>
          <dd className="break-words whitespace-pre-line text-cream">{text || 'Not given'}</dd>
        </div>
      ))}
    </dl>
  </section>
)
