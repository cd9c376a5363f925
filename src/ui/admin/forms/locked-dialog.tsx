import { type ReactNode, useEffect, useRef } from 'react'

type Props = { readonly labelledBy: string; readonly className?: string; readonly children: ReactNode }

/** Modal dialog that cannot be dismissed: the page behind it is inert until the task is done. */
export function LockedDialog({ labelledBy, className = 'sm:max-w-md', children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const open = (): void => {
      if (!dialog.open) dialog.showModal()
    }
    const stay = (event: Event): void => event.preventDefault()
    // Browsers close a dialog at a second Escape even if the first was canceled. It opens again.
    dialog.setAttribute('closedby', 'none')
    dialog.addEventListener('cancel', stay)
    dialog.addEventListener('close', open)
    open()
    return () => {
      dialog.removeEventListener('cancel', stay)
      dialog.removeEventListener('close', open)
      dialog.close()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      className={`dialog m-auto max-h-[calc(100dvh-2rem)] w-full max-w-none overflow-y-auto overscroll-contain rounded-card border border-clay bg-ember p-0 text-cream shadow-2xl shadow-black backdrop:bg-night/80 backdrop:backdrop-blur-sm ${className}`}
    >
      {children}
    </dialog>
  )
}
