import { Icon } from '#ui/icon.tsx'

export type Choice = {
  readonly label: string
  /** Address with this choice; of a chosen one, without it. */
  readonly to: string
  readonly isCurrent: boolean
}

type Props = {
  readonly label: string
  readonly choices: readonly Choice[]
  /** Choices that depend on a search while it is typed have an id, and are replaced with its results. */
  readonly id?: string
}

/** A row of filters. Each is a link, so that a choice can be shared, undone with Back, and made without a script. */
export const Choices = ({ label, choices, id }: Props) => (
  <nav
    id={id}
    data-search-results={id ? '' : undefined}
    data-keeps-search
    aria-label={label}
    className="min-w-0"
  >
    <p aria-hidden="true" className="mb-1.5 text-sm text-dune">
      {label}
    </p>
    <ul
      data-reveal-current
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {choices.map((choice) => (
        <li key={choice.label} className="shrink-0">
          <a
            href={choice.to}
            aria-current={choice.isCurrent ? 'true' : undefined}
            className="inline-flex h-11 items-center gap-1.5 rounded-full border border-clay bg-ember px-4 text-sm font-semibold whitespace-nowrap text-sand transition-colors hover:border-brass hover:text-cream aria-[current=true]:border-brass aria-[current=true]:bg-brass aria-[current=true]:text-night"
          >
            {choice.label}
            {choice.isCurrent && choice.label !== 'All' ? <Icon name="close" className="size-3.5" /> : null}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
