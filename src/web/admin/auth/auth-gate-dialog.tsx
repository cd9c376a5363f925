import { Button } from '#ui/button.tsx'
import { LockedDialog } from '#ui/admin/forms/locked-dialog.tsx'
import { AuthenticatorForm } from './authenticator-form.tsx'
import type { AuthGate } from '../app/dashboard-state.ts'
import { signOut } from './sign-out.ts'
import { PasswordForm } from './password-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Props = {
  readonly authGate: AuthGate
  readonly email: string
  /** Called with the staff id after a sign-in, with null after any other gate. */
  readonly onCleared: (signedInId: string | null) => void
}

const TITLES: Record<AuthGate, string> = {
  password: 'Set Your Password',
  codes: 'Set Up Your Authenticator',
  signed_out: 'Please sign in again',
}
const COPY: Record<AuthGate, string> = {
  password: 'Choose your own password before you continue.',
  codes: 'Owners sign in with a code from an authenticator app. Set one up to continue.',
  signed_out: 'Your session has ended. Nothing you typed is lost: sign in to continue where you were.',
}

/** Modal dialog of an auth gate. The screen behind it keeps its state and cannot be reached. */
export const AuthGateDialog = ({ authGate, email, onCleared }: Props) => (
  <LockedDialog labelledBy="auth-gate-title">
    <div className="flex flex-col gap-4 p-6">
      <h2 id="auth-gate-title" className="font-display text-2xl">
        {TITLES[authGate]}
      </h2>
      <p className="text-sand">{COPY[authGate]}</p>
      <AuthGateForm {...{ authGate, email, onCleared }} />
      <Button look="quiet" onClick={() => void signOut()}>
        Logout
      </Button>
    </div>
  </LockedDialog>
)

function AuthGateForm({ authGate, email, onCleared }: Props) {
  switch (authGate) {
    case 'password':
      return <PasswordForm submitLabel="Set Password" onDone={() => onCleared(null)} />
    case 'codes':
      return <AuthenticatorForm onDone={() => onCleared(null)} />
    case 'signed_out':
      return <SignInForm email={email} onSignedIn={onCleared} />
  }
}
