import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ExpectedParty } from '#features/reservation-management/check-in/schema.ts'
import { countText } from '#lib/text/count.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { CameraPanel } from './camera-panel.tsx'
import type { CheckIn } from './check-in.ts'
import { type CheckInState, nightOf, unsentOf } from './check-in-state.ts'
import { listenToScanner } from './keyboard-scanner.ts'
import { BigButton } from './parts.tsx'
import { PlainMessage } from './plain-message.tsx'
import { SearchPanel } from './search-panel.tsx'
import { isMuted as readMuted, setMuted as storeMuted } from './signals.ts'
import { Notices, StatusBar } from './status-bar.tsx'
import { shownVerdict, useVerdict } from './use-verdict.ts'
import { VerdictScreen } from './verdict-screen.tsx'

type Props = { readonly checkIn: CheckIn }

const LINK =
  'inline-flex min-h-14 items-center justify-center rounded-xl bg-cream px-4 text-lg font-semibold text-night'

/** Check-in at the entrance. It works on the list and the acts of this device; the network only brings them up to date. */
export function CheckInApp({ checkIn }: Props) {
  const state = useSyncExternalStore(checkIn.subscribe, checkIn.getState)
  const waiting = unsentOf(state.acts).length
  const unsent =
    waiting === 0
      ? ''
      : ` ${waiting === 1 ? '1 act is' : `${waiting} acts are`} stored on this phone and will be sent then.`
  switch (state.phase) {
    case 'starting':
      return <PlainMessage title="Check-in" text="Opening…" />
    case 'signed_out':
      return (
        <PlainMessage title="Signed out" text={`Sign in to check guests in.${unsent}`}>
          <a href="/admin?to=door" className={LINK}>
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
          <a href="/admin" className={LINK}>
            Staff area
          </a>
        </PlainMessage>
      )
    case 'no_list':
      return (
        <PlainMessage
          title="No list yet"
          text={`This phone needs a connection once to load tonight. Afterwards it works without.${unsent}`}
        >
          <BigButton look="solid" className="min-h-14 text-lg" onClick={() => void checkIn.refresh()}>
            Try again
          </BigButton>
        </PlainMessage>
      )
    case 'ready':
      return <CheckInScreen checkIn={checkIn} state={state} />
  }
}

/** An arrival that can still be taken back. */
type LastAct = { readonly id: string; readonly party: ExpectedParty; readonly text: string }

/** Arrivals of this device, and the last one for ten seconds. */
function useArrivals(checkIn: CheckIn) {
  const [last, setLast] = useState<LastAct | null>(null)
  useEffect(() => {
    if (!last) return undefined
    const timer = window.setTimeout(() => setLast(null), UNDO_MS)
    return () => window.clearTimeout(timer)
  }, [last])
  const common = (party: ExpectedParty) => {
    const staff = checkIn.getState().snapshot?.staff ?? { id: '', name: '' }
    return {
      staff,
      partyId: party.id,
      tableNumber: party.tableNumbers[0] ?? null,
      guestName: party.guestName,
    }
  }
  const stamp = (party: ExpectedParty) => ({
    id: crypto.randomUUID(),
    ...(party.type === 'guest_list' ? { entryId: party.id } : { reservationId: party.id }),
    at: new Date().toISOString(),
  })
  return {
    last,
    admit: async (party: ExpectedParty, guests: number): Promise<void> => {
      const act = { ...stamp(party), kind: 'arrived', guests } as const
      await checkIn.record({ act, ...common(party) })
      setLast({ id: act.id, party, text: `${countText(guests, 'guest')} of ${party.guestName} came in.` })
    },
    undo: async ({ id, party }: LastAct): Promise<void> => {
      setLast(null)
      await checkIn.record({ act: { ...stamp(party), kind: 'undone', undoesId: id }, ...common(party) })
    },
  }
}

function CheckInScreen({ checkIn, state }: Props & { readonly state: CheckInState }) {
  const { snapshot, acts } = state
  const night = useMemo(() => nightOf({ snapshot, acts }), [snapshot, acts])
  const [isMuted, setIsMuted] = useState(readMuted)
  const { open, check, openParty, close } = useVerdict(checkIn, isMuted)
  const { last, admit, undo } = useArrivals(checkIn)
  useEffect(() => listenToScanner((text) => void check(text)), [check])
  const shown = open && shownVerdict(open, night.parties)
  // The camera waits while a verdict is open: the next code in view must not replace it unseen.
  const isOpen = useRef(false)
  useEffect(() => void (isOpen.current = shown !== null), [shown])
  const onCamera = useCallback(
    (text: string): void => {
      if (!isOpen.current) void check(text)
    },
    [check],
  )
  const toggleMuted = (): void => {
    storeMuted(!isMuted)
    setIsMuted(!isMuted)
  }
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col gap-4 px-4 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))]">
      <Head name={snapshot?.staff.name ?? ''} {...{ checkIn, isMuted }} onMute={toggleMuted} />
      <StatusBar state={state} night={night} />
      <Notices state={state} checkIn={checkIn} />
      <SearchPanel parties={night.parties} onParty={openParty} onCode={(text) => void check(text)} />
      <div className="mt-auto flex flex-col gap-3">
        {last ? (
          <div role="status" className="flex items-center justify-between gap-3 rounded-xl bg-go p-2 pl-4">
            <p className="wrap-anywhere">{last.text}</p>
            <BigButton onClick={() => void undo(last)}>Undo</BigButton>
          </div>
        ) : null}
        <CameraPanel onText={onCamera} />
      </div>
      {shown ? (
        <VerdictScreen
          {...shown}
          onAdmit={(party, guests) => void admit(party, guests).then(close)}
          onClose={close}
        />
      ) : null}
    </main>
  )
}

type HeadProps = Props & {
  readonly name: string
  readonly isMuted: boolean
  readonly onMute: () => void
}

/** Account, sound and sign-out. */
function Head({ checkIn, name, isMuted, onMute }: HeadProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1">
        <div className="mr-auto min-w-0">
          <h1 className="text-2xl leading-tight font-bold">Check-in</h1>
          <p className="truncate text-sm text-sand">{name}</p>
        </div>
        <BigButton look="quiet" aria-pressed={!isMuted} onClick={onMute}>
          {isMuted ? 'Sound off' : 'Sound on'}
        </BigButton>
        <a
          href="/admin/tonight"
          className="inline-flex min-h-12 items-center rounded-xl px-2 font-semibold text-brass"
        >
          Tonight
        </a>
        <BigButton look="quiet" onClick={() => void checkIn.signOut().then(setRefusal)}>
          Sign out
        </BigButton>
      </div>
      {refusal === null ? null : (
        <p role="alert" className="rounded-xl bg-stop p-3">
          {refusal}
        </p>
      )}
    </header>
  )
}
