import { data, redirect } from 'react-router'
import { cancelByGuest } from '#features/cancellations/service.ts'
import { readMoney } from '#features/refunds/service.ts'
import { findReservation } from '#features/reservations/service.ts'
import { ConfirmationSlip } from '#features/reservations/ui/confirmation-slip.tsx'
import { ImportantInformation } from '#features/reservations/ui/important-information.tsx'
import { SlipActions } from '#features/reservations/ui/slip-actions.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { type RequestDeps, withDeps } from '../context.ts'
import { guestPath } from './confirmation-words.ts'
import { describeReservation } from './my-reservation-words.ts'
import { ReservationCancel } from './reservation-cancel.tsx'
import { useHouse } from './site-layout.tsx'
import { useFocusWhenChanged } from './use-focus-when-changed.ts'
import type { Route } from './+types/my-reservation.ts'

function reservationOf({ tokens }: RequestDeps, token: string): string {
  const id = tokens.read('guest', token)
  if (id === null) throw data(null, { status: 404 })
  return id
}

/** A reservation as its guest sees it, by the link in the letter. */
export const loader = withDeps(async (deps, { params }: Route.LoaderArgs) => {
  const id = reservationOf(deps, params.token)
  const [reservation, money, venue] = await Promise.all([
    findReservation(deps, id),
    readMoney(deps, id),
    deps.loadVenue(),
  ])
  if (!reservation) throw data(null, { status: 404 })
  return describeReservation({ reservation, money, venue, link: guestPath(deps, id), now: deps.now })
})

/** The guest gives the table back. Sent twice, it has happened once. */
export const action = withDeps(async (deps, { params }: Route.ActionArgs) => {
  const id = reservationOf(deps, params.token)
  const { changeNoticeHours } = await deps.loadVenue()
  const cancelled = await cancelByGuest(deps, id, { noticeHours: changeNoticeHours })
  if (cancelled.ok || cancelled.reason === 'not_confirmed') throw redirect(guestPath(deps, id), 303)
  if (cancelled.reason === 'not_found') throw data(null, { status: 404 })
  return data({ problem: cancelled.reason }, { status: 409 })
})

export default function MyReservation({ loaderData: shown, actionData }: Route.ComponentProps) {
  const { venue } = useHouse()
  const heading = useFocusWhenChanged(shown.state)
  const { state, confirmation } = shown
  const isAhead = state === 'coming' || state === 'completed'
  return (
    <>
      <header className="mb-8">
        <h1 ref={heading} tabIndex={-1} className="text-title outline-none">
          {shown.title}
        </h1>
        {shown.told.map((sentence) => (
          <p key={sentence} className="mt-3 max-w-prose text-lg text-sand">
            {sentence}
          </p>
        ))}
      </header>
      <ConfirmationSlip
        confirmation={confirmation}
        status={shown.status}
        isGood={isAhead || state === 'over'}
      >
        {isAhead ? <ImportantInformation venue={venue} /> : null}
      </ConfirmationSlip>
      {isAhead ? (
        <SlipActions link={confirmation.link} />
      ) : (
        <div className="no-print mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/events">Browse More Events</ButtonLink>
          {state === 'cancelled' ? (
            <a
              href={`${confirmation.link}/calendar.ics`}
              download
              className="inline-flex min-h-11 items-center px-2 font-semibold text-brass underline underline-offset-4"
            >
              Take it out of your calendar
            </a>
          ) : null}
        </div>
      )}
      {shown.cancel ? (
        <ReservationCancel
          terms={shown.cancel}
          about={`table ${confirmation.tableNumber} for ${confirmation.eventTitle}`}
          link={confirmation.link}
          isTooLate={actionData?.problem === 'too_late'}
          venue={venue}
        />
      ) : null}
    </>
  )
}
