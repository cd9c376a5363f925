import { addressLine, closedDays, formatPhone, weekLines } from '#features/venue/rules.ts'
import type { Service, SpecialDay, PublicVenue } from '#features/venue/schema.ts'
import { formatDate, formatTimes } from '#lib/venue-time.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { DirectionsLinks } from '../directions/directions-links.tsx'
import { VenueMap } from '../directions/venue-map.tsx'

type Props = { readonly venue: PublicVenue; readonly specialDays: readonly SpecialDay[] }

export const HomeHours = ({ venue, specialDays }: Props) => (
  <section
    aria-labelledby="hours"
    className="wrap below-screen py-20 md:py-28 [--tall:78rem] md:[--tall:60rem]"
  >
    <div className="text-center">
      <p className="eyebrow">Opening Hours</p>
      <h2 id="hours" className="mt-4 text-title">
        One roof, <em className="text-brass">two evenings.</em>
      </h2>
    </div>
    <div className="mx-auto mt-12 grid max-w-4xl gap-5 md:grid-cols-2">
      <HoursCard
        venue={venue}
        service="restaurant"
        icon="menu"
        glow="from-terracotta/25"
        name="Restaurant"
        text="Fine dining"
        specialDays={specialDays}
      />
      <HoursCard
        venue={venue}
        service="social"
        icon="glass"
        glow="from-burgundy/55"
        name="Social"
        text="Lounge and entertainment"
        specialDays={specialDays}
      />
    </div>
    <address className="mt-10 flex flex-col items-center justify-center gap-x-10 gap-y-2 text-center not-italic sm:flex-row">
      <a
        href={`tel:${venue.phone}`}
        className="inline-flex min-h-11 items-center gap-2.5 font-semibold text-brass underline-offset-4 hover:underline"
      >
        <Icon name="phone" />
        {formatPhone(venue.phone)}
      </a>
      <span className="inline-flex items-center gap-2.5 text-sand">
        <Icon name="pin" className="size-5 text-brass" />
        {addressLine(venue)}
      </span>
    </address>
    <DirectionsLinks venue={venue} className="mt-2 justify-center" />
    <VenueMap venue={venue} />
  </section>
)

type CardProps = Props & {
  readonly service: Service
  readonly icon: IconName
  /** Tailwind class of the gradient's first color. */
  readonly glow: string
  readonly name: string
  readonly text: string
}

function HoursCard({ venue, service, icon, glow, name, text, specialDays }: CardProps) {
  const closed = closedDays(venue.hours, service)
  const special = specialDays.filter((day) => day.service === service)
  return (
    <article
      className={`flex flex-col items-center rounded-card border border-bark bg-linear-to-b to-cocoa px-6 py-8 text-center md:py-10 ${glow}`}
    >
      <span className="flex size-16 items-center justify-center rounded-full border border-brass/40 text-brass">
        <Icon name={icon} className="size-7" />
      </span>
      <h3 className="mt-5 text-heading">{name}</h3>
      <p className="text-sand">{text}</p>
      <div className="mt-6 flex flex-col gap-3">
        {weekLines(venue.hours, service).map((line) => (
          <p key={line.days} className="flex flex-col">
            <span className="eyebrow text-teal-light">{line.days}</span>
            <span className="font-display text-2xl text-cream">{line.times}</span>
          </p>
        ))}
      </div>
      {closed ? <p className="mt-3 text-sm text-sand">Closed {closed}</p> : null}
      {special.map((day) => (
        <p key={day.date} className="mt-2 text-sm text-brass">
          {formatDate(day.date, 'medium')}:{' '}
          {day.hours ? formatTimes(day.hours.opens, day.hours.closes) : 'closed'} ({day.reason})
        </p>
      ))}
    </article>
  )
}
