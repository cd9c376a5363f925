import { useSearchParams } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { withContext } from '#http/context.ts'
import { PhoneLink } from '#ui/phone-link.tsx'
import { rootDataOf } from '../page/page-meta.ts'
import { PrivateFailure } from '../payment/private-failure.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import { loadThankYou } from './thank-you-data.ts'
import { ThankYouDinner } from './thank-you-dinner.tsx'
import { THANK_YOU, THANK_YOU_KINDS } from './thank-you-copy.ts'
import type { Route } from './+types/thank-you.ts'

/** Loads the booked dinner where the URL carries its token; the texts of other forms need no data. */
export const loader = withContext((deps, { request }: Route.LoaderArgs) => loadThankYou(deps, request))

export const headers: Route.HeadersFunction = ({ loaderHeaders, errorHeaders }) =>
  errorHeaders ?? loaderHeaders

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Thank you | ${rootDataOf(matches)?.venue.name ?? ''}` },
  { name: 'description', content: 'We received your message. Here is what happens next.' },
  // The page is of no use in search results.
  { name: 'robots', content: 'noindex' },
]

export default function ThankYou({ loaderData: { dinner, ...beside } }: Route.ComponentProps) {
  return dinner ? <ThankYouDinner shown={dinner} {...beside} /> : <Thanks />
}

function Thanks() {
  const { venue } = useRootData()
  const [query] = useSearchParams()
  const { title, text, steps, writeTo } =
    THANK_YOU[THANK_YOU_KINDS.find((it) => it === query.get('for')) ?? 'private-event']
  const email = writeTo === 'events' ? venue.eventsEmail : venue.email
  return (
    <div className="wrap flex max-w-3xl flex-col items-center gap-8 py-14 text-center md:py-20">
      <span className="inline-flex size-20 items-center justify-center rounded-full border border-brass/50 bg-brass/10 text-brass">
        <Icon name="check" className="size-10" />
      </span>
      <header>
        <p className="eyebrow">Thank you</p>
        <h1 className="mt-3 text-title">{title}</h1>
        <p className="mt-4 text-lg text-sand">{text}</p>
      </header>
      <section
        aria-labelledby="what-next"
        className="w-full rounded-card border border-bark bg-ember p-6 text-left md:p-9"
      >
        <h2 id="what-next" className="text-heading">
          What happens next?
        </h2>
        <ol className="mt-5 flex flex-col gap-5">
          {steps.map((step, index) => (
            <li key={step.title} className="flex gap-4">
              <span
                aria-hidden="true"
                className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-cocoa font-display text-xl text-brass"
              >
                {index + 1}
              </span>
              <span>
                <strong className="block font-semibold text-cream">{step.title}</strong>
                <span className="text-sand">{step.text}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
      <p className="text-sand">
        Questions? Call <PhoneLink phone={venue.phone} /> or email{' '}
        <a href={`mailto:${email}`} className="break-all text-brass underline underline-offset-4">
          {email}
        </a>
        .
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink href="/">Return to Homepage</ButtonLink>
        <ButtonLink href="/gallery" look="outline">
          View Our Gallery
        </ButtonLink>
      </div>
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <PrivateFailure error={error} />
