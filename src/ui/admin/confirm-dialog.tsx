import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { useFocusAfterBusy } from './forms/use-focus-after-busy.ts'

type Props = {
  readonly isOpen: boolean
  readonly question: string
  readonly children?: ReactNode
  readonly confirm: string
  /** Label of the button that closes the dialog. */
  readonly cancel?: string
  /** While what was confirmed is being sent. The dialog stays open, so that its outcome is told. */
  readonly isBusy?: boolean
  /** False while there is nothing that could be confirmed. */
  readonly canConfirm?: boolean
  /** False for actions without harm; others have a red button. */
  readonly isGrave?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Confirmation dialog. Cancel comes first, so that Enter pressed by reflex does no harm. */
export function ConfirmDialog({
  isOpen,
  question,
  children,
  confirm,
  cancel = 'Cancel',
  isBusy = false,
  canConfirm = true,
  isGrave = true,
  onConfirm,
  onClose,
}: Props) {
  const id = useId()
  const content = useRef<HTMLDivElement>(null)
  useFocusAfterBusy(content, isBusy)
  return (
    <Dialog isOpen={isOpen} isBusy={isBusy} onClose={onClose} labelledBy={id} className="sm:max-w-md">
      <div ref={content} className="flex flex-col gap-5 p-6">
        <h2 id={id} className="pr-10 font-display text-xl">
          {question}
        </h2>
        {children}
      </div>
      <div className="flex flex-wrap justify-end gap-3 px-6 pb-6">
        <Button look="outline" disabled={isBusy} onClick={onClose}>
          {cancel}
        </Button>
        <Button onClick={onConfirm} disabled={isBusy || !canConfirm} className={isGrave ? 'bg-rose' : ''}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
