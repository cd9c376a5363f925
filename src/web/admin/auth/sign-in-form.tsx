import { type FormEvent, useState } from 'react'
import { formText } from '#lib/form-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/admin/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { apiFetch, ApiError } from '../data/api-client.ts'

type Props = {
  /** Who was signed in before; they need not type it again. */
  readonly email?: string
  /** Called with the id of the account that is signed in now. */
  readonly onSignedIn: (staffId: string | null) => void
}

/** A code that was used before ends the attempt as well: whoever shows it may have seen it over a shoulder. */
const BEGINS_ANEW = new Set(['challenge_over', 'code_used'])

type Step = 'password' | 'authenticator' | 'backup'

/** E-mail and password, and the code that follows where one is asked for. */
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
      else onSignedIn(await whoIsIn())
    } catch (error) {
      toastRefusal(error)
      if (error instanceof ApiError && BEGINS_ANEW.has(error.body.error)) setStep('password')
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
    hint={kind === 'backup' ? 'Each works once.' : 'Six digits, as your app shows them now.'}
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
  const json =
    step === 'password'
      ? { email: text('email'), password: text('password') }
      : { code: text('code'), kind: step }
  const path = step === 'password' ? '/admin/api/session' : '/admin/api/session/code'
  return apiFetch(path, { method: 'POST', json, isAnonymous: true })
}

async function whoIsIn(): Promise<string | null> {
  const { who } = await apiFetch<{ who: { id: string } | null }>('/admin/api/session', { isAnonymous: true })
  return who?.id ?? null
}

function toastRefusal(error: unknown): void {
  if (error instanceof ApiError && error.body.error !== 'fault') {
    const { title, text, fields } = error.body
    const words = fields ? (Object.values(fields)[0] ?? text) : text
    showToast({ tone: 'bad', title: fields ? 'Login Failed' : title, text: words })
    return
  }
  showToast({ tone: 'bad', title: 'Login Failed', text: 'An unexpected error occurred.' })
}
