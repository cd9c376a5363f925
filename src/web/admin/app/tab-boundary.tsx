import { Component, type ReactNode, useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { StateNote } from '#ui/state.tsx'
import { reloadOnceReady, retryScreens, ScreenNotLoaded } from './lazy-screen.tsx'

type Props = {
  readonly label: string
  readonly children: ReactNode
}

const reload = (): void => window.location.reload()

async function retry(): Promise<void> {
  if (!(await reloadOnceReady()))
    showToast({ tone: 'bad', title: 'Still no connection', text: 'Check it, then try again.' })
}

/** Error boundary of a tab, for rendering errors and chunks that failed to load. */
export class TabBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(): void {
    retryScreens()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    if (!(error instanceof ScreenNotLoaded)) return <TabError error={error} />
    return error.isReplaced ? (
      <StateNote
        role="alert"
        title="A new version is here"
        text={`${this.props.label} was updated since you opened this page. Reload to go on. What you typed is kept.`}
      >
        <Button onClick={reload}>Reload</Button>
      </StateNote>
    ) : (
      <NotLoaded label={this.props.label} />
    )
  }
}

const RETRY_MS = 3000

/** A tab that was opened without a connection. It opens by itself once there is one: nothing on it can be lost. */
function NotLoaded({ label }: { readonly label: string }) {
  useEffect(() => {
    const timer = setInterval(() => void reloadOnceReady(), RETRY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <StateNote
      role="alert"
      title={`${label} could not be loaded`}
      text="The connection was lost. This tab opens by itself once it is back."
    >
      <Button onClick={() => void retry()}>Retry</Button>
    </StateNote>
  )
}

/** Error screen inside the failed tab. */
const TabError = ({ error }: { error: Error }) => (
  <section role="alert" className="flex max-w-prose flex-col items-start gap-5 py-10">
    <h2 className="text-heading">Something went wrong</h2>
    <p className="text-sand">
      An unexpected error kept this tab from being shown. The other tabs still work. Refreshing usually helps.
    </p>
    <Button onClick={reload}>Refresh Page</Button>
    <details className="w-full rounded-xl border border-bark bg-ember p-4">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">Error details</summary>
      <pre className="mt-3 overflow-x-auto text-sm whitespace-pre-wrap text-sand">
        {error.name}: {error.message}
      </pre>
    </details>
  </section>
)

type OverlayProps = { readonly onError: () => void; readonly children: ReactNode }

/** Error boundary of a dialog: closes it with a toast, and the page below stays. */
export class OverlayBoundary extends Component<OverlayProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    retryScreens()
    showToast({
      tone: 'bad',
      title: 'Could not open this',
      text: 'Check the connection, then try again.',
    })
    this.props.onError()
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
