import { data, useSearchParams } from 'react-router'
import { MAX_GUESTS } from '#features/dining/rules.ts'
import { DinnerForm } from '#features/dining/ui/dinner-form.tsx'
import { shortInquiryForm } from '#features/requests/inquiries/schema.ts'
import { ShortInquiryForm } from '#features/requests/inquiries/ui/short-inquiry-form.tsx'
import { TABLE_REQUEST_FORM } from '#features/requests/table-requests/schema.ts'
import { TableRequestForm } from '#features/requests/table-requests/ui/table-request-form.tsx'
import { ReservationChoices, ReservationChooser } from '#features/venue/ui/reservation-chooser.tsx'
import { addressLine, formatPhone, MAX_PARTY, serviceHours, weekLines } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { countText } from '#lib/text/count.ts'
import { buttonClass } from '#ui/button.tsx'
import { answerTo } from '#ui/forms/use-sending.ts'
import { Icon } from '#ui/icon.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { withContext } from '#http/context.ts'
import { askAboutEvent, requestTable } from '#forms/request-forms.ts'
import { handleForm, readForm, formResponse } from '#forms/form-handler.ts'
import { answerDinnerPage, loadDinnerPage } from './dining-page.ts'
import { Island } from '../islands/island.tsx'
import { DirectionsLinks } from '../directions/directions-links.tsx'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { useRootData } from '../layout/site-layout.tsx'
import { MoreGuests } from './more-guests.tsx'
import { loadShortInquiryForm, loadTableRequestForm } from './request-form-data.ts'
import type { Route } from './+types/reservations.ts'

/** Loads the form of the service that the URL names. */
export const loader = withContext(async (deps, { request, context }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams
  const service = query.get('service')
  return {
    dining: service === 'dining' ? await loadDinnerPage(deps, { query, context }) : null,
    nightlife: service === 'nightlife' ? await loadTableRequestForm(deps, query) : null,
    private: service === 'private' ? loadShortInquiryForm(deps) : null,
  }
})

/** Handles the form of the service that the URL names. */
export const action = withContext(async (deps, { request, context }: Route.ActionArgs) => {
  const query = new URL(request.url).searchParams
  const service = query.get('service')
  const form = await readForm(request)
  if (service === 'dining') return answerDinnerPage(deps, form, { query, context })
  if (service === 'nightlife') return formResponse(await handleForm(deps, form, requestTable(deps)))
  if (service === 'private') return formResponse(await handleForm(deps, form, askAboutEvent(deps)))
  throw data('No such form.', { status: 404 })
})

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = rootDataOf(matches)
  if (!root) return []
  const { venue, origin } = root
  return pageMeta({
    title: `Reservations | ${venue.name}`,
    description: `Reserve a dinner, a night table or a private event at ${venue.name} in ${venue.city}.`,
    path: '/reservations',
    origin,
    siteName: venue.name,
  })
}

const SERVICES = ['dining', 'nightlife', 'private'] as const
type Chosen = (typeof SERVICES)[number] | null

/** Shown while it is open only: the way to it is from the page that plans private events. */
const PRIVATE_TAB = { to: '/reservations?service=private', label: 'Private Event', isCurrent: true }

export default function Reservations({ loaderData, actionData }: Route.ComponentProps) {
  const { venue } = useRootData()
  const [query] = useSearchParams()
  const chosen: Chosen = SERVICES.find((it) => it === query.get('service')) ?? null
  return (
    <div className="wrap py-12 md:py-20">
      <p className="eyebrow">{venue.name}</p>
      <h1 className="mt-3 text-title">Reservations</h1>
      {chosen === null ? (
        <Start venue={venue} />
      ) : (
        <>
          <div className="mt-8">
            <LinkTabs
              label="Service"
              tabs={[
                {
                  to: '/reservations?service=dining',
                  label: 'Restaurant',
                  note: `(${serviceHours(venue.hours, 'restaurant')})`,
                  isCurrent: chosen === 'dining',
                },
                {
                  to: '/events',
                  label: 'Nightlife',
                  note: `(${serviceHours(venue.hours, 'social')})`,
                  isCurrent: chosen === 'nightlife',
                },
                ...(chosen === 'private' ? [PRIVATE_TAB] : []),
              ]}
            />
          </div>
          <Service venue={venue} chosen={chosen}>
            <ServiceForm loaderData={loaderData} actionData={actionData} venue={venue} />
          </Service>
        </>
      )}
      <ReservationChooser venue={venue} opensAtLoad={chosen === null || query.get('showModal') === 'true'} />
    </div>
  )
}

type FormProps = {
  readonly loaderData: Route.ComponentProps['loaderData']
  readonly actionData: Route.ComponentProps['actionData'] | undefined
  readonly venue: PublicVenue
}

/** The form of the chosen service. It works as a plain form, and comes alive once the page has loaded. */
function ServiceForm({ loaderData, actionData, venue }: FormProps) {
  const { dining, nightlife, private: inquiry } = loaderData
  const dinnerAnswer = actionData && 'dinnerAnswer' in actionData ? actionData.dinnerAnswer : null
  const answer = actionData && 'is' in actionData ? actionData : undefined
  if (dining)
    return (
      <>
        <MoreGuests venue={venue} most={MAX_GUESTS} />
        <Island
          name="dinner-form"
          component={DinnerForm}
          wakes="load"
          props={{ ...dining, answer: dinnerAnswer }}
        />
      </>
    )
  if (nightlife)
    return (
      <>
        <MoreGuests venue={venue} most={MAX_PARTY} />
        <Island
          name="table-request-form"
          component={TableRequestForm}
          wakes="load"
          props={{
            ...nightlife,
            action: '/reservations?service=nightlife',
            answer: answerTo(TABLE_REQUEST_FORM.fields, answer),
          }}
        />
      </>
    )
  if (inquiry)
    return (
      <Island
        name="short-inquiry-form"
        component={ShortInquiryForm}
        wakes="load"
        props={{
          ...inquiry,
          action: '/reservations?service=private',
          answer: answerTo(shortInquiryForm(inquiry.today).fields, answer),
        }}
      />
    )
  return <ByPhone venue={venue} />
}

const Start = ({ venue }: { venue: PublicVenue }) => (
  <section aria-label="Kinds of reservation" className="mt-6 max-w-2xl">
    <p className="text-sand">A dinner, a table for the night, or the whole venue for your own event.</p>
    <ReservationChoices venue={venue} />
    <p className="mt-6 text-sand">
      Booked already?{' '}
      <a href="/find-my-booking" className="text-brass underline underline-offset-4">
        Find my booking
      </a>
    </p>
  </section>
)

const COPY: Record<NonNullable<Chosen>, { title: string; text: string }> = {
  dining: {
    title: 'Reserve your dinner',
    text: 'Choose a day, a time and your party size, and we will reserve the right table.',
  },
  nightlife: {
    title: 'Request a table for the night',
    text: 'Tell us the night and your party size, and we will look for a table for you.',
  },
  private: {
    title: 'Ask about a private event',
    text: 'Tell us what you have in mind, and our event team will answer within 24 hours.',
  },
}

type ServiceProps = {
  readonly venue: PublicVenue
  readonly chosen: NonNullable<Chosen>
  readonly children: React.ReactNode
}

function Service({ venue, chosen, children }: ServiceProps) {
  const { title, text } = COPY[chosen]
  const service = chosen === 'nightlife' ? 'social' : 'restaurant'
  return (
    <section aria-labelledby="service" className="mt-8 grid grid-cols-1 gap-10 lg:grid-cols-[1.2fr_1fr]">
      <div className="rounded-card border border-bark bg-ember p-4 sm:p-6 md:p-10">
        <h2 id="service" className="text-heading">
          {title}
        </h2>
        <p className="mt-3 max-w-prose text-sand">{text}</p>
        {children}
      </div>
      <Facts venue={venue} service={service} />
    </section>
  )
}

const ByPhone = ({ venue }: { venue: PublicVenue }) => (
  <div className="mt-6 flex flex-col gap-3 sm:flex-row">
    <a href={`tel:${venue.phone}`} className={buttonClass('solid')}>
      <Icon name="phone" />
      Call {formatPhone(venue.phone)}
    </a>
    <a href={`mailto:${venue.email}`} className={buttonClass('outline')}>
      Email us
    </a>
  </div>
)

const Facts = ({ venue, service }: { venue: PublicVenue; service: 'restaurant' | 'social' }) => (
  <ul className="flex flex-col gap-5 text-sand">
    <Fact icon="clock">
      {weekLines(venue.hours, service).map((line) => (
        <span key={line.days} className="block">
          {line.days} {line.times}
        </span>
      ))}
    </Fact>
    <Fact icon="people">Parties of {venue.largePartySize} or more need advance notice.</Fact>
    <Fact icon="calendar">
      Reservations are held {venue.graceMinutes} minutes. Please cancel a dinner at least{' '}
      {countText(venue.diningCancelHours, 'hour')} ahead.
    </Fact>
    <Fact icon="pin">
      {addressLine(venue)}
      <DirectionsLinks venue={venue} className="mt-1" />
    </Fact>
    <li>
      <a
        href="/terms-of-service#reservations"
        className="inline-flex min-h-11 items-center text-brass underline underline-offset-4"
      >
        All terms
      </a>
    </li>
  </ul>
)

const Fact = ({
  icon,
  children,
}: {
  icon: 'clock' | 'people' | 'calendar' | 'pin'
  children: React.ReactNode
}) => (
  <li className="flex gap-3">
    <Icon name={icon} className="mt-0.5 size-5 text-brass" />
    <span>{children}</span>
  </li>
)
