import { useState } from 'react'
import {
  type FoundParty,
  questionAfterDinner,
  questionBefore,
} from '#features/reservation-management/check-in/rules.ts'
import {
  guestsOfHost,
  guestsOut,
  guestsToCome,
} from '#features/reservation-management/tonight/admission/rules.ts'
import type { ExpectedParty } from '#features/reservation-management/check-in/schema.ts'
import { type Occupancy, roomWarning } from '#features/reservation-management/arrivals/rules.ts'
import { MAX_EVENT_GUESTS } from '#features/reservation-management/arrivals/schema.ts'
import { useTapGuard } from '#ui/admin/use-tap-guard.ts'
import { attendanceFor } from '../device/check-in-state.ts'
import { BigButton } from '../parts.tsx'
import { Stepper } from './stepper.tsx'

/** Guests who enter are chosen with one tap up to this number. */
const MOST_CHIPS = 7

type Props = {
  /** The friend whose own code was scanned. */
  readonly share: FoundParty<ExpectedParty>['share']
  readonly room: Occupancy
  /** The time of its dinner is over. */
  readonly isOver: boolean
  /** The verdict is against letting them in. */
  readonly isRefused: boolean
  readonly party: ExpectedParty
  readonly onAdmit: (guests: number) => void
}

/** Choice of the guests who enter now: all or fewer with one tap, more after a question. */
export function Admission({ party, share, isOver, isRefused, room, onAdmit }: Props) {
  const attendance = attendanceFor(party)
  const toCome = guestsToCome(party, attendance)
  const isBack = toCome === 0 && guestsOut(attendance) > 0
  const question = (guests: number): string | null =>
    withRoomWarning(
      questionBefore(party, guests, share) ?? (isOver ? questionAfterDinner(party, guests) : null),
      roomWarning(guests, room),
    )
  const [chosen, setChosen] = useState<number | null>(null)
  const [asked, setAsked] = useState<number | null>(null)
  const guard = useTapGuard(`${chosen} ${asked}`)
  const admit = (guests: number): void => (question(guests) === null ? onAdmit(guests) : setAsked(guests))
  const look = isRefused
    ? ({ className: 'min-h-14 text-lg' } as const)
    : ({ look: 'solid', className: 'min-h-20 text-2xl' } as const)
  if (asked !== null)
    return (
      <div role="group" aria-label="Question" className="flex flex-col gap-3">
        <p className="text-xl font-semibold">{question(asked) ?? 'Let them in?'}</p>
        <BigButton look="solid" className="min-h-16 text-xl" onClick={() => guard(() => onAdmit(asked))}>
          Yes, {asked} enter
        </BigButton>
        <BigButton className="min-h-14 text-lg" onClick={() => guard(() => setAsked(null))}>
          No
        </BigButton>
      </div>
    )
  if (share)
    return (
      <BigButton {...look} onClick={() => admit(1)}>
        {isBack ? '1 comes back' : toCome === 0 ? 'Let 1 more in' : '1 enters'}
      </BigButton>
    )
  const all = guestsOfHost(party, attendance)
  if (chosen !== null)
    return (
      <Stepper
        label="Another number"
        verbs={['enters', 'enter']}
        first={chosen}
        most={MAX_EVENT_GUESTS}
        onChoose={(guests) => guard(() => admit(guests))}
        onBack={() => guard(() => setChosen(null))}
      />
    )
  const fewer = Array.from({ length: Math.min(MOST_CHIPS, all - 1) }, (_, i) => i + 1)
  return (
    <div role="group" aria-label="How many enter now" className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-1.5">
        {fewer.map((guests) => (
          <BigButton
            key={guests}
            className="min-h-14 flex-1 basis-16 text-xl"
            aria-label={`Only ${guests} ${guests === 1 ? 'enters' : 'enter'}`}
            onClick={() => guard(() => admit(guests))}
          >
            {guests}
          </BigButton>
        ))}
        <BigButton
          className="min-h-14 flex-1 basis-16 text-lg"
          onClick={() => guard(() => setChosen(all + 1))}
        >
          {fewer.length < all - 1 ? 'Another number' : 'More'}
        </BigButton>
      </div>
      <BigButton {...look} onClick={() => guard(() => admit(all))}>
        {admitAllText(all, toCome, isBack)}
      </BigButton>
    </div>
  )
}

/** The question before guests enter, who may lack room as well. */
const withRoomWarning = (question: string | null, warning: string | null): string | null =>
  warning === null ? question : `${warning} ${question ?? 'Let them in all the same?'}`

/** `All 6 enter`, `2 come back`, `Let 1 more in` */
function admitAllText(all: number, toCome: number, isBack: boolean): string {
  if (isBack) return all === 1 ? '1 comes back' : `${all} come back`
  if (toCome === 0) return 'Let 1 more in'
  if (all === 1) return '1 enters'
  if (all < toCome) return `${all} enter`
  return all === 2 ? 'Both enter' : `All ${all} enter`
}
