import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../confirm-dialog.tsx'

type GuardedFormState = {
  /** Whether the form has unsaved input. */
  readonly isDirty: () => boolean
  /** Discards the input and its stored draft. */
  readonly discard: () => void
}

const forms = new Set<GuardedFormState>()
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

/** Asks whether unsaved input may be discarded. A second question answers the first one with no. */
async function askToDiscard(): Promise<boolean> {
  // A dialog that Back tried to close pushes its history entry again first. The entry of this question follows it.
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

/** Whether the page may be left: there is no unsaved input, or the user agreed to discard it. */
export async function mayLeave(): Promise<boolean> {
  if (!isAnyDirty()) return true
  if (!(await askToDiscard())) return false
  for (const form of forms) form.discard()
  return true
}

/** Suppresses the `beforeunload` event: the user has confirmed already, or no input would be lost. */
export function leaveWithoutAsking(): void {
  isLeaving = true
}

type Guarded = {
  readonly isDirty: () => boolean
  readonly discard?: () => void
}

/** Registers a mounted form with the guard. Returns the check to await before the form closes. */
export function useUnsaved({ isDirty, discard }: Guarded): () => Promise<boolean> {
  const isDirtyNow = useEffectEvent(isDirty)
  const discardNow = useEffectEvent(() => discard?.())
  useEffect(() => {
    const form: GuardedFormState = { isDirty: () => isDirtyNow(), discard: () => discardNow() }
    forms.add(form)
    return () => void forms.delete(form)
  }, [])
  return async () => {
    if (isDirty() && !(await askToDiscard())) return false
    discard?.()
    return true
  }
}

/** Mounted once. Asks before a navigation or a closed browser tab discards unsaved input. */
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

/** Blocks navigation to another path while a form is dirty. Dialogs handle Back by themselves. */
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
