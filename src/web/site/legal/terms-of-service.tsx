import { addressLine, closedDays, formatPhone, weekLines } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { LegalPage, type LegalSection, List } from './legal-page.tsx'
import { legalMeta } from '../page/page-meta.ts'
import { useRootData } from '../layout/site-layout.tsx'
import type { Route } from './+types/terms-of-service.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  legalMeta(matches, 'Terms of Service', '/terms-of-service')

export default function TermsOfService() {
  const { venue } = useRootData()
  return (
    <LegalPage
      title="Terms of Service"
      intro={`What you can expect from ${venue.name}, and what we ask of you, when you book with us or use this site.`}
      changedOn={venue.policiesChangedOn}
      sections={[...bookingTerms(venue), ...venueTerms(venue)]}
    />
  )
}

const hoursLine = (venue: PublicVenue, service: 'restaurant' | 'social'): string =>
  weekLines(venue.hours, service)
    .map((line) => `${line.days} ${line.times}`)
    .join('; ')

const changeTerms = ({ moveFeeCents, creditOnMove, creditMonths, changeNoticeHours }: PublicVenue): string =>
  `Changes to a night table need ${countText(changeNoticeHours, 'hour')} of notice.${moveFeeCents > 0 ? ` If you move your reservation to another night online, a fee of ${formatUsd(moveFeeCents)} is added to its price. You see it before you confirm. It is not refunded if you cancel, and comes back with everything else if we cancel.` : ''}${creditOnMove ? ` If the other night costs less, you keep the difference as a credit for ${countText(creditMonths, 'month')}. It pays for later changes of your reservation, comes back with everything else if you cancel in time, and is paid back if you ask us for it.` : ''}`

const bookingTerms = (venue: PublicVenue): LegalSection[] => [
  {
    id: 'agreement',
    title: 'Our agreement',
    body: (
      <p>
        By booking a table, sending an inquiry or using this website you agree to these terms. If you book for
        others, you agree on their behalf and make sure that they know these terms.
      </p>
    ),
  },
  {
    id: 'age',
    title: 'Age',
    body: (
      <p>
        Bookings require age <strong>{venue.minimumAge} or over</strong>. Alcohol is served to guests of legal
        drinking age with valid identification only, and the social hours may be restricted further by law or
        by an event.
      </p>
    ),
  },
  {
    id: 'reservations',
    title: 'Reservations',
    body: (
      <List
        items={[
          <>
            Reservations are held <strong>{venue.graceMinutes} minutes</strong> after the booked time; after
            that the table may be given to other guests.
          </>,
          <>
            Parties of <strong>{venue.largePartySize} or more</strong> need advance notice and are confirmed
            by our team.
          </>,
          <>
            Please arrive {venue.arriveEarlyMinutes} minutes early for a night table and present your
            confirmation.
          </>,
          changeTerms(venue),
          <>
            Restaurant: {hoursLine(venue, 'restaurant')}. Social: {hoursLine(venue, 'social')}. Closed on{' '}
            {closedDays(venue.hours, 'restaurant')}.
          </>,
        ]}
      />
    ),
  },
  {
    id: 'cancellation',
    title: 'Cancellation and refunds',
    body: (
      <>
        <p>
          Regular dining: please cancel at least <strong>{countText(venue.diningCancelHours, 'hour')}</strong>{' '}
          ahead.
        </p>
        <p>
          Night tables paid online can be cancelled for a full refund until{' '}
          <strong>{countText(venue.changeNoticeHours, 'hour')}</strong> before the doors open
          {venue.moveFeeCents > 0 ? ', except for fees for moving to another night.' : '.'}
          {venue.refundResoldTables
            ? ' If you cancel later and we sell your table again for that night, we refund what you paid, up to the new price.'
            : null}
        </p>
        <p>Private events:</p>
        <List
          items={[
            <>30 or more days ahead: full refund minus fees already paid to others on your behalf</>,
            <>14 to 29 days ahead: 50% refund</>,
            <>under 14 days ahead: no refund</>,
          ]}
        />
      </>
    ),
  },
  {
    id: 'payments',
    title: 'Payments and cover charges',
    body: (
      <p>
        A night table is paid for when it is reserved, at the total shown before you pay. Table reservation
        and cover charges are separate fees; all patrons pay cover on entry except the primary reservation
        holder. Prices are in US dollars.
      </p>
    ),
  },
]

const venueTerms = (venue: PublicVenue): LegalSection[] => [
  {
    id: 'conduct',
    title: 'Conduct and dress code',
    body: (
      <p>
        We ask for smart casual dress; athletic wear and flip-flops are not admitted in the social hours. We
        may refuse entry or service, without a refund, to anyone who endangers or harasses guests or staff.
      </p>
    ),
  },
  {
    id: 'performers',
    title: 'Performers and private events',
    body: (
      <p>
        An inquiry or an application is a request, not a booking. It becomes one when we confirm it in
        writing, on the terms stated there.
      </p>
    ),
  },
  {
    id: 'site',
    title: 'This website',
    body: (
      <p>
        Texts, pictures and films on this site belong to {venue.name} or are used with permission. Menus,
        prices, events and hours can change; what we confirm to you in writing stands.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        To the extent the law allows, our liability for a booking is limited to what you paid for it. Nothing
        here limits liability that cannot be limited by law.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Governing law',
    body: <p>These terms are governed by Texas law.</p>,
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        {venue.name}, {addressLine(venue)}. Call <a href={`tel:${venue.phone}`}>{formatPhone(venue.phone)}</a>{' '}
        or write to <a href={`mailto:${venue.email}`}>{venue.email}</a>.
      </p>
    ),
  },
]
