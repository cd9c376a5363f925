import { type ReactNode, useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { checkNewPassword } from '#features/permissions/rules.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { type InputDescriptor, SubmittedFields } from '#ui/admin/forms/form-fields.tsx'
import { useSubmission } from '#ui/admin/forms/use-submission.ts'
import type { RootData } from '#web/root.tsx'
import { Mark } from '#web/site/layout/brand.tsx'
import { apiFetch, ApiError } from '../data/api-client.ts'
import { NEW_PASSWORD, toastBad } from './password-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

const SignInFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  const name = useRouteLoaderData<RootData>('root')?.venue.name ?? ''
  return (
    <div className="mudcloth min-h-dvh">
      <main className="flex min-h-dvh items-center justify-center bg-night/85 p-4">
        <div className="w-full max-w-md rounded-card border border-clay bg-ember p-6 shadow-2xl shadow-black sm:p-8">
          <div className="flex items-center gap-3">
            <Mark className="size-12" />
            <div>
              <p className="eyebrow">{name}</p>
              <h1 className="text-2xl">{title}</h1>
            </div>
          </div>
          <div className="mt-6">{children}</div>
        </div>
      </main>
    </div>
  )
}

type SignInProps = { readonly isDenied: boolean; readonly onSignedIn: () => void }

/** Sign-in page of the staff area. */
export function SignInScreen({ isDenied, onSignedIn }: SignInProps) {
  useEffect(() => {
    if (isDenied) toastBad('Access Denied', "You don't have admin permissions.")
  }, [isDenied])
  return (
    <SignInFrame title="Staff area">
      <SignInForm onSignedIn={onSignedIn} />
      <p className="mt-6 text-center text-sm text-dune">
        <a href="/" className="text-brass underline underline-offset-4">
          View Site
        </a>
      </p>
    </SignInFrame>
  )
}

type InvitedProps = { readonly token: string; readonly invitation: { email: string; role: string } }
type InvitationProps = Omit<InvitedProps, 'invitation'> & {
  readonly invitation: InvitedProps['invitation'] | null
}

/** Invitation page: the invited person enters a name and a password. */
export const InvitationScreen = ({ token, invitation }: InvitationProps) =>
  invitation ? (
    <SignInFrame title="Join the team">
      <InvitationForm token={token} invitation={invitation} />
    </SignInFrame>
  ) : (
    <SignInFrame title="Invitation">
      <p className="text-sand">
        This invitation was used, withdrawn or has expired. Please ask for a new one.
      </p>
      <a href="/admin" className="mt-4 inline-block text-brass underline underline-offset-4">
        Sign in
      </a>
    </SignInFrame>
  )

const FIELDS: readonly InputDescriptor[] = [
  {
    name: 'name',
    label: 'Your name',
    kind: 'text',
    autoComplete: 'name',
    required: true,
    isRequired: false,
    maxLength: 80,
  },
  ...NEW_PASSWORD,
]

function InvitationForm({ token, invitation }: InvitedProps) {
  const [hasJoined, setHasJoined] = useState(false)
  const { isBusy, onSubmit } = useSubmission(async (text) => {
    const json = { name: text('name'), next: text('next'), again: text('again') }
    const problem = checkNewPassword(json.next, json.again)
    if (problem) return toastBad(problem.title, problem.text)
    try {
      await apiFetch(`/admin/api/invitation/${token}`, { method: 'POST', json, isAnonymous: true })
      const entry = { email: invitation.email, password: json.next }
      const isSignedIn = await apiFetch('/admin/api/session', {
        method: 'POST',
        json: entry,
        isAnonymous: true,
      }).then(
        () => true,
        () => false,
      )
      // The invitation is used up: the form would only be refused if it were sent again.
      if (!isSignedIn) return setHasJoined(true)
      window.location.assign('/admin')
      // Never settles: the form stays busy until the page is replaced.
      await new Promise(() => undefined)
    } catch (error) {
      const refusal = error instanceof ApiError ? error.body : null
      toastBad(refusal?.title ?? 'Invitation', refusal?.text ?? 'An unexpected error occurred.')
    }
  })
  if (hasJoined)
    return (
      <div className="flex flex-col items-start gap-4">
        <p role="status" className="text-sand">
          Your account is ready. Please sign in with {invitation.email} and your new password.
        </p>
        <ButtonLink href="/admin">Sign In</ButtonLink>
      </div>
    )
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <p className="text-sand">
        {invitation.email}, invited as {invitation.role}.
      </p>
      <input type="hidden" name="email" autoComplete="username" value={invitation.email} readOnly />
      <SubmittedFields fields={FIELDS} />
      <Button type="submit" disabled={isBusy}>
        Join
      </Button>
    </form>
  )
}
