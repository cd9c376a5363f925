import { useId, useState } from 'react'
import {
  friendArrival,
  guestsOfHost,
  guestsOut,
  guestsToCome,
} from '#features/reservation-management/tonight/admission/rules.ts'
import {
  type FoundParty,
  questionAfterDinner,
  questionBefore,
} from '#features/reservation-management/check-in/rules.ts'
import type { ExpectedParty, Verdict } from '#features/reservation-management/check-in/schema.ts'
import { type Occupancy, roomWarning } from '#features/reservation-management/arrivals/rules.ts'
import { MAX_EVENT_GUESTS } from '#features/reservation-management/arrivals/schema.ts'
import { TAG_LABELS } from '#features/reservation-management/tonight/rules.ts'
import { countText } from '#lib/text/count.ts'
import { useTapGuard } from '#ui/admin/use-tap-guard.ts'
import { attendanceFor } from '../device/check-in-state.ts'
import { FullScreenDialog, takeFocus } from '../full-screen.tsx'
import { UnlistedAdmission } from '../list/unlisted-admission.tsx'
import { BigButton, Crowd, Shape } from '../parts.tsx'
import type { Unlisted } from '../use-acts.ts'

const GROUNDS: Readonly<Record<Verdict['look'], string>> = {
  go: 'bg-go',
  ask: 'bg-ask',
  stop: 'bg-stop',
}

type Friend = FoundParty<ExpectedParty>['share']

type Props = {
  readonly verdict: Verdict
  readonly party: ExpectedParty | null
  /** Whether guests who are here still owe cover. */
  readonly owesCover: boolean
  /** The friend whose own code was scanned. */
  readonly share: Friend
  /** Guests come in; with a friend, the first time that the code of the friend is used. */
  readonly onAdmit: (party: ExpectedParty, guests: number, share: Friend) => void
  readonly room: Occupancy
  /** Guests of the party go out, perhaps for a while. */
  readonly onLeave: (party: ExpectedParty, guests: number) => void
  /** A guest who was counted out by head comes back. */
  readonly onCameBack: () => void
  /** The code that is not on the list, where its guests may be let in all the same. */
  readonly unlisted?: Unlisted | undefined
  readonly onAdmitUnlisted: (unlisted: Unlisted, guests: number) => void
  readonly onCover: (party: ExpectedParty) => void
  readonly onClose: () => void
}

/** The verdict fills the screen: a word, a color, a shape, and how many enter now. */
export function VerdictScreen({ verdict, party, share, unlisted, owesCover, room, ...on }: Props) {
  const noRoom = verdict.admits === 'no' ? null : roomWarning(1, room)
  const look = noRoom !== null && verdict.look === 'go' ? 'ask' : verdict.look
  const id = useId()
  return (
    <FullScreenDialog labelledBy={id} className={GROUNDS[look]} onClose={on.onClose}>
      <div role="alert" className="flex flex-1 flex-col items-start gap-3">
        <Shape look={look} />
        <h2
          key={`${verdict.title} ${party?.id} ${share?.id}`}
          ref={takeFocus}
          id={id}
          tabIndex={-1}
          className="text-5xl leading-tight font-bold outline-none"
        >
          {verdict.title}
        </h2>
        {party ? (
          <p className="text-2xl font-semibold wrap-anywhere">{verdict.friend ?? party.guestName}</p>
        ) : null}
        {verdict.lines.map((line) => (
          <p key={line} className="text-2xl leading-snug wrap-anywhere">
            {line}
          </p>
        ))}
        {party ? <PartyFacts party={party} /> : null}
        {look === 'stop' ? null : <Crowd room={room} />}
        {noRoom === null || look === 'stop' ? null : (
          <p className="text-2xl leading-snug font-semibold">{noRoom}</p>
        )}
      </div>
      <VerdictActions {...{ verdict, party, share, unlisted, owesCover, room }} {...on} />
    </FullScreenDialog>
  )
}

/** The acts on a verdict, within a thumb's reach on any screen: a long verdict scrolls behind them. */
function VerdictActions({ verdict, party, share, unlisted, owesCover, room, ...on }: Props) {
  const { onAdmit, onAdmitUnlisted, onCover, onClose } = on
  const [isLeaving, setIsLeaving] = useState(false)
  const guard = useTapGuard(String(isLeaving))
  // The brightest button is the one that the verdict advises: a thumb in a hurry takes it.
  const isRefused = verdict.look === 'stop' || verdict.kind === 'here_already'
  const inside = party ? attendanceFor(party).inside : 0
  return (
    <div className="sticky bottom-0 flex flex-col gap-3 bg-inherit pt-2">
      {party && isLeaving && inside > 0 ? (
        <Stepper
          label="Guests who went out"
          verbs={['went out', 'went out']}
          first={1}
          most={inside}
          onChoose={(guests) => guard(() => on.onLeave(party, guests))}
          onBack={() => guard(() => setIsLeaving(false))}
        />
      ) : null}
      {party && !isLeaving && verdict.admits !== 'no' ? (
        <Admission
          key={`${party.id} ${share?.id}`}
          party={party}
          share={share}
          isOver={verdict.kind === 'over'}
          isRefused={isRefused}
          room={room}
          // A friend who is here already is let in again as a guest of the party.
          onAdmit={(guests) => onAdmit(party, guests, share && friendArrival(party, share) ? null : share)}
        />
      ) : null}
      {unlisted ? (
        <UnlistedAdmission
          key={unlisted.id}
          isOne={unlisted.of === 'share'}
          room={room}
          onAdmit={(guests) => onAdmitUnlisted(unlisted, guests)}
        />
      ) : null}
      {party && owesCover ? (
        <BigButton className="min-h-14 text-lg" onClick={() => onCover(party)}>
          Take cover
        </BigButton>
      ) : null}
      {party && !isLeaving && inside > 0 ? (
        <div className="flex gap-3">
          <BigButton className="min-h-14 flex-1 text-lg" onClick={() => setIsLeaving(true)}>
            Went out
          </BigButton>
          {verdict.kind === 'here_already' ? (
            <BigButton className="min-h-14 flex-1 text-lg leading-tight" onClick={on.onCameBack}>
              1 came back, no cover
            </BigButton>
          ) : null}
        </div>
      ) : null}
      <BigButton
        look={isRefused ? 'solid' : 'outline'}
        className={isRefused ? 'min-h-20 text-2xl' : 'min-h-14 text-lg'}
        onClick={() => guard(onClose)}
      >
        {party || unlisted ? 'Nobody enters' : 'Close'}
      </BigButton>
    </div>
  )
}

const PartyFacts = ({ party }: { readonly party: ExpectedParty }) => (
  <ul className="flex flex-wrap gap-2 text-base">
    {party.tags.map((tag) => (
      <li key={tag} className="rounded-full bg-night/50 px-3 py-1">
        {TAG_LABELS[tag]}
      </li>
    ))}
    <li className="rounded-full bg-night/50 px-3 py-1">
      {party.eventTitle ?? (party.type === 'dining' ? 'Dinner' : 'Guest list')}
    </li>
    {party.phoneEnd === null ? null : (
      <li className="rounded-full bg-night/50 px-3 py-1">Phone ends {party.phoneEnd}</li>
    )}
  </ul>
)

/** Guests who enter are chosen with one tap up to this number. */
const MOST_CHIPS = 7

type AdmissionProps = Pick<Props, 'share' | 'room'> & {
  /** The time of its dinner is over. */
  readonly isOver: boolean
  /** The verdict is against letting them in. */
  readonly isRefused: boolean
  readonly party: ExpectedParty
  readonly onAdmit: (guests: number) => void
}

/** Choice of the guests who enter now: all or fewer with one tap, more after a question. */
function Admission({ party, share, isOver, isRefused, room, onAdmit }: AdmissionProps) {
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

type StepperProps = {
  readonly label: string
  /** Of one guest, and of several. */
  readonly verbs: readonly [string, string]
  readonly first: number
  readonly most: number
  readonly onChoose: (guests: number) => void
  readonly onBack: () => void
}

function Stepper({ label, verbs, first, most, onChoose, onBack }: StepperProps) {
  const [guests, setGuests] = useState(Math.min(first, most))
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <BigButton
          className="size-16 text-3xl"
          aria-label="One fewer"
          disabled={guests <= 1}
          onClick={() => setGuests(guests - 1)}
        >
          −
        </BigButton>
        <output className="text-4xl font-bold tabular-nums">{guests}</output>
        <BigButton
          className="size-16 text-3xl"
          aria-label="One more"
          disabled={guests >= most}
          onClick={() => setGuests(guests + 1)}
        >
          +
        </BigButton>
      </div>
      <BigButton look="solid" className="min-h-16 text-xl" onClick={() => onChoose(guests)}>
        {countText(guests, 'guest')} {verbs[guests === 1 ? 0 : 1]}
      </BigButton>
      <BigButton className="min-h-14 text-lg" onClick={onBack}>
        Back
      </BigButton>
    </div>
  )
}
