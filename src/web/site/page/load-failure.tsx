import { isRouteErrorResponse } from 'react-router'
import { formatPhone } from '#features/venue/rules.ts'
import { StateNote } from '#ui/state.tsx'
import { ReloadLink } from './reload-link.tsx'
import { useRootData } from '../layout/site-layout.tsx'

const isDatabaseError = (error: unknown): boolean =>
  isRouteErrorResponse(error) && error.status === 503 && error.data === 'database_unavailable'

/** Text for a failed load: the server could not read the database, or its response did not arrive. */
function failureMessage(error: unknown): string {
  if (isRouteErrorResponse(error))
    return isDatabaseError(error)
      ? 'Database error: the database cannot be reached at the moment'
      : error.status === 503
        ? `Network error: ${String(error.data)}`
        : `Network error: ${error.statusText || 'Unknown error'}`
  // A server error arrives as a plain Error; a failed fetch is a TypeError.
  if (error instanceof Error && !(error instanceof TypeError)) return `Database error: ${error.message}`
  return `Network error: ${(error instanceof Error && error.message) || 'Unknown error'}`
}

/** Advice while the database is unavailable; renders nothing for other errors. */
export function UnavailableNote({ error }: { error: unknown }) {
  const { venue } = useRootData()
  if (!isDatabaseError(error)) return null
  return (
    <p className="max-w-prose text-sand">
      We are having technical trouble, but we will be right back. Please try again in a minute or call us at{' '}
      <a href={`tel:${venue.phone}`} className="text-brass underline underline-offset-4">
        {formatPhone(venue.phone)}
      </a>
      .
    </p>
  )
}

export const LoadFailure = ({ error }: { error: unknown }) => (
  <StateNote role="alert" title="Something went wrong" text={failureMessage(error)}>
    <UnavailableNote error={error} />
    <ReloadLink label="Try again" />
  </StateNote>
)
