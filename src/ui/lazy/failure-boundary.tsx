import { Component, type ReactNode } from 'react'

type Props = {
  /** Stands in the place of a part that throws. */
  readonly failed: ReactNode
  readonly onFailure?: () => void
  readonly children: ReactNode
}

/** Keeps the rest of the page standing if a part of it throws. */
export class FailureBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onFailure?.()
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
