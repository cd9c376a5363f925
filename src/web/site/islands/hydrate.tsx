import { Component, type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prepareToasts } from '#ui/toasts/toasts.ts'
import { ISLAND_FAILED } from './island-failure.ts'

type Hydration = {
  readonly element: HTMLElement
  readonly name: string
  // oxlint-disable-next-line typescript/no-explicit-any -- name and component come from the registry, which types the props
  readonly component: ComponentType<any>
  readonly props: Readonly<Record<string, unknown>>
}

/** Hydrates one island; resolves once its event handlers work, with false if it failed and says so in its place. */
export function hydrateIsland({ element, name, component: Part, props }: Hydration): Promise<boolean> {
  // A guest who types may lose the connection before the answer: the toast that says so is loaded by then.
  element.addEventListener('input', prepareToasts, { once: true })
  return new Promise((resolve) => {
    hydrateRoot(
      element,
      <FailureBoundary onFailure={() => resolve(false)}>
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

type BoundaryProps = { readonly onFailure: () => void; readonly children: ReactNode }

/** Keeps the rest of the page standing if an island throws. */
class FailureBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onFailure()
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <p role="alert" className="island-failure">
        {ISLAND_FAILED}
      </p>
    )
  }
}
