import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type InputDescriptor, SubmittedFields } from '#ui/admin/forms/form-fields.tsx'
import { useSubmission } from '#ui/admin/forms/use-submission.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '../data/api-client.ts'
import { PASSWORD } from './password-form.tsx'

type SetUp = {
  readonly qr: { readonly size: number; readonly path: string }
  readonly secret: string
  readonly backupCodes: readonly string[]
}

const CODE: readonly InputDescriptor[] = [
  {
    name: 'code',
    label: 'Code of your authenticator',
    kind: 'text',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    required: true,
    isRequired: false,
  },
]

/** Sets up two-factor authentication: password, QR code, then a first code as proof. */
export function AuthenticatorForm({ onDone }: { onDone: () => void }) {
  const [setUp, setSetUp] = useState<SetUp | null>(null)
  const { isBusy, onSubmit } = useSubmission(async (text) => {
    try {
      if (setUp) {
        const json = { code: text('code') }
        await apiFetch('/admin/api/authenticator', { method: 'PUT', json })
        showToast({
          tone: 'good',
          title: 'Authenticator set up',
          text: 'You will be asked for a code when you sign in.',
        })
        onDone()
      } else {
        const json = { password: text('password') }
        const begun = await apiFetch('/admin/api/authenticator', { method: 'POST', json })
        setSetUp(begun.setUp)
      }
    } catch (error) {
      toastFailure('Authenticator', error)
    }
  })
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      {setUp ? <Scan {...setUp} /> : null}
      <SubmittedFields fields={setUp ? CODE : PASSWORD} />
      <Button type="submit" disabled={isBusy}>
        {setUp ? 'Confirm' : 'Continue'}
      </Button>
    </form>
  )
}

const Scan = ({ qr, secret, backupCodes }: SetUp) => (
  <>
    <p className="text-sand">Scan this with an authenticator app, or type in the key.</p>
    <svg
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      role="img"
      aria-label="QR code for the authenticator"
      className="mx-auto size-52 rounded-lg bg-white p-1"
    >
      <path d={qr.path} className="fill-black" />
    </svg>
    <p className="text-center font-mono text-sm break-all text-sand">{secret}</p>
    <details className="rounded-lg border border-bark p-3">
      <summary className="font-semibold">Backup codes: keep them where you will find them</summary>
      <ul className="mt-3 grid grid-cols-2 gap-1 font-mono text-sm text-sand">
        {backupCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </details>
  </>
)
