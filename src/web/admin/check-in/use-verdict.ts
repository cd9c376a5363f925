import { useCallback, useEffect, useRef, useState } from 'react'
import {
  findParty,
  type FoundParty,
  readScanned,
  verdictOnFound,
  verdictOnFriend,
  verdictOnOther,
  verdictOnParty,
} from '#features/reservation-management/check-in/rules.ts'
import type { ExpectedParty, Scanned, Verdict } from '#features/reservation-management/check-in/schema.ts'
import { lookUp } from './device/api.ts'
import type { CheckIn } from './device/check-in.ts'
import { nightOf } from './device/check-in-state.ts'
import { signal } from './signals.ts'
import { verifyScanned } from './scan/verify-codes.ts'

const UNCHECKED = 'This browser cannot check the signature of codes. Compare the name.'

/** The open verdict: about a party, which may change while it is open, or about anything else. */
export type OpenVerdict =
  | { readonly partyId: string; readonly shareId: string | null; readonly warning: string | null }
  | { readonly partyId: null; readonly verdict: Verdict }

/** The verdict of an open check and its party. */
export function shownVerdict(
  open: OpenVerdict,
  parties: readonly ExpectedParty[],
): {
  readonly verdict: Verdict
  readonly party: ExpectedParty | null
  readonly share: FoundParty<ExpectedParty>['share']
} | null {
  if (open.partyId === null) return { verdict: open.verdict, party: null, share: null }
  const party = parties.find(({ id }) => id === open.partyId)
  if (!party) return null
  const share = party.shares?.find(({ id }) => id === open.shareId) ?? null
  const verdict = share
    ? verdictOnFriend({ party, share }, new Date(), open.warning)
    : verdictOnParty(party, new Date(), open.warning)
  return { verdict, party, share }
}

const mayBeFound = (scanned: Scanned): boolean =>
  scanned.kind === 'code' ||
  scanned.kind === 'old_link' ||
  (scanned.kind === 'token' && scanned.isGenuine !== false)

/** Checks codes by the list on the device at once, and by the server if the list lacks them. */
export function useVerdict(checkIn: CheckIn, isMuted: boolean) {
  const [open, setOpen] = useState<OpenVerdict | null>(null)
  const latest = useRef(0)
  const muted = useRef(isMuted)
  useEffect(() => void (muted.current = isMuted), [isMuted])

  const show = useCallback(
    (next: OpenVerdict): void => {
      const shown = shownVerdict(next, nightOf(checkIn.getState()).parties)
      if (!shown) return
      setOpen(next)
      signal(shown.verdict.look, muted.current)
    },
    [checkIn],
  )

  const openParty = useCallback((id: string) => show({ partyId: id, shareId: null, warning: null }), [show])

  const askServer = useCallback(
    async (text: string, number: number): Promise<void> => {
      const found = await lookUp(text).catch(() => undefined)
      if (found === undefined || latest.current !== number) return
      const { snapshot } = checkIn.getState()
      if (!snapshot) return
      if (found?.date === snapshot.date) await checkIn.refresh()
      if (latest.current !== number) return
      const parties = checkIn.getState().snapshot?.parties ?? []
      const partyId = found?.mergedInto?.id ?? found?.id
      const isListed = parties.some(({ id }) => id === partyId)
      if (partyId !== undefined && isListed) show({ partyId, shareId: found?.shareId ?? null, warning: null })
      else setOpen({ partyId: null, verdict: verdictOnFound(found, snapshot.date) })
    },
    [checkIn, show],
  )

  const check = useCallback(
    async (text: string): Promise<void> => {
      latest.current += 1
      const number = latest.current
      const { snapshot } = checkIn.getState()
      if (!snapshot) return
      const scanned = await verifyScanned(readScanned(text), snapshot.keys)
      if (latest.current !== number) return
      const found = findParty(scanned, snapshot.parties)
      if (found) {
        const isUnchecked = scanned.kind === 'token' && scanned.isGenuine === 'unchecked'
        const warning = isUnchecked ? UNCHECKED : null
        return show({ partyId: found.party.id, shareId: found.share?.id ?? null, warning })
      }
      show({ partyId: null, verdict: verdictOnOther(scanned, snapshot.date) })
      if (mayBeFound(scanned)) await askServer(text, number)
    },
    [checkIn, show, askServer],
  )

  const close = useCallback((): void => {
    latest.current += 1
    setOpen(null)
  }, [])
  return { open, check, openParty, close }
}
