import { FEEDBACK_FORM } from '#features/reminders/feedback/schema.ts'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { ListField } from '#ui/forms/list-field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { FeedbackShown, RefusedFeedback } from './feedback-requests.ts'

/** Intent of the form, and fragment of the section. */
export const FEEDBACK = 'feedback'

type Props = {
  readonly feedback: FeedbackShown
  readonly refused: RefusedFeedback | null
  /** The guest's own page, which takes the form. */
  readonly link: string
}

const { name, fields, descriptors } = FEEDBACK_FORM
const FIELDS: readonly FieldDescriptor[] = Object.values(descriptors)

/** Takes a guest's word about a visit. It is a plain form, and can be sent again with a second thought. */
export const FeedbackForm = ({ feedback: { typed, isGiven }, refused, link }: Props) => (
  <section
    id={FEEDBACK}
    aria-labelledby="feedback-title"
    tabIndex={-1}
    className="no-print outline-none mb-8 scroll-mt-24 rounded-card border border-brass/40 bg-ember p-5 sm:p-7"
  >
    <h2 id="feedback-title" className="text-heading">
      {isGiven ? 'Thank you for your words' : 'Leave a word for our team'}
    </h2>
    {isGiven && !refused ? (
      <p role="status" className="mt-3 flex items-start gap-2 text-teal-light">
        <Icon name="check" className="mt-1 size-5" />
        Our team reads it. You can still change it here.
      </p>
    ) : null}
    <form method="post" action={link} noValidate data-once className="relative mt-5 flex flex-col gap-6">
      {refused ? <ErrorSummary refusal={refused.refusal} form={name} fields={fields} /> : null}
      <FormFields
        form={name}
        fields={FIELDS}
        typed={refused?.typed ?? typed}
        problems={refused?.refusal.problems ?? {}}
        other={ListField}
      />
      <div>
        <Button type="submit" name={INTENT_FIELD} value={FEEDBACK} className="max-sm:w-full">
          {isGiven ? 'Send the change' : 'Send'}
        </Button>
      </div>
    </form>
  </section>
)
