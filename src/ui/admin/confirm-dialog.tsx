import { type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'

type Props = {
  readonly isOpen: boolean
  readonly question: string
  readonly children?: ReactNode
  readonly confirm: string
  /** The way back, where it is more than `Cancel`. */
  readonly cancel?: string
  readonly isBusy?: boolean
  /** Off for what does no harm. */
  readonly isGrave?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is done. The way back comes first, so that Enter on a reflex harms nothing. */
export function ConfirmDialog({
  isOpen,
  question,
  children,
  confirm,
  cancel = 'Cancel',
  isBusy = false,
  isGrave = true,
  onConfirm,
  onClose,
}: Props) {
  const id = useId()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy={id} className="sm:max-w-md">
      <div className="flex flex-col gap-5 p-6">
        <h2 id={id} className="pr-10 font-display text-xl">
          {question}
        </h2>
        {children}
      </div>
      <div className="flex flex-wrap justify-end gap-3 px-6 pb-6">
        <Button look="outline" onClick={onClose}>
          {cancel}
        </Button>
        <Button onClick={onConfirm} disabled={isBusy} className={isGrave ? 'bg-rose' : ''}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
