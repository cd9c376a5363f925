import { useState } from 'react'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { ApiError } from './api-client.ts'

/** Consequence that staff must agree to before a change is saved. */
export type Agreement = {
  readonly title: string
  readonly text: string
  /** Fields that the next request carries after they agreed. */
  readonly also: object
  /** Label of the button, in place of the form's own. */
  readonly confirm?: string
}

/** Consequence named by an API error; null for any other error. */
export const agreementOf = (error: unknown): Agreement | null =>
  error instanceof ApiError && error.body.error === 'needs_agreement'
    ? { title: error.body.title, text: error.body.text, also: error.body.current }
    : null

/** The same for an error that names tables of an event that go off sale. */
export const offSaleAgreementOf = (error: unknown): Agreement | null =>
  error instanceof ApiError && error.body.error === 'off_sale'
    ? {
        title: 'Take this table off sale?',
        text: error.body.text,
        also: { offSale: error.body.current },
        confirm: 'Save, and take it off sale',
      }
    : null

type Props = {
  readonly agreement: Agreement | null
  readonly isBusy?: boolean
  readonly confirm?: string | undefined
  readonly onAgree: (also: object) => void
  readonly onClose: () => void
}

/** Confirm dialog for a consequence. */
export const AgreementDialog = ({
  agreement,
  isBusy = false,
  confirm = 'Save anyway',
  onAgree,
  onClose,
}: Props) =>
  agreement ? (
    <ConfirmDialog
      isOpen
      question={agreement.title}
      confirm={agreement.confirm ?? confirm}
      cancel="Go back"
      isBusy={isBusy}
      onConfirm={() => onAgree(agreement.also)}
      onClose={onClose}
    >
      <p className="wrap-anywhere text-sand">{agreement.text}</p>
    </ConfirmDialog>
  ) : null

type Answers<Form> = {
  readonly confirm?: string
  /** Submits the form again with the agreed fields. */
  readonly onAgree: (form: Form, also: object) => void
  readonly onGoBack?: (form: Form) => void
}

/** State of a form whose save needs an agreement first, with its dialog. */
export function useAgreement<Form>({ confirm, onAgree, onGoBack }: Answers<Form>) {
  const [waiting, setWaiting] = useState<{ form: Form; agreement: Agreement } | null>(null)
  return {
    isOpen: waiting !== null,
    /** Opens the dialog if the error asks for an agreement; false otherwise. */
    ask(form: Form, error: unknown): boolean {
      const agreement = agreementOf(error) ?? offSaleAgreementOf(error)
      if (agreement) setWaiting({ form, agreement })
      return agreement !== null
    },
    dialog: (
      <AgreementDialog
        agreement={waiting?.agreement ?? null}
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
