import { useState } from 'react'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { ApiError } from './api-client.ts'

/** A consequence that staff have to agree to before something is saved. */
type Agreement = {
  readonly title: string
  readonly text: string
  /** What the next request carries once they have agreed. */
  readonly also: object
}

/** The consequence that a refusal names; null where it was refused for another reason. */
export const agreementOf = (error: unknown): Agreement | null =>
  error instanceof ApiError && error.body.error === 'needs_agreement'
    ? { title: error.body.title, text: error.body.text, also: error.body.current }
    : null

type Props = {
  readonly asked: Agreement | null
  readonly isBusy?: boolean
  readonly confirm?: string | undefined
  readonly onAgree: (also: object) => void
  readonly onClose: () => void
}

/** Names a consequence and asks whether to save all the same. */
export const AgreementDialog = ({
  asked,
  isBusy = false,
  confirm = 'Save all the same',
  onAgree,
  onClose,
}: Props) =>
  asked ? (
    <ConfirmDialog
      isOpen
      question={asked.title}
      confirm={confirm}
      cancel="Go back"
      isBusy={isBusy}
      onConfirm={() => onAgree(asked.also)}
      onClose={onClose}
    >
      <p className="wrap-anywhere text-sand">{asked.text}</p>
    </ConfirmDialog>
  ) : null

type Answers<Form> = {
  readonly confirm?: string
  /** Sends the form again with what was agreed to. */
  readonly onAgree: (form: Form, also: object) => void
  readonly onGoBack?: (form: Form) => void
}

/** Keeps a form that was refused for want of an agreement until staff have answered. */
export function useAgreement<Form>({ confirm, onAgree, onGoBack }: Answers<Form>) {
  const [waiting, setWaiting] = useState<{ form: Form; asked: Agreement } | null>(null)
  return {
    isAsked: waiting !== null,
    /** Asks, where that is what a refusal wants; false where it is not. */
    ask(form: Form, error: unknown): boolean {
      const asked = agreementOf(error)
      if (asked) setWaiting({ form, asked })
      return asked !== null
    },
    dialog: (
      <AgreementDialog
        asked={waiting?.asked ?? null}
        confirm={confirm}
        onAgree={(also) => {
          if (waiting) onAgree(waiting.form, also)
          setWaiting(null)
        }}
        onClose={() => {
          if (waiting) onGoBack?.(waiting.form)
          setWaiting(null)
        }}
      />
    ),
  }
}
