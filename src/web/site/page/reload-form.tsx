import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'

type Props = {
  readonly label: 'Try again' | 'Refresh'
  /** Query parameters that the reload keeps. */
  readonly keep?: Readonly<Record<string, string>>
}

/** Revalidates the page's loaders; without JavaScript it reloads the page. */
export function ReloadForm({ label, keep = {} }: Props) {
  const { revalidate, state } = useRevalidator()
  const isLoading = state === 'loading'
  return (
    <form
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLoading) void revalidate()
      }}
    >
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" look="outline" aria-busy={isLoading}>
        {isLoading ? <Spinner /> : null}
        {label}
      </Button>
    </form>
  )
}
