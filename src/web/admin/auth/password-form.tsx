import { checkNewPassword } from '#features/permissions/rules.ts'
import { Button } from '#ui/button.tsx'
import { type InputDescriptor, SubmittedFields } from '#ui/admin/forms/form-fields.tsx'
import { GuardedForm } from '#ui/admin/forms/guarded-form.tsx'
import { useSubmission } from '#ui/admin/forms/use-submission.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, ApiError } from '../data/api-client.ts'

type Props = {
  /** Asks for the current password; not needed right after a sign-in. */
  readonly asksCurrent?: boolean
  readonly submitLabel: string
  readonly onDone: () => void
}

export const toastBad = (title: string, text: string): void => showToast({ tone: 'bad', title, text })

/** Field for a password of this account. Its label stays short: every field of these forms is required. */
export const passwordField = (name: string, label: string): InputDescriptor => ({
  name,
  label,
  kind: 'text',
  type: 'password',
  autoComplete: 'current-password',
  required: true,
  isRequired: false,
})

const newPasswordField = (name: string, label: string): InputDescriptor => ({
  ...passwordField(name, label),
  kind: 'text',
  autoComplete: 'new-password',
  minLength: 8,
})

export const PASSWORD = [passwordField('password', 'Your password')]
const CURRENT = [passwordField('current', 'Current password')]
export const NEW_PASSWORD: readonly InputDescriptor[] = [
  { ...newPasswordField('next', 'New password'), hint: 'At least 8 characters.' },
  newPasswordField('again', 'Confirm password'),
]

/** Form for a new password with confirmation. */
export function PasswordForm({ asksCurrent = false, submitLabel, onDone }: Props) {
  const { isBusy, onSubmit } = useSubmission(async (text) => {
    const { next, again, current } = { next: text('next'), again: text('again'), current: text('current') }
    const problem = checkNewPassword(next, again)
    if (problem) return toastBad(problem.title, problem.text)
    try {
      const json = asksCurrent ? { current, next, again } : { next, again }
      await apiFetch('/admin/api/password', { method: 'PUT', json })
      showToast({
        tone: 'good',
        title: 'Password Updated',
        text: 'Your password has been successfully updated.',
      })
      onDone()
    } catch (error) {
      const refusal = error instanceof ApiError && error.body.error !== 'internal_error' ? error.body : null
      toastBad(refusal?.title ?? 'Password Update Failed', refusal?.text ?? 'An unexpected error occurred.')
    }
  })
  // In the dialog after a sign-in nothing asks before Logout: a password that was not set is not worth a question.
  const Form = asksCurrent ? GuardedForm : 'form'
  return (
    <Form onSubmit={onSubmit} className="flex flex-col gap-4">
      <SubmittedFields fields={asksCurrent ? [...CURRENT, ...NEW_PASSWORD] : NEW_PASSWORD} />
      <Button type="submit" disabled={isBusy} className="mt-2">
        {submitLabel}
      </Button>
    </Form>
  )
}
