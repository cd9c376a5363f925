import { useLocation } from 'react-router'
import { formatPhone, subtitleOf } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { BrandName } from './brand.tsx'
import { DRAWER_LINKS } from './navigation.ts'

export const SITE_DRAWER = 'site-drawer'
export const ROUND_BUTTON =
  'inline-flex size-11 items-center justify-center rounded-full text-cream hover:bg-cocoa'

/**
 * The drawer is a native popover: it opens, closes on Escape and restores focus without JavaScript. It stands behind the content,
 * so that the first paint waits for none of it.
 */
export function SiteDrawer({ venue }: { venue: PublicVenue }) {
  const { pathname } = useLocation()
  return (
    <div
      id={SITE_DRAWER}
      popover="auto"
      className="drawer fixed inset-y-0 right-auto left-0 m-0 h-dvh w-[min(20rem,86vw)] flex-col border-r border-bark bg-ember p-4 text-cream open:flex md:hidden"
    >
      <div className="flex items-center justify-between">
        <BrandName name={venue.name} subtitle={subtitleOf(venue.tagline)} />
        <button
          type="button"
          popoverTarget={SITE_DRAWER}
          popoverTargetAction="hide"
          className={ROUND_BUTTON}
          aria-label="Close the menu"
        >
          <Icon name="close" className="size-6" />
        </button>
      </div>
      <nav aria-label="Drawer" className="mt-6">
        <ul className="flex flex-col gap-1">
          {DRAWER_LINKS.map(({ to, label }) => (
            <li key={label}>
              <a
                href={to}
                aria-current={pathname === to ? 'page' : undefined}
                className="flex min-h-12 items-center rounded-xl px-4 font-display text-xl text-cream hover:bg-cocoa aria-[current=page]:bg-cocoa aria-[current=page]:text-brass"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <a
        href={`tel:${venue.phone}`}
        className={buttonClass('outline', 'mt-auto mb-[env(safe-area-inset-bottom)]')}
      >
        <Icon name="phone" />
        {formatPhone(venue.phone)}
      </a>
    </div>
  )
}
