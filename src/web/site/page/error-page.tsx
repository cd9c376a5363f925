import { isRouteErrorResponse } from 'react-router'
import { formatPhone } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { ReloadLink } from './reload-link.tsx'

type Props = { readonly error: unknown; readonly venue: PublicVenue | null }

/** Content of a page that could not be shown. It renders without loader data, so that it works whatever failed. */
export const ErrorNotice = ({ error, venue }: Props) => (
  <div className="wrap flex min-h-[70vh] flex-col items-start justify-center gap-6 py-16">
    <p className="eyebrow">{venue?.name ?? 'We are sorry'}</p>
    <h1 className="text-title">{isUnavailable(error) ? 'We will be right back' : 'Something went wrong'}</h1>
    <p className="max-w-prose text-sand">
      {isUnavailable(error)
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
    <ReloadLink label="Refresh Page" />
    <details className="w-full max-w-prose rounded-xl border border-bark bg-ember p-4">
      <summary className="font-semibold">Error details</summary>
      <pre className="mt-3 overflow-x-auto text-sm whitespace-pre-wrap text-sand">{detailsOf(error)}</pre>
    </details>
  </div>
)

const isUnavailable = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 503

function detailsOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error ? `${error.name}: ${error.message}` : 'Unknown error'
}
