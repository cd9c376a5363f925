import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** A form on the screen. */
type Registered = {
  /** Whether it holds something that was typed and is not saved. */
  readonly isDirty: () => boolean
  /** Throws away what was typed, and the draft kept of it. */
  readonly discard: () => void
}

const forms = new Set<Registered>()
const isAnyDirty = (): boolean => [...forms].some((form) => form.isDirty())

let answerQuestion: ((discards: boolean) => void) | null = null
let isLeaving = false
const watchers = new Set<() => void>()

function setQuestion(answer: typeof answerQuestion): void {
  answerQuestion = answer
  for (const update of watchers) update()
}

const watchQuestion = (update: () => void) => {
  watchers.add(update)
  return () => void watchers.delete(update)
}

const nextFrame = (): Promise<unknown> => new Promise((drawn) => requestAnimationFrame(drawn))

/** Asks whether what was typed may be thrown away. A second question takes the place of the first, which is a no. */
async function askToDiscard(): Promise<boolean> {
  // A dialog that Back tried to close takes its history entry again first: the question's own entry follows it.
  await nextFrame()
  await nextFrame()
  answerQuestion?.(false)
  return new Promise((resolve) => {
    setQuestion((discards) => {
      setQuestion(null)
      resolve(discards)
    })
  })
}

/** Whether the page may be left: nothing was typed, or it may be thrown away. */
export async function mayLeave(): Promise<boolean> {
  if (!isAnyDirty()) return true
  if (!(await askToDiscard())) return false
  for (const form of forms) form.discard()
  return true
}

/** Lets the document be left without the browser's own question: it was asked already, or nothing would be lost. */
export function leaveWithoutAsking(): void {
  isLeaving = true
}

type Guarded = {
  readonly isDirty: () => boolean
  readonly discard?: () => void
}

/** Puts a form under guard for as long as it is on the screen. Answers how to ask whether it may be closed. */
export function useUnsaved({ isDirty, discard }: Guarded): () => Promise<boolean> {
  const isDirtyNow = useEffectEvent(isDirty)
  const discardNow = useEffectEvent(() => discard?.())
  useEffect(() => {
    const form: Registered = { isDirty: () => isDirtyNow(), discard: () => discardNow() }
    forms.add(form)
    return () => void forms.delete(form)
  }, [])
  return async () => {
    if (isDirty() && !(await askToDiscard())) return false
    discard?.()
    return true
  }
}

/** Stands once around everything: asks before a navigation or a closed tab throws away what was typed. */
export function UnsavedGuard() {
  const answer = useSyncExternalStore(
    watchQuestion,
    () => answerQuestion,
    () => null,
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (isAnyDirty() && !isLeaving) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  useGuardedNavigation()
  return (
    <ConfirmDialog
      isOpen={answer !== null}
      question="Discard what you typed?"
      confirm="Discard"
      cancel="Keep editing"
      onConfirm={() => answer?.(true)}
      onClose={() => answer?.(false)}
    >
      <p className="text-sand">It is not saved yet.</p>
    </ConfirmDialog>
  )
}

/** Leaving a page asks while something on it is not saved. Dialogs answer to Back by themselves. */
function useGuardedNavigation(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isAnyDirty(),
  )
  const decide = useEffectEvent(async () => {
    if (await mayLeave()) blocker.proceed?.()
    else blocker.reset?.()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') void decide()
  }, [blocker.state])
}
