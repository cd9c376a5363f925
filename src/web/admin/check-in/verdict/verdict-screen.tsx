import { useId, useState } from 'react'
import { friendArrival } from '#features/reservation-management/tonight/admission/rules.ts'
import type { FoundParty } from '#features/reservation-management/check-in/rules.ts'
import type { ExpectedParty, Verdict } from '#features/reservation-management/check-in/schema.ts'
import { type Occupancy, roomWarning } from '#features/reservation-management/arrivals/rules.ts'
import { TAG_LABELS } from '#features/reservation-management/tonight/rules.ts'
import { useTapGuard } from '#ui/admin/use-tap-guard.ts'
import { attendanceFor } from '../device/check-in-state.ts'
import { FullScreenDialog, takeFocus } from '../full-screen.tsx'
import { UnlistedAdmission } from '../list/unlisted-admission.tsx'
import { BigButton, Crowd, Shape } from '../parts.tsx'
import type { Unlisted } from '../use-acts.ts'
import { Admission } from './admission.tsx'
import { Stepper } from './stepper.tsx'

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
