import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'

type Props = {
  readonly isOpen: boolean
  /** Asks for the dialog to be closed. It stays open for as long as `isOpen` says so. */
  readonly onClose: () => void
  /** The id of the heading inside that names the dialog. */
  readonly labelledBy: string
  readonly className?: string
  readonly children: ReactNode
}

/** The browser's own dialog: focus stays inside, Escape and a click outside close it, focus returns to where it was. */
export function Dialog({ isOpen, onClose, labelledBy, className = 'sm:max-w-lg', children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  // A click ends on the dialog itself as well when a selection of text was drawn out of it: where it began counts too.
  const isPressedOutside = useRef(false)
  // Before the browser paints and before an unmounted dialog leaves the page: only then can it give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!isOpen || !dialog) return
    dialog.showModal()
    // A dialog that is there for one field opens in it.
    const first = panel.current?.querySelector<HTMLElement>('[data-first-focus]') ?? panel.current
    first?.focus()
    return () => dialog.close()
  }, [isOpen])
  useCloseOnBack(isOpen, onClose)
  return (
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        // Browsers close a dialog at a second Escape without asking. It opens again, in case its owner keeps it.
        if (!isOpen || !ref.current || ref.current.open) return
        ref.current.showModal()
        onClose()
      }}
      onPointerDown={(event) => (isPressedOutside.current = event.target === event.currentTarget)}
      onPointerUp={(event) => (isPressedOutside.current &&= event.target === event.currentTarget)}
      onClick={(event) => event.target === event.currentTarget && isPressedOutside.current && onClose()}
      className={`dialog m-auto max-h-[calc(100dvh-2rem)] w-full max-w-none overflow-y-auto overscroll-contain rounded-card border border-clay bg-ember p-0 text-cream shadow-2xl shadow-black backdrop:bg-night/80 backdrop:backdrop-blur-sm max-sm:mb-0 max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 ${className}`}
    >
      {/* Fills the dialog, so that a click on the dialog itself is a click outside. */}
      <div ref={panel} tabIndex={-1} className="relative outline-none">
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="absolute top-3 right-3 z-10 inline-flex size-11 items-center justify-center rounded-full bg-night/75 text-cream hover:bg-night"
        >
          <Icon name="close" />
        </button>
        {children}
      </div>
    </dialog>
  )
}
