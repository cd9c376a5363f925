import { withContext } from '#http/context.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { cookiePolicyDate, STORED_ITEMS, type StoredItem } from '#web/stored-in-browser.ts'
import { LegalPage, type LegalSection, List } from './legal-page.tsx'
import { legalMeta } from '../page/page-meta.ts'
import { useRootData } from '../layout/site-layout.tsx'
import type { Route } from './+types/cookie-policy.ts'

export const loader = withContext(async ({ now }) => ({ today: businessDate(now) }))

export const meta: Route.MetaFunction = ({ matches }) => legalMeta(matches, 'Cookie Policy', '/cookie-policy')

export default function CookiePolicy({ loaderData }: Route.ComponentProps) {
  const { venue } = useRootData()
  return (
    <LegalPage
      title="Cookie Policy"
      intro="What this site stores in your browser, and how you decide about it."
      changedOn={cookiePolicyDate(venue.policiesChangedOn, loaderData.today)}
      sections={sections(venue)}
    />
  )
}

const describe = ({ name, where, purpose, lifetime }: StoredItem) => (
  <>
    <strong>{name}</strong> ({where}): {purpose}; {lifetime}.
  </>
)

const sections = (venue: PublicVenue): LegalSection[] => [
  {
    id: 'what',
    title: 'What cookies are',
    body: (
      <p>
        Cookies are small pieces of text that a website stores in your browser. This site also uses your
        browser's own storage for the same purpose, and treats both alike.
      </p>
    ),
  },
  {
    id: 'kinds',
    title: 'The kinds of cookies',
    body: (
      <List
        items={[
          <>
            <strong>Essential cookies</strong> make the site work: your answer to the cookie banner, which
            announcements of the home page you have already seen, what you have typed into a form, and a
            booking while you make it. They are always on.
          </>,
          <>
            <strong>Analytics cookies</strong> would tell us which pages are read. They are off unless you
            accept.
          </>,
          <>
            <strong>Functional cookies</strong> would remember preferences beyond a visit. They are off unless
            you accept.
          </>,
          <>
            <strong>Marketing cookies</strong> would be set by others to show you our events elsewhere. They
            are off unless you accept.
          </>,
        ]}
      />
    ),
  },
  {
    id: 'now',
    title: 'What is stored today',
    body: (
      <>
        <p>This is everything this site stores in your browser. All of it is essential.</p>
        <List items={STORED_ITEMS.filter((it) => !it.isForStaff).map(describe)} />
        <p>For staff who sign in, it also stores:</p>
        <List items={STORED_ITEMS.filter((it) => it.isForStaff).map(describe)} />
      </>
    ),
  },
  {
    id: 'choice',
    title: 'Your choice',
    body: (
      <p>
        The banner asks once, and rejecting is as easy as accepting. Change your mind at any time with{' '}
        <a href="/cookie-policy?cookies=1#cookie-settings">Cookie Settings</a>, which is also at the foot of
        every page.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions? Write to <a href={`mailto:${venue.email}`}>{venue.email}</a>.
      </p>
    ),
  },
]
