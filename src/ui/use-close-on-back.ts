import { useEffect, useEffectEvent } from 'react'
import { closeOnBack } from './close-on-back.ts'

/** Lets Back close an open dialog before it leaves the page. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => (isOpen ? closeOnBack(() => close()) : undefined), [isOpen])
}
