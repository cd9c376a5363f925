import { isRouteErrorResponse } from 'react-router'
import { formatPhone } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { buttonClass } from '#ui/button.tsx'

type Props = { readonly error: unknown; readonly isUnavailable: boolean; readonly venue: PublicVenue | null }

/** The root error page. It renders without loader data, so that it works whatever failed. */
export const ErrorPage = ({ error, isUnavailable, venue }: Props) => (
  <main className="wrap flex min-h-dvh flex-col items-start justify-center gap-6 py-16">
    <p className="eyebrow">{venue?.name ?? 'We are sorry'}</p>
    <h1 className="text-title">{isUnavailable ? 'We will be right back' : 'Something went wrong'}</h1>
    <p className="max-w-prose text-sand">
      {isUnavailable
        ? 'We are having technical trouble right now. If you did not get a confirmation, nothing was booked or charged. Please try again in a minute.'
        : 'We could not show this page. Refreshing it usually helps.'}
      {venue ? (
        <>
          {' '}
          You can also call us at{' '}
          <a href={`tel:${venue.phone}`} className="text-brass underline underline-offset-4">
            {formatPhone(venue.phone)}
          </a>
          .
        </>
      ) : null}
    </p>
    {/* A link to the current URL reloads the page, with or without JavaScript. */}
    <a href="" className={buttonClass('solid')}>
      Refresh Page
    </a>
    <details className="w-full max-w-prose rounded-xl border border-bark bg-ember p-4">
      <summary className="font-semibold">Error details</summary>
      <pre className="mt-3 overflow-x-auto text-sm whitespace-pre-wrap text-sand">{detailsOf(error)}</pre>
    </details>
  </main>
)

function detailsOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error ? `${error.name}: ${error.message}` : 'Unknown error'
}
