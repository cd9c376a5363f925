import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'

type Props = {
  readonly isOpen: boolean
  /** While true it does not close: what was entered is being sent, and its outcome is not known. */
  readonly isBusy?: boolean
  /** Requests to close the dialog. It stays open while `isOpen` is true. */
  readonly onClose: () => void
  /** The id of the heading inside that names the dialog. */
  readonly labelledBy: string
  readonly className?: string
  readonly children: ReactNode
}

/** Native modal dialog: traps the focus, closes by Escape or a click outside, and returns the focus afterwards. */
export function Dialog({ isOpen, isBusy = false, labelledBy, className = 'sm:max-w-lg', ...props }: Props) {
  const { onClose, children } = props
  const close = (): void => (isBusy ? undefined : onClose())
  const ref = useRef<HTMLDialogElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  // Selecting text out of the dialog ends with a click on its backdrop, too. Only a press that also began there counts.
  const isPressedOutside = useRef(false)
  // A layout effect closes the dialog before it is removed from the document: only then does it return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!isOpen || !dialog) return
    dialog.showModal()
    // A dialog made for one field opens with the focus in it.
    const first = panel.current?.querySelector<HTMLElement>('[data-first-focus]') ?? panel.current
    first?.focus()
    return () => dialog.close()
  }, [isOpen])
  useCloseOnBack(isOpen, close)
  return (
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onClose={() => {
        // Browsers close a dialog at a second Escape without a cancel event. It opens again, and its owner decides.
        if (!isOpen || !ref.current || ref.current.open) return
        ref.current.showModal()
        close()
      }}
      onPointerDown={(event) => (isPressedOutside.current = event.target === event.currentTarget)}
      onPointerUp={(event) => (isPressedOutside.current &&= event.target === event.currentTarget)}
      onClick={(event) => event.target === event.currentTarget && isPressedOutside.current && close()}
      className={`dialog m-auto max-h-[calc(100dvh-2rem)] w-full max-w-none overflow-y-auto overscroll-contain rounded-card border border-clay bg-ember p-0 text-cream shadow-2xl shadow-black backdrop:bg-night/80 backdrop:backdrop-blur-sm max-sm:mb-0 max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 ${className}`}
    >
      {/* Fills the dialog, so that a click whose target is the dialog itself is a click outside. */}
      <div ref={panel} tabIndex={-1} aria-busy={isBusy || undefined} className="relative outline-none">
        <button
          type="button"
          aria-label="Close"
          disabled={isBusy}
          onClick={close}
          className="absolute top-3 right-3 z-10 inline-flex size-11 items-center justify-center rounded-full bg-night/75 text-cream hover:bg-night disabled:cursor-not-allowed disabled:opacity-55"
        >
          <Icon name="close" />
        </button>
        {children}
      </div>
    </dialog>
  )
}
