import { isRouteErrorResponse } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { UnavailableNote } from '../page/load-failure.tsx'
import { ReloadLink } from '../page/reload-link.tsx'

type Props = {
  readonly error: unknown
  /** The thing that the link leads to. */
  readonly what?: string
}

const RESERVATION = 'Reservation'

/** Error page of a guest link: the link is invalid, or the reservation could not be loaded. */
export function PrivateFailure({ error, what = RESERVATION }: Props) {
  const isReservation = what === RESERVATION
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <div className="wrap flex min-h-[60vh] flex-col items-center justify-center gap-6 py-16 text-center">
      {status === 404 ? (
        <>
          <h1 className="text-title">{what} not found</h1>
          <p className="max-w-prose text-sand">
            The link is wrong or no longer valid.{isReservation ? ' We can send you a new one.' : ''}
          </p>
        </>
      ) : (
        <>
          <div role="alert" className="flex flex-col gap-4">
            <h1 className="text-title">Error</h1>
            <p className="text-sand">
              {status === 503
                ? `Could not load ${what.toLowerCase()} details`
                : 'An unexpected error occurred'}
            </p>
            <UnavailableNote error={error} />
          </div>
          <ReloadLink label="Try again" />
        </>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {status === 404 && isReservation ? (
          <ButtonLink href="/find-my-booking">Find my booking</ButtonLink>
        ) : null}
        <ButtonLink href="/events" look={status === 404 && !isReservation ? 'solid' : 'quiet'}>
          Back to Events
        </ButtonLink>
      </div>
    </div>
  )
}
