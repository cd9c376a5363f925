import { isRouteErrorResponse } from 'react-router'
import { formatPhone } from '#features/venue/rules.ts'
import { StateNote } from '#ui/state.tsx'
import { ReloadForm } from './reload-form.tsx'
import { useRootData } from '../layout/site-layout.tsx'

const isDatabaseError = (error: unknown): boolean =>
  isRouteErrorResponse(error) && error.status === 503 && error.data === 'database_unavailable'

/** Why a list could not be shown: the house could not read it, or the guest could not reach the house. */
function failureMessage(error: unknown): string {
  if (isRouteErrorResponse(error))
    return isDatabaseError(error)
      ? 'Database error: the database cannot be reached at the moment'
      : error.status === 503
        ? `Network error: ${String(error.data)}`
        : `Network error: ${error.statusText || 'Unknown error'}`
  // What goes wrong on the server comes as an Error of no kind; what a browser cannot fetch is a TypeError.
  if (error instanceof Error && !(error instanceof TypeError)) return `Database error: ${error.message}`
  return `Network error: ${(error instanceof Error && error.message) || 'Unknown error'}`
}

/** What a guest can do while the house cannot reach its own book; nothing where it was another failure. */
export function UnavailableNote({ error }: { error: unknown }) {
  const { venue } = useRootData()
  if (!isDatabaseError(error)) return null
  return (
    <p className="max-w-prose text-sand">
      Our reservation book cannot be reached at the moment; we will be right back. Please try again in a
      minute, or call us at{' '}
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
    <ReloadForm label="Try again" />
  </StateNote>
)
