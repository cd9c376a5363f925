import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type InputDescriptor, SubmittedFields } from '#ui/admin/forms/form-fields.tsx'
import { useSubmission } from '#ui/admin/forms/use-submission.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, ApiError } from '../data/api-client.ts'
import { passwordField } from './password-form.tsx'

type Props = {
  /** Email of the former session, filled in. */
  readonly email?: string
  /** Called with the staff id that is signed in now. */
  readonly onSignedIn: (staffId: string | null) => void
}

/** Errors that restart the sign-in. A used code is one of them: it may have been read over a shoulder. */
const RESTARTS = new Set(['challenge_over', 'code_used'])

type Step = 'password' | 'authenticator' | 'backup'

const CODE = {
  name: 'code',
  kind: 'text',
  required: true,
  isRequired: false,
  autoFocus: true,
  autoComplete: 'one-time-code',
} as const
const FIELDS: Readonly<Record<Step, readonly InputDescriptor[]>> = {
  password: [
    {
      name: 'email',
      label: 'Email',
      kind: 'text',
      type: 'email',
      autoComplete: 'username',
      inputMode: 'email',
      required: true,
      isRequired: false,
    },
    passwordField('password', 'Password'),
  ],
  authenticator: [
    {
      ...CODE,
      label: 'Code of your authenticator',
      hint: 'The six digits your app shows now.',
      inputMode: 'numeric',
    },
  ],
  backup: [{ ...CODE, label: 'Backup code', hint: 'Each code works once.', inputMode: 'text' }],
}

/** Sign-in form: email and password, then a code if two-factor authentication is on. */
export function SignInForm({ email = '', onSignedIn }: Props) {
  const [step, setStep] = useState<Step>('password')
  const { isBusy, onSubmit } = useSubmission(async (text) => {
    try {
      const { needsCode } = await send(step, text)
      if (needsCode) setStep('authenticator')
      else onSignedIn(await fetchStaffId())
    } catch (error) {
      toastSignInError(error)
      if (error instanceof ApiError && RESTARTS.has(error.body.error)) setStep('password')
    }
  })
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <SubmittedFields key={step} fields={FIELDS[step]} first={{ email }} />
      <Button type="submit" disabled={isBusy} className="mt-2 w-full">
        {isBusy ? 'Signing in…' : 'Sign In'}
      </Button>
      {step === 'password' ? null : (
        <Button look="quiet" onClick={() => setStep(step === 'backup' ? 'authenticator' : 'backup')}>
          {step === 'backup' ? 'Use the authenticator' : 'Use a backup code'}
        </Button>
      )}
    </form>
  )
}

function send(step: Step, text: (name: string) => string): Promise<{ needsCode: boolean }> {
  if (step === 'password') {
    const json = { email: text('email'), password: text('password') }
    return apiFetch('/admin/api/session', { method: 'POST', json, isAnonymous: true })
  }
  const json = { code: text('code'), kind: step }
  return apiFetch('/admin/api/session/code', { method: 'POST', json, isAnonymous: true })
}

async function fetchStaffId(): Promise<string | null> {
  const { who } = await apiFetch('/admin/api/session', { isAnonymous: true })
  return who?.id ?? null
}

function toastSignInError(error: unknown): void {
  if (error instanceof ApiError && error.body.error !== 'internal_error') {
    const { title, text, fields } = error.body
    const message = fields ? (Object.values(fields)[0] ?? text) : text
    showToast({ tone: 'bad', title: fields ? 'Login Failed' : title, text: message })
    return
  }
  showToast({ tone: 'bad', title: 'Login Failed', text: 'An unexpected error occurred.' })
}
