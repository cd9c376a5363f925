import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'

/** Takes the focus from the buttons: Enter of a keyboard or a scanner must not press one. */
export const takeFocus = (heading: HTMLElement | null): void => {
  heading?.setAttribute('autofocus', '')
  heading?.focus()
}

/** Puts the focus on the screen itself where the control that had it is gone, so that it falls to no other page part. */
export const focusScreen = (): void =>
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })

type DialogProps = {
  /** Id of the heading. */
  readonly labelledBy: string
  readonly className: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that fills the screen. The focus returns to the control that opened it, where that is still there. */
export function FullScreenDialog({ labelledBy, className, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    if (!dialog.current?.open) dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      if (document.activeElement === document.body) focusScreen()
    }
  }, [])
  const onCancel = (event: SyntheticEvent): void => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      onCancel={onCancel}
      className={`m-0 h-dvh max-h-none w-screen max-w-none overflow-y-auto border-0 p-0 ${className}`}
    >
      <div className="mx-auto flex min-h-full max-w-xl flex-col gap-4 bg-inherit px-5 pt-[max(1.25rem,env(safe-area-inset-top))] pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        {children}
      </div>
    </dialog>
  )
}

type Props = Pick<DialogProps, 'onClose' | 'children'> & { readonly title: string }

/** A dialog that fills the screen, with its title in focus. */
export function FullScreen({ title, onClose, children }: Props) {
  const id = useId()
  return (
    <FullScreenDialog labelledBy={id} className="bg-ask" onClose={onClose}>
      <h2
        id={id}
        ref={takeFocus}
        tabIndex={-1}
        className="text-4xl leading-tight font-bold wrap-anywhere outline-none"
      >
        {title}
      </h2>
      {children}
    </FullScreenDialog>
  )
}
