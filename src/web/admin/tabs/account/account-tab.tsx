import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { SubmittedFields } from '#ui/admin/forms/form-fields.tsx'
import { Panel, TabHead } from '#ui/admin/panel.tsx'
import { useSubmission } from '#ui/admin/forms/use-submission.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { AuthenticatorForm } from '#web/admin/auth/authenticator-form.tsx'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { PASSWORD, PasswordForm } from '#web/admin/auth/password-form.tsx'
import { useCurrentUser } from '#web/admin/auth/current-user.ts'
import { signOutEverywhere } from '#web/admin/auth/sign-out.ts'

/** The account of the signed-in user: password, authenticator and sessions. */
export default function AccountTab() {
  const user = useCurrentUser()
  const [changes, setChanges] = useState(0)
  return (
    <>
      <TabHead title="Your account" />
      <p className="text-sand">
        {user.name}, {user.email}, {user.role}
      </p>
      <div className="grid items-start gap-5 xl:grid-cols-3">
        <Panel className="flex flex-col gap-4">
          <h3 className="text-xl">Password</h3>
          <p className="text-sm text-dune">Changing it ends your other sessions.</p>
          <PasswordForm
            key={changes}
            asksCurrent
            submitLabel="Change Password"
            onDone={() => setChanges(changes + 1)}
          />
        </Panel>
        <Panel className="flex flex-col gap-4">
          <h3 className="text-xl">Authenticator</h3>
          {user.hasCodes ? <RemoveAuthenticator /> : <AddAuthenticator />}
        </Panel>
        <Panel className="flex flex-col gap-4">
          <h3 className="text-xl">Sessions</h3>
          <SignOutEverywhere />
        </Panel>
      </div>
    </>
  )
}

function AddAuthenticator() {
  const [isOpen, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  if (isOpen) return <AuthenticatorForm onDone={() => void revalidate()} />
  return (
    <>
      <p className="text-sand">With an authenticator, a stolen password alone cannot sign in.</p>
      <Button look="outline" onClick={() => setOpen(true)}>
        Set up
      </Button>
    </>
  )
}

function RemoveAuthenticator() {
  const { revalidate } = useRevalidator()
  const { isBusy, onSubmit } = useSubmission(async (text) => {
    try {
      const json = { password: text('password') }
      await apiFetch('/admin/api/authenticator', { method: 'DELETE', json })
      showToast({ tone: 'good', title: 'Authenticator removed' })
      await revalidate()
    } catch (error) {
      toastFailure('Authenticator', error)
    }
  })
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <p className="text-sand">Each sign-in asks for a code.</p>
      <SubmittedFields fields={PASSWORD} />
      <Button type="submit" look="outline" disabled={isBusy}>
        Remove the authenticator
      </Button>
    </form>
  )
}

function SignOutEverywhere() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <p className="text-sand">Ends your sessions in every browser, including this one.</p>
      <Button look="outline" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question="Sign out everywhere?"
        confirm="Sign out"
        onConfirm={() => void signOutEverywhere()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
