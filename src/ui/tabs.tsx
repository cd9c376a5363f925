type Tab = { readonly to: string; readonly label: string; readonly isCurrent: boolean }

/** Tabs as links, with the choice in the URL: they work before any script has loaded. */
export const LinkTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav
    aria-label={label}
    data-reveal-current
    className="relative -mx-1 overflow-x-auto px-1 py-1 [scrollbar-width:none]"
  >
    <ul className="inline-flex min-w-full gap-1 rounded-full border border-bark bg-ember p-1 sm:min-w-0">
      {tabs.map(({ to, label: name, isCurrent }) => (
        <li key={to} className="flex-1 sm:flex-none">
          <a
            href={to}
            aria-current={isCurrent ? 'page' : undefined}
            className={`flex min-h-11 items-center justify-center rounded-full px-2.5 text-sm font-semibold whitespace-nowrap transition-colors xs:px-4 sm:px-6 ${
              isCurrent ? 'bg-brass text-night' : 'text-sand hover:text-cream'
            }`}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
