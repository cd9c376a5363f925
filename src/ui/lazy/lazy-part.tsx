import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { FailureBoundary } from './failure-boundary.tsx'

type Props<Module> = {
  /** Imports the code of the part. What is imported already is not requested again. */
  readonly load: () => Promise<Module>
  /** Stands in the place of a part that did not load or throws. */
  readonly failed: ReactNode
  readonly onFailure?: () => void
  readonly children: (module: Module) => ReactNode
}

/**
 * Part of an island whose code is loaded when it is first shown. Where that fails, what surrounds it stands, and it is tried again
 * once the connection returns.
 */
export function LazyPart<Module extends object>({ load, failed, onFailure, children }: Props<Module>) {
  const [part, setPart] = useState<Module | 'loading' | 'failed'>('loading')
  const begin = useEffectEvent((isShown: () => boolean): void => {
    load().then(
      (module) => isShown() && setPart(module),
      () => {
        if (!isShown()) return
        setPart('failed')
        onFailure?.()
      },
    )
  })
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const tryNow = (): void => begin(() => !signal.aborted)
    tryNow()
    addEventListener('online', tryNow, { signal })
    return () => ending.abort()
  }, [])
  if (part === 'loading') return null
  if (part === 'failed') return failed
  return (
    <FailureBoundary failed={failed} {...(onFailure ? { onFailure } : {})}>
      {children(part)}
    </FailureBoundary>
  )
}
