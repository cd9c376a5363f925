import { useEffectEvent, useLayoutEffect } from 'react'
import { closeOnBack } from './close-on-back.ts'

/** Lets Back close an open dialog before it leaves the page. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  // A layout effect, because Back right after the dialog has disappeared is meant for the page.
  useLayoutEffect(() => (isOpen ? closeOnBack(() => close()) : undefined), [isOpen])
}
