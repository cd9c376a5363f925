import { type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { FailureBoundary } from '#ui/lazy/failure-boundary.tsx'
import { prepareToasts } from '#ui/toasts/toasts.ts'
import { ISLAND_FAILED } from './island-failure.ts'

type Hydration = {
  readonly element: HTMLElement
  readonly name: string
  // oxlint-disable-next-line typescript/no-explicit-any -- name and component come from the registry, which types the props
  readonly component: ComponentType<any>
  readonly props: Readonly<Record<string, unknown>>
}

const FAILED = (
  <p role="alert" className="island-failure">
    {ISLAND_FAILED}
  </p>
)

/** Hydrates one island; resolves once its event handlers work, with false if it failed and says so in its place. */
export function hydrateIsland({ element, name, component: Part, props }: Hydration): Promise<boolean> {
  // A guest who types may lose the connection before the answer: the toast that says so is loaded by then.
  element.addEventListener('input', prepareToasts, { once: true })
  return new Promise((resolve) => {
    hydrateRoot(
      element,
      <FailureBoundary failed={FAILED} onFailure={() => resolve(false)}>
        <Ready onReady={() => resolve(true)}>
          <Part {...props} />
        </Ready>
      </FailureBoundary>,
      { identifierPrefix: name },
    )
  })
}

function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady)
  return children
}
