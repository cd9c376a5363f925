import { useLocation } from 'react-router'
import { formatPhone, subtitleOf } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { BrandName, Mark } from './brand.tsx'
import { HEADER_LINKS } from './navigation.ts'
import { ROUND_BUTTON, SITE_DRAWER } from './site-drawer.tsx'

export const SiteHeader = ({ venue }: { venue: PublicVenue }) => (
  <header className="fixed inset-x-0 top-0 z-40 border-b border-bark/70 bg-night/92 backdrop-blur-sm">
    {/* First the bar of phones, which paint it as soon as it has arrived. */}
    <MobileBar venue={venue} />
    <DesktopBar venue={venue} />
  </header>
)

const isAt = (pathname: string, to: string): boolean => pathname === to.split('?', 1)[0]

function DesktopBar({ venue }: { venue: PublicVenue }) {
  const { pathname } = useLocation()
  return (
    <div className="wrap hidden h-20 items-center justify-between gap-1 max-lg:text-sm md:flex lg:gap-4">
      <a href="/" className="flex min-h-11 shrink-0 items-center gap-2 rounded-lg lg:gap-3">
        <Mark className="size-9 lg:size-10" />
        <BrandName name={venue.name} subtitle={subtitleOf(venue.tagline)} />
      </a>
      <nav aria-label="Main">
        <ul className="flex items-center lg:gap-1">
          {HEADER_LINKS.map(({ to, label }) => (
            <li key={label}>
              <a
                href={to}
                aria-current={isAt(pathname, to) ? 'page' : undefined}
                className="inline-flex min-h-11 items-center rounded-lg px-1 font-medium text-sand transition-colors hover:text-cream aria-[current=page]:text-brass min-[50rem]:px-1.5 lg:px-3 xl:px-3.5"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex items-center gap-1 lg:gap-3">
        <a
          href={`tel:${venue.phone}`}
          className={buttonClass('quiet', 'px-1 whitespace-nowrap lg:px-2 xl:px-4')}
        >
          <Icon name="phone" className="size-5 max-xl:hidden" />
          {/* The number below the words: beside them there is room for it on wide screens only. */}
          <span className="max-xl:flex max-xl:flex-col max-xl:leading-tight">
            Call Us <span className="max-xl:text-xs">{formatPhone(venue.phone)}</span>
          </span>
        </a>
        <a href="/reservations" className={buttonClass('solid', 'px-3 whitespace-nowrap lg:px-5')}>
          Reserve Table
        </a>
      </div>
    </div>
  )
}

const MobileBar = ({ venue }: { venue: PublicVenue }) => (
  <div className="flex h-16 items-center justify-between gap-2 px-3 md:hidden">
    <button type="button" popoverTarget={SITE_DRAWER} className={ROUND_BUTTON} aria-label="Open the menu">
      <Icon name="drawer" className="size-6" />
    </button>
    <a href="/" className="flex min-h-11 min-w-0 items-center gap-2.5">
      <Mark className="size-9" />
      <span className="truncate font-display text-lg font-semibold">{venue.name}</span>
    </a>
    <a href={`tel:${venue.phone}`} className={ROUND_BUTTON} aria-label={`Call ${formatPhone(venue.phone)}`}>
      <Icon name="phone" className="size-5.5" />
    </a>
  </div>
)
