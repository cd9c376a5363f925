import { Link } from 'react-router'

type Tab = { readonly to: string; readonly label: string; readonly isCurrent: boolean }

// The tabs overflow on narrow screens: scrolls the current one into view without scrolling the page.
const reveal = (tab: HTMLElement | null): void => {
  const nav = tab?.closest('nav')
  if (tab && nav) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
}

/** Tabs as links, with the choice in the URL: they work before any script has loaded. */
export const LinkTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav aria-label={label} className="relative -mx-1 overflow-x-auto px-1 py-1 [scrollbar-width:none]">
    <ul className="inline-flex min-w-full gap-1 rounded-full border border-bark bg-ember p-1 sm:min-w-0">
      {tabs.map(({ to, label: name, isCurrent }) => (
        <li key={to} className="flex-1 sm:flex-none">
          <Link
            ref={isCurrent ? reveal : undefined}
            to={to}
            preventScrollReset
            prefetch="intent"
            aria-current={isCurrent ? 'page' : undefined}
            className={`flex min-h-11 items-center justify-center rounded-full px-4 text-sm font-semibold whitespace-nowrap transition-colors sm:px-6 ${
              isCurrent ? 'bg-brass text-night' : 'text-sand hover:text-cream'
            }`}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
