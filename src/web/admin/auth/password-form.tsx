import { type FormEvent, useState } from 'react'
import { checkNewPassword } from '#features/permissions/rules.ts'
import { formText } from '#lib/form-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/admin/field.tsx'
import { GuardedForm } from '#ui/admin/guarded-form.tsx'
import { showToast } from '#ui/toasts.ts'
import { apiFetch, ApiError } from '../data/api-client.ts'

type Props = {
  /** Asks for the current password; not needed right after a sign-in. */
  readonly asksCurrent?: boolean
  readonly submitLabel: string
  readonly onDone: () => void
}

export const toastBad = (title: string, text: string): void => showToast({ tone: 'bad', title, text })

/** Form for a new password with confirmation. */
export function PasswordForm({ asksCurrent = false, submitLabel, onDone }: Props) {
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => formText(form, name)
    const { next, again, current } = { next: text('next'), again: text('again'), current: text('current') }
    const problem = checkNewPassword(next, again)
    if (problem) return toastBad(problem.title, problem.text)
    setBusy(true)
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
    } finally {
      setBusy(false)
    }
  }
  return (
    <GuardedForm onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {asksCurrent ? (
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
          isRequired={false}
        />
      ) : null}
      <NewPasswordFields />
      <Button type="submit" disabled={isBusy} className="mt-2">
        {submitLabel}
      </Button>
    </GuardedForm>
  )
}

export const NewPasswordFields = () => (
  <>
    <TextField
      label="New password"
      hint="At least 8 characters."
      name="next"
      type="password"
      autoComplete="new-password"
      required
      isRequired={false}
      minLength={8}
    />
    <TextField
      label="Confirm password"
      name="again"
      type="password"
      autoComplete="new-password"
      required
      isRequired={false}
      minLength={8}
    />
  </>
)
