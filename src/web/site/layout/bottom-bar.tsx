import { useLocation } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import { BOTTOM_LINKS } from './navigation.ts'

/** Tab bar on phones. The footer reserves room for it, so that it covers no content. */
export function BottomBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Tabs"
      className="fixed inset-x-0 bottom-0 z-40 border-t border-bark bg-night/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-sm md:hidden"
    >
      <ul className="grid grid-cols-5">
        {BOTTOM_LINKS.map(({ to, label, icon }) => (
          <li key={to}>
            <a
              href={to}
              aria-current={pathname === to ? 'page' : undefined}
              className="flex h-16 flex-col items-center justify-center gap-1 text-[min(0.75rem,4.6vw)] leading-4 font-medium text-sand aria-[current=page]:text-brass"
            >
              <Icon name={icon} className="size-6" />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
