type Tab = {
  readonly to: string
  readonly label: string
  /** Follows the label, below it where the screen is narrow. */
  readonly note?: string
  readonly isCurrent: boolean
}

/** Tabs as links, with the choice in the URL: they work before any script has loaded. */
export const LinkTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav
    aria-label={label}
    data-reveal-current
    className="relative -mx-1 overflow-x-auto px-1 py-1 [scrollbar-width:none]"
  >
    <ul className="inline-flex min-w-full gap-1 rounded-full border border-bark bg-ember p-1 sm:min-w-0">
      {tabs.map(({ to, label: name, note, isCurrent }) => (
        <li key={to} className="flex flex-auto sm:flex-none">
          <a
            href={to}
            aria-current={isCurrent ? 'page' : undefined}
            className={`flex min-h-11 flex-auto items-center justify-center rounded-full px-1.5 text-center text-sm leading-tight font-semibold transition-colors xs:px-4 sm:px-6 ${
              isCurrent ? 'bg-brass text-night' : 'text-sand hover:text-cream'
            }`}
          >
            <span>
              {name}
              {note ? (
                <>
                  {' '}
                  <span className="whitespace-nowrap">{note}</span>
                </>
              ) : null}
            </span>
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
