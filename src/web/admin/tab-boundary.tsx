import { Component, type ReactNode } from 'react'
import { LoadFailure } from '#ui/desk/list-states.tsx'

type Props = { readonly label: string; readonly children: ReactNode }

/** Keeps a tab that failed, or whose screen did not come, from taking the rest of the staff area with it. */
export class TabBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <LoadFailure what={this.props.label} text={error.message} onRetry={() => window.location.reload()} />
    )
  }
}
