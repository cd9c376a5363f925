import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

type Props = {
  /** Name of the field, such as `Search events`. */
  readonly label: string
  readonly action: string
  readonly search: string
  /** The other filters, kept by a search. */
  readonly kept: Readonly<Record<string, string>>
}

/** Search as a plain GET form; live-search/live-search.ts searches while the guest types. */
export const SearchForm = ({ label, action, search, kept }: Props) => (
  <form role="search" method="get" action={action} data-live-search className="flex min-w-0 flex-1 gap-2">
    {Object.entries(kept).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <label className="relative min-w-0 flex-1">
      <span className="sr-only">{label}</span>
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-dune"
      />
      <input
        type="search"
        name="q"
        maxLength={100}
        defaultValue={search}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        className="h-12 w-full rounded-xl border border-clay bg-ember pr-3 pl-12 text-cream placeholder:text-dune focus-visible:border-brass"
      />
    </label>
    <Button type="submit" look="outline">
      Search
    </Button>
  </form>
)
