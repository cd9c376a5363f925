import { useCallback, useEffect, useRef, useState } from 'react'
import {
  findParty,
  type FoundParty,
  readScanned,
  verdictOnFriend,
  verdictOnParty,
} from '#features/reservation-management/check-in/rules.ts'
import {
  verdictOnEarlierList,
  verdictOnFound,
  verdictOnOther,
  listTime,
  withLetIn,
} from '#features/reservation-management/check-in/codes/rules.ts'
import type { ExpectedParty, Scanned, Verdict } from '#features/reservation-management/check-in/schema.ts'
import { lookUp } from '../device/api.ts'
import type { CheckIn } from '../device/check-in.ts'
import { type CheckInState, eventsOf, nightOf } from '../device/check-in-state.ts'
import { correctedTime, laterNight } from '../device/device-clock.ts'
import type { Unlisted } from '../use-acts.ts'
import { signal } from '../signals.ts'
import { verifyScanned } from '../scan/verify-codes.ts'

const UNCHECKED = 'This browser cannot check the signature of codes. Compare the name.'

/** The open verdict: about a party, which may change while it is open, or about anything else. */
export type OpenVerdict =
  | { readonly partyId: string; readonly shareId: string | null; readonly warning: string | null }
  | { readonly partyId: null; readonly verdict: Verdict; readonly unlisted?: Unlisted | undefined }

/** The verdict of an open check and its party. */
export function shownVerdict(
  open: OpenVerdict,
  state: CheckInState,
): {
  readonly verdict: Verdict
  readonly party: ExpectedParty | null
  readonly share: FoundParty<ExpectedParty>['share']
  readonly unlisted?: Unlisted | undefined
} | null {
  if (open.partyId === null)
    return { verdict: open.verdict, unlisted: open.unlisted, party: null, share: null }
  const party = nightOf(state).parties.find(({ id }) => id === open.partyId)
  if (!party) return null
  const share = party.shares?.find(({ id }) => id === open.shareId) ?? null
  if (state.snapshot && laterNight(state) !== null)
    return { verdict: verdictOnEarlierList(party, state.snapshot.date), party, share }
  const now = correctedTime(state)
  const verdict = share
    ? verdictOnFriend({ party, share }, now, open.warning)
    : verdictOnParty(party, now, open.warning)
  return { verdict, party, share }
}

const mayBeFound = (scanned: Scanned): boolean =>
  scanned.kind === 'code' ||
  scanned.kind === 'old_link' ||
  (scanned.kind === 'token' && scanned.isGenuine !== false)

/** The verdict of the device alone. A list that is not kept up to date may lack what was booked since. */
function ownVerdict(scanned: Scanned, state: CheckInState, isUpToDate: boolean): OpenVerdict | null {
  const { snapshot, acts } = state
  if (!snapshot) return null
  const found = findParty(scanned, snapshot.parties)
  if (found) {
    const isUnchecked = scanned.kind === 'token' && scanned.isGenuine === 'unchecked'
    const warning = isUnchecked ? UNCHECKED : null
    return { partyId: found.party.id, shareId: found.share?.id ?? null, warning }
  }
  const tonight = laterNight(state) ?? snapshot.date
  const oldList = isUpToDate && tonight === snapshot.date ? null : listTime(snapshot, tonight)
  const verdict = verdictOnOther(scanned, tonight, oldList)
  if (scanned.kind !== 'token' || verdict.admits === 'no') return { partyId: null, verdict }
  const { id } = scanned.token
  return { partyId: null, verdict: withLetIn(verdict, eventsOf(acts, id)), unlisted: { of: scanned.of, id } }
}

/** The verdict of the server on a code that the list lacks; null where there is no answer. */
async function askServer(checkIn: CheckIn, text: string): Promise<OpenVerdict | null> {
  const found = await lookUp(text).catch(() => undefined)
  const asked = checkIn.getState()
  if (found === undefined || !asked.snapshot) return null
  // The list of an earlier night is read anew in any case.
  if (laterNight(asked) !== null || found?.date === asked.snapshot.date) await checkIn.refresh()
  const { snapshot } = checkIn.getState()
  const partyId = found?.mergedInto?.id ?? found?.id
  const isListed = snapshot?.parties.some(({ id }) => id === partyId) ?? false
  return partyId !== undefined && isListed
    ? { partyId, shareId: found?.shareId ?? null, warning: null }
    : { partyId: null, verdict: verdictOnFound(found, (snapshot ?? asked.snapshot).date) }
}

/** Checks codes by the list on the device at once, and by the server if the list lacks them. */
export function useVerdict(checkIn: CheckIn, isMuted: boolean) {
  const [open, setOpen] = useState<OpenVerdict | null>(null)
  const latest = useRef(0)
  const muted = useRef(isMuted)
  useEffect(() => void (muted.current = isMuted), [isMuted])

  /** Shows a verdict, with its signal unless the one before it had the same look. */
  const show = useCallback(
    (next: OpenVerdict | null, before: OpenVerdict | null = null): void => {
      const shown = next && shownVerdict(next, checkIn.getState())
      if (!shown) return
      setOpen(next)
      const isSame = before?.partyId === null && before.verdict.look === shown.verdict.look
      if (!isSame) signal(shown.verdict.look, muted.current)
    },
    [checkIn],
  )

  const openParty = useCallback((id: string) => show({ partyId: id, shareId: null, warning: null }), [show])

  const check = useCallback(
    async (text: string): Promise<void> => {
      latest.current += 1
      const number = latest.current
      const { snapshot, isLive } = checkIn.getState()
      if (!snapshot) return
      const scanned = await verifyScanned(readScanned(text), snapshot.keys)
      if (latest.current !== number) return
      const own = ownVerdict(scanned, checkIn.getState(), isLive)
      show(own)
      if (own?.partyId !== null || !mayBeFound(scanned)) return
      const answer = await askServer(checkIn, text)
      if (latest.current !== number) return
      // A connection that only seems to be there keeps no list up to date.
      show(answer ?? ownVerdict(scanned, checkIn.getState(), false), own)
    },
    [checkIn, show],
  )

  const close = useCallback((): void => {
    latest.current += 1
    setOpen(null)
  }, [])
  return { open, check, openParty, close }
}
