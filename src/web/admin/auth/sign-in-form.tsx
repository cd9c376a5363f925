import { type FormEvent, useState } from 'react'
import { formText } from '#lib/form-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/admin/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { apiFetch, ApiError } from '../data/api-client.ts'

type Props = {
  /** Email of the former session, filled in. */
  readonly email?: string
  /** Called with the staff id that is signed in now. */
  readonly onSignedIn: (staffId: string | null) => void
}

/** Errors that restart the sign-in. A used code is one of them: it may have been read over a shoulder. */
const RESTARTS = new Set(['challenge_over', 'code_used'])

type Step = 'password' | 'authenticator' | 'backup'

/** Sign-in form: email and password, then a code if two-factor authentication is on. */
export function SignInForm({ email = '', onSignedIn }: Props) {
  const [step, setStep] = useState<Step>('password')
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    try {
      const { needsCode } = await send(step, form)
      if (needsCode) setStep('authenticator')
      else onSignedIn(await fetchStaffId())
    } catch (error) {
      toastSignInError(error)
      if (error instanceof ApiError && RESTARTS.has(error.body.error)) setStep('password')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {step === 'password' ? <PasswordFields email={email} /> : <CodeField key={step} kind={step} />}
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

const PasswordFields = ({ email }: { email: string }) => (
  <>
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      required
      isRequired={false}
      defaultValue={email}
    />
    <TextField
      label="Password"
      name="password"
      type="password"
      autoComplete="current-password"
      required
      isRequired={false}
    />
  </>
)

const CodeField = ({ kind }: { kind: 'authenticator' | 'backup' }) => (
  <TextField
    label={kind === 'backup' ? 'Backup code' : 'Code of your authenticator'}
    hint={kind === 'backup' ? 'Each code works once.' : 'The six digits your app shows now.'}
    name="code"
    required
    isRequired={false}
    autoFocus
    autoComplete="one-time-code"
    inputMode={kind === 'backup' ? 'text' : 'numeric'}
  />
)

function send(step: Step, form: FormData): Promise<{ needsCode: boolean }> {
  const text = (name: string): string => formText(form, name)
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
