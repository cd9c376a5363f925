import type { ReactNode } from 'react'
import { Button } from '../../button.tsx'
import { StateNote } from '../../state.tsx'

/** Skeleton of a list that is loading. */
export const LoadingRows = ({ label, rows = 6 }: { label: string; rows?: number }) => (
  <div role="status" aria-label={label} className="flex flex-col gap-3">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} aria-hidden="true" className="skeleton h-14 rounded-lg" />
    ))}
  </div>
)

export const LoadingCards = ({ label, cards = 6 }: { label: string; cards?: number }) => (
  <div role="status" aria-label={label} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
    {Array.from({ length: cards }, (_, card) => (
      <div key={card} aria-hidden="true" className="skeleton h-56 rounded-card" />
    ))}
  </div>
)

type FailureProps = { readonly what: string; readonly text: string; readonly onRetry: () => void }

/** Error state of a list, with a button to retry the request. */
export const LoadFailure = ({ what, text, onRetry }: FailureProps) => (
  <StateNote role="alert" title={`${what} could not be loaded`} text={text}>
    <Button onClick={onRetry}>Try again</Button>
  </StateNote>
)

type ListProps<Item> = {
  readonly what: string
  readonly query: {
    readonly data: readonly Item[] | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  readonly empty: ReactNode
  readonly loading?: ReactNode
  readonly children: (items: readonly Item[]) => ReactNode
}

/** Renders a list in its state: loading, failed, empty or loaded. */
export function ListStates<Item>({ what, query, empty, loading, children }: ListProps<Item>) {
  const { data, error, refetch } = query
  if (data) return data.length === 0 ? empty : children(data)
  if (error) return <LoadFailure what={what} text={error.message} onRetry={() => void refetch()} />
  return loading ?? <LoadingRows label={`Loading ${what.toLowerCase()}`} />
}

type MoreProps = { readonly isLoading: boolean; readonly onMore: () => void }

/** Button below a list that has more rows. */
export const ShowMore = ({ isLoading, onMore }: MoreProps) => (
  <Button look="outline" className="self-center" disabled={isLoading} onClick={onMore}>
    Show more
  </Button>
)
