import { Button } from '#ui/button.tsx'
import { LockedDialog } from '#ui/admin/locked-dialog.tsx'
import { AuthenticatorForm } from './authenticator-form.tsx'
import type { Obstacle } from '../app/dashboard-state.ts'
import { leaveDesk } from './sign-out.ts'
import { PasswordForm } from './password-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Props = {
  readonly obstacle: Obstacle
  readonly email: string
  /** Called with the id of the account that signed in, where somebody did. */
  readonly onCleared: (entered: string | null) => void
}

const TITLES: Record<Obstacle, string> = {
  password: 'Set Your Password',
  codes: 'Set Up Your Authenticator',
  signed_out: 'Please sign in again',
}
const WORDS: Record<Obstacle, string> = {
  password: 'Choose a password of your own before you go on.',
  codes: 'Owners of this house show a code of an authenticator when they sign in.',
  signed_out: 'Your session has ended. Nothing you typed is lost: sign in and go on where you were.',
}

/** What somebody has to do before they can go on; nothing behind it is lost, and nothing behind it can be reached. */
export const ObstacleDialog = ({ obstacle, email, onCleared }: Props) => (
  <LockedDialog labelledBy="obstacle-title">
    <div className="flex flex-col gap-4 p-6">
      <h2 id="obstacle-title" className="font-display text-2xl">
        {TITLES[obstacle]}
      </h2>
      <p className="text-sand">{WORDS[obstacle]}</p>
      <ObstacleForm {...{ obstacle, email, onCleared }} />
      <Button look="quiet" onClick={() => void leaveDesk()}>
        Logout
      </Button>
    </div>
  </LockedDialog>
)

function ObstacleForm({ obstacle, email, onCleared }: Props) {
  switch (obstacle) {
    case 'password':
      return <PasswordForm submitLabel="Set Password" onDone={() => onCleared(null)} />
    case 'codes':
      return <AuthenticatorForm onDone={() => onCleared(null)} />
    case 'signed_out':
      return <SignInForm email={email} onEntered={onCleared} />
  }
}
