import type { CheckIn } from './check-in.ts'

/** The browser asks before it closes or leaves the page while acts exist in its memory only. Returns the end of it. */
export function guardLeaving({ subscribe, getState }: Pick<CheckIn, 'subscribe' | 'getState'>): () => void {
  let isGuarded = false
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
  const update = (): void => {
    const isNeeded = getState().unstored > 0
    if (isNeeded === isGuarded) return
    isGuarded = isNeeded
    // Listening only while it is needed: some browsers keep no page for the way back that listens.
    if (isNeeded) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }
  update()
  const unsubscribe = subscribe(update)
  return () => {
    unsubscribe()
    window.removeEventListener('beforeunload', ask)
  }
}
