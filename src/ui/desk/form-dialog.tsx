import { type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'

type Props = {
  readonly title: string
  readonly submit: string
  readonly isBusy: boolean
  readonly className?: string
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog, with its way out and its way on. */
export function FormDialog({ title, submit, isBusy, className, onSubmit, onClose, children }: Props) {
  const id = useId()
  return (
    <Dialog isOpen onClose={onClose} labelledBy={id} className={className ?? 'sm:max-w-2xl'}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <div className="flex flex-col gap-4 p-6">
          <h2 id={id} className="pr-12 font-display text-xl">
            {title}
          </h2>
          {children}
        </div>
        <div className="sticky bottom-0 flex flex-wrap justify-end gap-3 border-t border-bark bg-ember px-6 py-4">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBusy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
