import { useSyncExternalStore } from 'react'

const WIDE = '(width >= 64rem)'

/** Whether lists are dense tables, beside which a record opens. */
export const isWideScreen = (): boolean => window.matchMedia(WIDE).matches

function onScreenWidth(notify: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

export const useIsWideScreen = (): boolean => useSyncExternalStore(onScreenWidth, isWideScreen, () => false)
