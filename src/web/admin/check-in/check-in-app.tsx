import {
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ExpectedParty } from '#features/reservation-management/check-in/schema.ts'
import { coverToCollect } from '#features/reservation-management/arrivals/cover/rules.ts'
import { useTapGuard } from '#ui/admin/use-tap-guard.ts'
import { CameraPanel } from './scan/camera-panel.tsx'
import { unstoredText } from './device/check-in-copy.ts'
import type { CheckIn } from './device/check-in.ts'
import { coverGuestsOf, type CheckInState, nightOf, unsentOf } from './device/check-in-state.ts'
import { correctedTime, laterNight } from './device/device-clock.ts'
import { NoList } from './list/no-list.tsx'
import { earlierListWarning } from './list/list-notices.tsx'
import { listenToScanner } from './scan/keyboard-scanner.ts'
import { BigButton } from './parts.tsx'
import { focusScreen } from './full-screen.tsx'
import { CountButtons } from './count-buttons.tsx'
import { PlainMessage } from './plain-message.tsx'
import { SearchPanel } from './search-panel.tsx'
import { isMuted as readMuted, setMuted as storeMuted } from './signals.ts'
import { Notices, StatusBar } from './status-bar.tsx'
import { useActs } from './use-acts.ts'
import { useMovedParty } from './verdict/use-moved-party.ts'
import { type OpenVerdict, shownVerdict, useVerdict } from './verdict/use-verdict.ts'
import { VerdictScreen } from './verdict/verdict-screen.tsx'
import { PartyCoverScreen, WalkInScreen } from './walk-in-screen.tsx'

type Props = { readonly checkIn: CheckIn }

const LINK =
  'inline-flex min-h-14 items-center justify-center rounded-xl bg-cream px-4 text-lg font-semibold text-night'

/** Check-in at the entrance. It works on the list and the acts of this device; the network only brings them up to date. */
export function CheckInApp({ checkIn }: Props) {
  const state = useSyncExternalStore(checkIn.subscribe, checkIn.getState)
  const waiting = unsentOf(state.acts).length
  const isLosable = state.unstored > 0
  const unsent = isLosable
    ? ` ${unstoredText(state.unstored)} Keep it open.`
    : waiting === 0
      ? ''
      : ` ${waiting === 1 ? '1 act is' : `${waiting} acts are`} stored on this phone and will be sent then.`
  switch (state.phase) {
    case 'starting':
      return <PlainMessage title="Check-in" text="Opening…" />
    case 'signed_out':
      return (
        <PlainMessage title="Signed out" text={`Sign in to check guests in.${unsent}`}>
          <a href="/admin?to=door" target={isLosable ? '_blank' : undefined} className={LINK}>
            Sign in
          </a>
        </PlainMessage>
      )
    case 'not_allowed':
      return (
        <PlainMessage
          title="Not allowed"
          text={`Your role may not check guests in. Please ask a manager.${unsent}`}
        >
          <a href="/admin" target={isLosable ? '_blank' : undefined} className={LINK}>
            Staff area
          </a>
        </PlainMessage>
      )
    case 'no_list':
      return <NoList former={state.former} {...{ checkIn, unsent }} />
    case 'ready':
      if (state.snapshot?.isClosed)
        return (
          <PlainMessage
            title="This night is closed"
            text={`A manager closed it, and its list was deleted from this phone. Guests who come now are recorded in Tonight.${unsent}`}
          >
            <BigButton look="solid" className="min-h-14 text-lg" onClick={() => void checkIn.refresh()}>
              Look again
            </BigButton>
            <a
              href="/admin/tonight"
              target={isLosable ? '_blank' : undefined}
              className="inline-flex min-h-14 items-center justify-center rounded-xl border border-cream/60 px-4 text-lg font-semibold"
            >
              Tonight
            </a>
          </PlainMessage>
        )
      return <CheckInScreen checkIn={checkIn} state={state} />
  }
}

/** The open panel of cover: of a party, or of walk-ins where it names none. */
type CoverOf = { readonly partyId: string | null }

/** Runs one act for each opened screen, against double taps. `screen` is a new object each time. */
function useOncePerScreen(screen: object | null): (act: () => Promise<unknown>) => void {
  const done = useRef<object>(null)
  return (act) => {
    if (screen === null || done.current === screen) return
    done.current = screen
    // An act that failed can be tried again.
    void act().catch((error: unknown) => {
      done.current = null
      throw error
    })
  }
}

/** Whether guests of a party who came owe cover that staff take. */
function owesCover(checkIn: CheckIn, partyId: string): boolean {
  const state = checkIn.getState()
  const party = nightOf(state).parties.find(({ id }) => id === partyId)
  if (!party?.cover || laterNight(state) !== null) return false
  return coverToCollect(party.cover, coverGuestsOf(party, correctedTime(state))).length > 0
}

/** The panel of cover, and a guard of the screen that takes the place of another: list, verdict, or cover. */
function useScreens(verdict: OpenVerdict | null) {
  const [coverOf, setCoverOf] = useState<CoverOf | null>(null)
  const guard = useTapGuard(coverOf ? 'cover' : verdict ? `verdict ${verdict.partyId}` : 'list')
  const onceOf = useOncePerScreen(coverOf)
  const onceOfOpen = useOncePerScreen(verdict)
  const onceOfCover = (act: () => Promise<unknown>): void => guard(() => onceOf(act))
  const onceOfVerdict = (act: () => Promise<unknown>): void => guard(() => onceOfOpen(act))
  return { coverOf, setCoverOf, closeCover: () => setCoverOf(null), guard, onceOfCover, onceOfVerdict }
}

/** The camera waits while a screen is open: the next code in view must not replace it unseen. */
function useCameraCodes(check: (text: string) => Promise<void>, isOpen: boolean): (text: string) => void {
  const waits = useRef(isOpen)
  useEffect(() => void (waits.current = isOpen), [isOpen])
  return useCallback(
    (text: string): void => {
      if (!waits.current) void check(text)
    },
    [check],
  )
}

function CheckInScreen({ checkIn, state }: Props & { readonly state: CheckInState }) {
  const { snapshot, acts } = state
  const night = useMemo(() => nightOf({ snapshot, acts }), [snapshot, acts])
  const [isMuted, setIsMuted] = useState(readMuted)
  const { open, check, openParty, close } = useVerdict(checkIn, isMuted)
  const { last, admit, admitUnlisted, leave, takeCover, count, countBack, undo } = useActs(checkIn)
  const shown = open && shownVerdict(open, state)
  const { coverOf, setCoverOf, closeCover, guard, ...once } = useScreens(shown ? open : null)
  const { onceOfCover, onceOfVerdict } = once
  const onCode = useCallback(
    (text: string): void => {
      setCoverOf(null)
      void check(text)
    },
    [check, setCoverOf],
  )
  useEffect(() => listenToScanner(onCode), [onCode])
  useMovedParty(coverOf?.partyId ?? open?.partyId ?? null, night.parties, onCode)
  const room = { inside: night.counts.inside, capacity: snapshot?.capacity ?? 0 }
  const onCamera = useCameraCodes(check, shown !== null || coverOf !== null)
  const paying = coverOf === null ? null : (night.parties.find(({ id }) => id === coverOf.partyId) ?? null)
  const openCover = ({ id }: ExpectedParty): void => {
    close()
    setCoverOf(owesCover(checkIn, id) ? { partyId: id } : null)
  }
  const toggleMuted = (): void => {
    storeMuted(!isMuted)
    setIsMuted(!isMuted)
  }
  return (
    <main
      tabIndex={-1}
      className="mx-auto flex min-h-dvh max-w-xl flex-col gap-4 px-4 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))] outline-none"
    >
      <Head {...{ checkIn, state, isMuted }} onMute={toggleMuted} />
      <StatusBar state={state} night={night} />
      <Notices state={state} checkIn={checkIn} />
      <SearchPanel {...{ parties: night.parties, onCode }} now={correctedTime(state)} onParty={openParty} />
      <div className="mt-auto flex flex-col gap-3">
        <CountButtons
          last={last}
          onUndo={(it) => guard(() => void undo(it).then(focusScreen))}
          onWalkIn={() => guard(() => setCoverOf({ partyId: null }))}
          onOut={() => guard(() => void count(-1))}
          onBack={() => guard(() => void countBack())}
        />
        <CameraPanel onText={onCamera} />
      </div>
      {shown ? (
        <VerdictScreen
          {...shown}
          owesCover={shown.party !== null && owesCover(checkIn, shown.party.id)}
          onAdmit={(party, guests, share) =>
            onceOfVerdict(() => admit(party, guests, share).then(() => openCover(party)))
          }
          room={room}
          onLeave={(party, guests) => onceOfVerdict(() => leave(party, guests).then(close))}
          onCameBack={() => onceOfVerdict(() => countBack().then(close))}
          onAdmitUnlisted={(of, guests) => onceOfVerdict(() => admitUnlisted(of, guests).then(close))}
          onCover={(party) => guard(() => openCover(party))}
          onClose={() => guard(close)}
        />
      ) : null}
      {snapshot && coverOf?.partyId === null ? (
        <WalkInScreen
          venue={snapshot}
          room={room}
          warning={earlierListWarning(state)}
          onRecord={(items, method) => onceOfCover(() => takeCover(null, items, method).then(closeCover))}
          onCount={(guests) => onceOfCover(() => count(guests).then(closeCover))}
          onClose={() => guard(closeCover)}
        />
      ) : null}
      {snapshot && paying ? (
        <PartyCoverScreen
          party={paying}
          venue={snapshot}
          now={correctedTime(state)}
          onRecord={(items, method) => onceOfCover(() => takeCover(paying, items, method).then(closeCover))}
          onClose={() => guard(closeCover)}
        />
      ) : null}
    </main>
  )
}

type HeadProps = Props & {
  readonly state: CheckInState
  readonly isMuted: boolean
  readonly onMute: () => void
}

/** Why check-in must not be left now; null where it can be. */
function leaveProblem({ unstored, isLive }: Pick<CheckInState, 'unstored' | 'isLive'>): string | null {
  if (unstored > 0)
    return `${unstoredText(unstored)} Find a connection, and wait until nothing is left to send.`
  return isLive ? null : NO_CONNECTION
}

const NO_CONNECTION = 'Tonight needs a connection, and there is none. Check-in works without.'

/** Account, sound and sign-out. */
function Head({ checkIn, state, isMuted, onMute }: HeadProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const onLeave = (event: MouseEvent): void => {
    const problem = leaveProblem(state)
    if (problem === null) return
    event.preventDefault()
    setRefusal(problem)
  }
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1">
        <div className="mr-auto min-w-0">
          <h1 className="text-2xl leading-tight font-bold">Check-in</h1>
          <p className="truncate text-sm text-sand">{state.snapshot?.staff.name}</p>
        </div>
        <BigButton look="quiet" aria-pressed={!isMuted} onClick={onMute}>
          {isMuted ? 'Sound off' : 'Sound on'}
        </BigButton>
        <a
          href="/admin/tonight"
          onClick={onLeave}
          className="inline-flex min-h-12 items-center rounded-xl px-2 font-semibold text-brass"
        >
          Tonight
        </a>
        <BigButton look="quiet" onClick={() => void checkIn.signOut().then(setRefusal)}>
          Sign out
        </BigButton>
      </div>
      {refusal === null ||
      (state.isLive && unsentOf(state.acts).length === 0 && state.unstored === 0) ? null : (
        <p role="alert" className="rounded-xl bg-stop p-3">
          {refusal}
        </p>
      )}
    </header>
  )
}
