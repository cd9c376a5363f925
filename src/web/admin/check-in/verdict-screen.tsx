import { useId, useState } from 'react'
import {
  type FoundParty,
  friendArrival,
  guestsOfHost,
  guestsToCome,
  questionBefore,
} from '#features/reservation-management/check-in/rules.ts'
import type { ExpectedParty, Verdict } from '#features/reservation-management/check-in/schema.ts'
import { MAX_EVENT_GUESTS } from '#features/reservation-management/arrivals/schema.ts'
import { TAG_LABELS } from '#features/reservation-management/tonight/rules.ts'
import { countText } from '#lib/text/count.ts'
import { attendanceFor } from './device/check-in-state.ts'
import { FullScreenDialog, takeFocus } from './full-screen.tsx'
import { BigButton, Shape } from './parts.tsx'

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
  readonly onCover: (party: ExpectedParty) => void
  readonly onClose: () => void
}

/** The verdict fills the screen: a word, a color, a shape, and how many enter now. */
export function VerdictScreen({ verdict, party, share, owesCover, onAdmit, onCover, onClose }: Props) {
  const id = useId()
  return (
    <FullScreenDialog labelledBy={id} className={GROUNDS[verdict.look]} onClose={onClose}>
      <div role="alert" className="flex flex-1 flex-col items-start gap-3">
        <Shape look={verdict.look} />
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
      </div>
      {party && verdict.admits !== 'no' ? (
        <Admission
          key={`${party.id} ${share?.id}`}
          party={party}
          share={share}
          // A friend who is here already is let in again as a guest of the party.
          onAdmit={(guests) => onAdmit(party, guests, share && friendArrival(party, share) ? null : share)}
        />
      ) : null}
      {party && owesCover ? (
        <BigButton className="min-h-14 text-lg" onClick={() => onCover(party)}>
          Take cover
        </BigButton>
      ) : null}
      <BigButton className="min-h-14 text-lg" onClick={onClose}>
        {party ? 'Nobody enters' : 'Close'}
      </BigButton>
    </FullScreenDialog>
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

type AdmissionProps = Pick<Props, 'share'> & {
  readonly party: ExpectedParty
  readonly onAdmit: (guests: number) => void
}

/** Choice of the guests who enter now: all or fewer with one tap, more after a question. */
function Admission({ party, share, onAdmit }: AdmissionProps) {
  const toCome = guestsToCome(party, attendanceFor(party))
  const question = (guests: number): string | null => questionBefore(party, guests, share)
  const [chosen, setChosen] = useState<number | null>(null)
  const [asked, setAsked] = useState<number | null>(null)
  const admit = (guests: number): void => (question(guests) === null ? onAdmit(guests) : setAsked(guests))
  if (asked !== null)
    return (
      <div role="group" aria-label="Question" className="flex flex-col gap-3">
        <p className="text-xl font-semibold">{question(asked) ?? 'Let them in?'}</p>
        <BigButton look="solid" className="min-h-16 text-xl" onClick={() => onAdmit(asked)}>
          Yes, {asked} enter
        </BigButton>
        <BigButton className="min-h-14 text-lg" onClick={() => setAsked(null)}>
          No
        </BigButton>
      </div>
    )
  if (share)
    return (
      <BigButton look="solid" className="min-h-20 text-2xl" onClick={() => admit(1)}>
        {toCome === 0 ? 'Let 1 more in' : '1 enters'}
      </BigButton>
    )
  const all = guestsOfHost(party, attendanceFor(party))
  if (chosen !== null) return <Stepper first={chosen} onAdmit={admit} onBack={() => setChosen(null)} />
  const fewer = Array.from({ length: Math.min(MOST_CHIPS, all - 1) }, (_, i) => i + 1)
  return (
    <div role="group" aria-label="How many enter now" className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-1.5">
        {fewer.map((guests) => (
          <BigButton
            key={guests}
            className="min-h-14 flex-1 basis-16 text-xl"
            aria-label={`Only ${guests} enter`}
            onClick={() => admit(guests)}
          >
            {guests}
          </BigButton>
        ))}
        <BigButton className="min-h-14 flex-1 basis-16 text-lg" onClick={() => setChosen(all + 1)}>
          {fewer.length < all - 1 ? 'Another number' : 'More'}
        </BigButton>
      </div>
      <BigButton look="solid" className="min-h-20 text-2xl" onClick={() => admit(all)}>
        {toCome === 0
          ? 'Let 1 more in'
          : all === 1
            ? '1 enters'
            : `${all < toCome ? '' : 'All '}${all} enter`}
      </BigButton>
    </div>
  )
}

type StepperProps = {
  readonly first: number
  readonly onAdmit: (guests: number) => void
  readonly onBack: () => void
}

function Stepper({ first, onAdmit, onBack }: StepperProps) {
  const [guests, setGuests] = useState(Math.min(first, MAX_EVENT_GUESTS))
  return (
    <div role="group" aria-label="Another number" className="flex flex-col gap-3">
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
          disabled={guests >= MAX_EVENT_GUESTS}
          onClick={() => setGuests(guests + 1)}
        >
          +
        </BigButton>
      </div>
      <BigButton look="solid" className="min-h-16 text-xl" onClick={() => onAdmit(guests)}>
        {countText(guests, 'guest')} {guests === 1 ? 'enters' : 'enter'}
      </BigButton>
      <BigButton className="min-h-14 text-lg" onClick={onBack}>
        Back
      </BigButton>
    </div>
  )
}
