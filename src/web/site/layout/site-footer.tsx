import type { ReactNode } from 'react'
import { addressLine, copyrightLine, formatPhone, subtitleOf, weekLines } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { BrandName, Mark } from './brand.tsx'
import { LEGAL_LINKS, QUICK_LINKS } from './navigation.ts'

const LINK =
  'inline-flex min-h-11 min-w-11 items-center text-sand underline-offset-4 hover:text-cream hover:underline'

/** Its last links stand above the bar of a phone, and above the cookie banner while that is open. */
export const SiteFooter = ({ venue, year }: { venue: PublicVenue; year: string }) => (
  <footer className="below-screen mt-24 bg-ember pb-[calc(var(--foot)-1rem+env(safe-area-inset-bottom))] [--tall:78rem] md:pb-[calc(var(--foot)-1rem)] md:[--tall:46rem] lg:[--tall:32rem]">
    <div className="zellige-strip" aria-hidden="true" />
    <div className="wrap grid grid-cols-1 gap-10 py-14 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1.3fr_1.3fr]">
      <div className="flex flex-col gap-4">
        <a href="/" className="flex min-h-11 items-center gap-3 self-start">
          <Mark className="size-12" />
          <BrandName name={venue.name} subtitle={subtitleOf(venue.tagline)} />
        </a>
        <p className="max-w-xs text-sand">{venue.description}</p>
        <SocialLinks venue={venue} />
      </div>
      <Column title="Quick Links">
        <ul>
          {QUICK_LINKS.map(({ to, label }) => (
            <li key={to}>
              <a href={to} className={LINK}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </Column>
      <Column title="Contact">
        <address className="flex flex-col gap-1 text-sand not-italic">
          <span>{addressLine(venue)}</span>
          <a href={`tel:${venue.phone}`} className={LINK}>
            {formatPhone(venue.phone)}
          </a>
          <a href={`mailto:${venue.email}`} className={`${LINK} break-all`}>
            {venue.email}
          </a>
        </address>
      </Column>
      <Column title="Hours">
        <HoursList venue={venue} />
      </Column>
    </div>
    <div className="border-t border-bark">
      <div className="wrap flex flex-col gap-4 py-6 text-sm text-sand lg:flex-row lg:items-center lg:justify-between">
        <p>{copyrightLine(venue.name, year)}</p>
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {LEGAL_LINKS.map(({ to, label }) => (
            <li key={to}>
              <a href={to} className={LINK}>
                {label}
              </a>
            </li>
          ))}
          <li>
            <a href="/cookie-policy?cookies=1#cookie-settings" data-cookie-settings className={LINK}>
              Cookie Settings
            </a>
          </li>
        </ul>
      </div>
    </div>
  </footer>
)

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className="mb-3 font-sans text-sm font-semibold tracking-[0.16em] text-brass uppercase">{title}</h2>
    {children}
  </div>
)

const HoursList = ({ venue }: { venue: PublicVenue }) => (
  <dl className="flex flex-col gap-3 text-sand">
    {(['restaurant', 'social'] as const).map((service) => (
      <div key={service}>
        <dt className="font-semibold text-cream">{service === 'restaurant' ? 'Restaurant' : 'Social'}</dt>
        {weekLines(venue.hours, service).map((line) => (
          <dd key={line.days}>
            {line.days} {line.times}
          </dd>
        ))}
      </div>
    ))}
  </dl>
)

const SOCIAL_PATHS = {
  Instagram:
    'M7 3.500h10A3.500 3.500 0 0 1 20.500 7v10a3.500 3.500 0 0 1-3.500 3.500H7A3.500 3.500 0 0 1 3.500 17V7A3.500 3.500 0 0 1 7 3.500zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17 6.900v.010',
  Facebook:
    'M14 8.500h2.500V5H14a3.500 3.500 0 0 0-3.500 3.500V11H8v3.500h2.500V21H14v-6.500h2.500L17 11h-3V9a.500.500 0 0 1 0-.500z',
  TikTok: 'M14 3.500v11a3.500 3.500 0 1 1-3.500-3.500M14 3.500c.300 2.800 2 4.500 4.500 4.700',
} as const

const SocialLinks = ({ venue }: { venue: PublicVenue }) =>
  venue.social.length === 0 ? null : (
    <ul className="flex gap-2">
      {venue.social.map(({ name, url }) => (
        <li key={name}>
          <a
            href={url}
            rel="noreferrer noopener"
            target="_blank"
            aria-label={`${venue.name} on ${name} (opens in a new tab)`}
            className="inline-flex size-11 items-center justify-center rounded-full border border-bark text-sand hover:border-brass hover:text-brass"
          >
            <svg
              viewBox="0 0 24 24"
              className="size-5"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.600"
              aria-hidden="true"
            >
              <path d={SOCIAL_PATHS[name]} strokeLinecap="round" strokeLinejoin="round" />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
