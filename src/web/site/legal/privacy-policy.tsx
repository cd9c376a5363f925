import { addressLine, formatPhone } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { withContext } from '#http/context.ts'
import { LegalPage, type LegalSection, List } from './legal-page.tsx'
import { legalMeta } from '../page/page-meta.ts'
import { useRootData } from '../layout/site-layout.tsx'
import type { Route } from './+types/privacy-policy.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  legalMeta(matches, 'Privacy Policy', '/privacy-policy')

export const loader = withContext(async (deps) => ({
  yearsRetained: (await deps.loadVenue()).retentionYears,
  wallets: [
    ...(deps.wallet.applePassTypeId === null ? [] : ['Apple']),
    ...(deps.wallet.hasGoogle ? ['Google'] : []),
  ],
}))

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  const { venue } = useRootData()
  return (
    <LegalPage
      title="Privacy Policy"
      intro={`What ${venue.name} knows about you, why, for how long, and what you can do about it.`}
      changedOn={venue.policiesChangedOn}
      sections={[
        ...collectedSections,
        sharedSection(loaderData.wallets),
        ...rightsSections(venue, loaderData.yearsRetained),
      ]}
    />
  )
}

const collectedSections: readonly LegalSection[] = [
  {
    id: 'collect',
    title: 'What we collect',
    body: (
      <List
        items={[
          <>
            <strong>Reservations:</strong> your name, email address, phone number, party size, date and time,
            and any special requests.
          </>,
          <>
            <strong>Guest lists:</strong> your name, how many you come with, and the phone number or email
            address you give us.
          </>,
          <>
            <strong>Packages:</strong> the name, message or picture you give us for a shoutout or a screen.
          </>,
          <>
            <strong>Payments:</strong> what was paid, when and for which table. Card details go to our payment
            provider and never reach us.
          </>,
          <>
            <strong>Private-event inquiries and performer applications:</strong> what you write in the form.
          </>,
          <>
            <strong>Technical records:</strong> which page was requested and when, to keep the site running
            and safe.
          </>,
        ]}
      />
    ),
  },
  {
    id: 'use',
    title: 'How we use it',
    body: (
      <List
        items={[
          <>to seat you, and to tell you when something about your booking changes</>,
          <>to answer inquiries and applications</>,
          <>to take and refund payments, and to keep the records the law asks of a business</>,
          <>to protect guests, staff and this site against misuse</>,
        ]}
      />
    ),
  },
]

/** Names the companies whose wallets are offered. */
const sharedSection = (wallets: readonly string[]): LegalSection => ({
  id: 'share',
  title: 'Who else sees it',
  body: (
    <>
      <p>
        Our staff, and the providers who work for us: the payment provider, the mail service and the host of
        this site, each only as far as their task needs it. We do not sell personal data. We disclose it where
        the law obliges us to.
      </p>
      {wallets.length > 0 ? (
        <p>
          {`If you add your entry code to a wallet, ${wallets.join(' or ')} keeps the pass with your name, date and code. We keep which passes and devices to update, and forget them a week after your visit.`}
        </p>
      ) : null}
    </>
  ),
})

const rightsSections = (venue: PublicVenue, yearsRetained: number): LegalSection[] => [
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <p>
        Reservation data is typically retained <strong>{yearsRetained} years</strong>; after that it is made
        anonymous, as are the names on guest lists. The name, message or picture given for a package is
        deleted 30 days after its night. Records of payments are kept as long as tax law requires.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your choices',
    body: (
      <p>
        You can ask what we hold about you, have it corrected, receive a copy or have it erased. Write to{' '}
        <a href={`mailto:${venue.email}`}>{venue.email}</a> from the address you booked with, and we will
        answer within 30 days.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <p>
        Nothing but essential storage is used before you agree to more. See the{' '}
        <a href="/cookie-policy">Cookie Policy</a>.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: (
      <p>
        Connections are encrypted, access is limited to staff who need it, and links we send you are signed,
        so that knowing a number is not enough to see a booking.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        Bookings require age {venue.minimumAge} or over. We do not knowingly collect data from anyone younger.
      </p>
    ),
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
