import { isRouteErrorResponse, Outlet } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { AwayNote } from './load-failure.tsx'
import { houseOf } from './page-meta.ts'
import { ReloadForm } from './reload-form.tsx'
import type { Route } from './+types/private-pages.ts'

/**
 * The address of such a page is its key. No other site is told it, and no search engine keeps it. `no-referrer` would
 * be stricter by nothing: it only takes from our own forms the word that they are ours, which is asked of them.
 */
export const headers = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
})

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your reservation | ${houseOf(matches)?.venue.name ?? ''}` },
  { name: 'robots', content: 'noindex, nofollow' },
]

/** What belongs to one guest and is opened by a signed link. */
export default function PrivatePages() {
  return (
    <div className="wrap max-w-4xl pt-8 md:pt-14">
      <Outlet />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <div className="wrap flex min-h-[60vh] flex-col items-center justify-center gap-6 py-16 text-center">
      {status === 404 ? (
        <>
          <h1 className="text-title">Reservation not found</h1>
          <p className="max-w-prose text-sand">The link is not quite right, or it is no longer in use.</p>
        </>
      ) : (
        <>
          <div role="alert" className="flex flex-col gap-4">
            <h1 className="text-title">Error</h1>
            <p className="text-sand">
              {status === 503 ? 'Could not load reservation details' : 'An unexpected error occurred'}
            </p>
            <AwayNote error={error} />
          </div>
          <ReloadForm label="Try again" />
        </>
      )}
      <ButtonLink to="/events" look={status === 404 ? 'solid' : 'quiet'}>
        Back to Events
      </ButtonLink>
    </div>
  )
}
