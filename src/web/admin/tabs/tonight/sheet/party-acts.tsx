import { useState } from 'react'
import { guestsOut, guestsToCome } from '#features/reservation-management/tonight/admission/rules.ts'
import { MAX_EVENT_GUESTS } from '#features/reservation-management/arrivals/schema.ts'
import { countText } from '#lib/text/count.ts'
import { clockAt } from '#lib/venue-time.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import type { ShownParty } from '../parties.ts'
import { endOfStay, hasTable } from '../row-acts.ts'
import { countedBeforeText, tableText } from '../tonight-copy.ts'
import type { NewAct, useActs } from '../use-acts.ts'

type Props = {
  readonly party: ShownParty
  readonly record: ReturnType<typeof useActs>['record']
  /** Walk-ins who are inside, and at no table. */
  readonly walkInsInside: number
}

/** The acts that are possible now. An arrival of more guests than were booked is confirmed first. */
export function PartyActs({ party, record, walkInsInside }: Props) {
  const { attendance, guestCount, list } = party
  const { arrived, inside, state } = attendance
  const toCome = guestsToCome(party, attendance)
  const out = guestsOut(attendance)
  const end = endOfStay(party)
  const [typed, setCount] = useState<number | null>(null)
  // Until another number is chosen, all who are missing: also once an arrival was taken back.
  const count = typed ?? Math.max(1, toCome || out)
  const isBack = toCome === 0 && count <= out
  const arrivedText = `${count} ${isBack ? 'came back' : 'arrived'}`
  const [asks, setAsks] = useState(false)
  const act: Act = (title, ...newActs) => void record({ party, newActs, title })
  const arrive = (): void => {
    setAsks(false)
    act(arrivedText, { kind: 'arrived', guests: count })
    setCount(null)
  }
  return (
    <section aria-label="Record" className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <Stepper label="Guests" most={MAX_EVENT_GUESTS} count={count} onCount={setCount} />
        <Button className="min-h-12 flex-1" onClick={() => (count > toCome + out ? setAsks(true) : arrive())}>
          {arrivedText}
        </Button>
      </div>
      <CountedBefore guests={party.source === 'walk_in' ? Math.min(toCome, walkInsInside) : 0} act={act} />
      {inside > 1 ? <LeavingInPart {...{ inside, act }} /> : null}
      <div className={`grid gap-2 ${list ? 'grid-cols-2' : 'grid-cols-3'}`}>
        {list ? null : (
          <Button
            look="outline"
            className="min-h-12 px-2"
            disabled={!hasTable(party) || inside === 0 || state === 'seated'}
            onClick={() => act(`Seated at ${tableText(party).toLowerCase()}`, { kind: 'seated' })}
          >
            Seated
          </Button>
        )}
        <Button
          look="outline"
          className="min-h-12 px-2"
          disabled={inside === 0 && end === null}
          onClick={() =>
            end ? act(end.title, ...end.acts) : act(`${inside} left`, { kind: 'left', guests: inside })
          }
        >
          {inside > 0 ? `${inside} left` : 'Left'}
        </Button>
        <Button
          look="outline"
          className="min-h-12 px-2"
          disabled={!party.canBeNoShow || arrived > 0 || state === 'no_show' || state === 'cancelled'}
          onClick={() => act('No-show', { kind: 'no_show' })}
        >
          No-show
        </Button>
      </div>
      <NoShowNote party={party} />
      <ConfirmDialog
        isOpen={asks}
        question={`${inside + count} guests in a party of ${guestCount}?`}
        confirm={`Yes, ${countText(count, 'guest')} arrived`}
        isGrave={false}
        onConfirm={arrive}
        onClose={() => setAsks(false)}
      >
        <p className="text-sand">
          {list
            ? `The guest list has ${countText(guestCount, 'place')} for this name.`
            : `The table and the cover were booked for ${guestCount}.`}
        </p>
      </ConfirmDialog>
    </section>
  )
}

type Act = (title: string, ...newActs: readonly NewAct[]) => void

/** Some of the guests leave. All of them leave with another button. */
function LeavingInPart({ inside, act }: { readonly inside: number; readonly act: Act }) {
  const most = Math.max(1, inside - 1)
  const [chosen, setLeaving] = useState(1)
  const leaving = Math.min(chosen, most)
  return (
    <div className="flex items-center gap-2">
      <Stepper label="Guests who left" most={most} count={leaving} onCount={setLeaving} />
      <Button
        look="outline"
        className="min-h-12 flex-1"
        onClick={() => {
          act(`${leaving} left`, { kind: 'left', guests: leaving })
          setLeaving(1)
        }}
      >
        {`${leaving} left`}
      </Button>
    </div>
  )
}

type CountedBeforeProps = {
  /** Guests of the party who can be among the walk-ins inside. */
  readonly guests: number
  readonly act: Act
}

/** Records walk-ins who had been counted in at the door before they got a table: they are not counted again. */
const CountedBefore = ({ guests, act }: CountedBeforeProps) =>
  guests === 0 ? null : (
    <Button
      look="outline"
      className="min-h-12"
      onClick={() => act(countedBeforeText(guests), { kind: 'arrived', guests, wereWalkIns: true })}
    >
      {`${guests} counted at the door before`}
    </Button>
  )

const NoShowNote = ({ party: { attendance, canBeNoShow, startsAt } }: Pick<Props, 'party'>) =>
  canBeNoShow ? null : (
    <p className="text-sm text-sand">
      {`${attendance.state === 'out' ? 'The table can be freed' : 'No-show is possible'} from ${clockAt(startsAt)} on.`}
    </p>
  )

const STEP = buttonClass('outline', 'size-12 px-0 text-xl')

type StepperProps = {
  readonly label: string
  readonly most: number
  readonly count: number
  readonly onCount: (count: number) => void
}

const Stepper = ({ label, most, count, onCount }: StepperProps) => (
  <div role="group" aria-label={label} className="flex items-center gap-1">
    <button
      type="button"
      aria-label="One fewer"
      className={STEP}
      disabled={count <= 1}
      onClick={() => onCount(count - 1)}
    >
      <span aria-hidden="true">−</span>
    </button>
    <output className="w-9 text-center font-display text-xl tabular-nums">{count}</output>
    <button
      type="button"
      aria-label="One more"
      className={STEP}
      disabled={count >= most}
      onClick={() => onCount(count + 1)}
    >
      <span aria-hidden="true">+</span>
    </button>
  </div>
)
