import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'

type Props = {
  readonly label: 'Try again' | 'Refresh'
  /** The parameters of the address that are to stay. */
  readonly keep?: Readonly<Record<string, string>>
}

/** Asks for the page's contents once more: in place, or by loading the page where no script has come. */
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
