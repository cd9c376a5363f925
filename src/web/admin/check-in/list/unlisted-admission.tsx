import { useState } from 'react'
import { type Occupancy, roomWarning } from '#features/reservation-management/arrivals/rules.ts'
import { MAX_EVENT_GUESTS } from '#features/reservation-management/arrivals/schema.ts'
import { countText } from '#lib/text/count.ts'
import { useTapGuard } from '#ui/admin/use-tap-guard.ts'
import { CountRow } from '../cover-screen.tsx'
import { BigButton } from '../parts.tsx'

type Props = {
  /** The code is that of one friend of a party. */
  readonly isOne: boolean
  readonly room: Occupancy
  readonly onAdmit: (guests: number) => void
}

/** Guests of a genuine code that is not on the list enter after a question: the device does not know how many were booked. */
export function UnlistedAdmission({ isOne, room, onAdmit }: Props) {
  const [guests, setGuests] = useState(1)
  const [isAsked, setIsAsked] = useState(false)
  const guard = useTapGuard(String(isAsked))
  if (isAsked)
    return (
      <div role="group" aria-label="Question" className="flex flex-col gap-3">
        <p className="text-xl font-semibold">
          {roomWarning(guests, room)} The list cannot confirm this booking. Let {countText(guests, 'guest')}{' '}
          in?
        </p>
        <BigButton look="solid" className="min-h-16 text-xl" onClick={() => guard(() => onAdmit(guests))}>
          Yes, let {guests} in
        </BigButton>
        <BigButton className="min-h-14 text-lg" onClick={() => guard(() => setIsAsked(false))}>
          No
        </BigButton>
      </div>
    )
  return (
    <div role="group" aria-label="How many enter now" className="flex flex-col gap-3">
      {isOne ? null : (
        <CountRow label="Guests" note="as on their confirmation" value={guests} onValue={setGuests} />
      )}
      <BigButton
        look="solid"
        className="min-h-20 text-2xl"
        disabled={guests === 0 || guests > MAX_EVENT_GUESTS}
        onClick={() => setIsAsked(true)}
      >
        Let {guests} in
      </BigButton>
    </div>
  )
}
