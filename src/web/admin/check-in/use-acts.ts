import { useEffect, useRef, useState } from 'react'
import { itemsCents, itemsGuests } from '#features/payments/cover/rules.ts'
import type { CoverItem } from '#features/payments/cover/schema.ts'
import type { VenueMethod } from '#features/payments/ledger/schema.ts'
import { methodLabel } from '#features/payments/ledger/rules.ts'
import { guestsOut } from '#features/reservation-management/tonight/admission/rules.ts'
import type { FoundParty } from '#features/reservation-management/check-in/rules.ts'
import type { CodeOwner, ExpectedParty } from '#features/reservation-management/check-in/schema.ts'
import { coverFreeByList } from '#features/reservation-management/arrivals/cover/rules.ts'
import type { CoverTakenAct } from '#features/reservation-management/arrivals/cover/schema.ts'
import { formatUsdShort } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { businessDate } from '#lib/venue-time.ts'
import { isolated } from '#lib/names/isolated.ts'
import { type NewQueuedAct, WALK_INS } from './device/act-queue.ts'
import type { CheckIn } from './device/check-in.ts'
import { attendanceFor, coverGuestsOf } from './device/check-in-state.ts'
import { correctedTime } from './device/device-clock.ts'

/** The friend who came in with a code of their own; null for guests of the party without one. */
type Friend = FoundParty<ExpectedParty>['share']

/** Acts of one tap, which can still be taken back. */
type Tap = {
  readonly text: string
  readonly acts: readonly NewQueuedAct[]
  /** The admission to which the cover of this tap belongs. It can be taken back once the cover is. */
  readonly before?: Tap | undefined
}

/** The outcome of the last tap. */
export type LastTap = {
  /** Text of the tap that was taken back. */
  readonly undone: string | null
  /** The tap that can be taken back now. */
  readonly tap: Tap | null
}

/** Time in which cover is the cover of the guests who just came in: cash is counted within it. */
const SAME_VISIT_MS = 60_000

const nowOf = (checkIn: CheckIn): Date => correctedTime(checkIn.getState())
const stampOf = (checkIn: CheckIn) => ({ id: crypto.randomUUID(), at: nowOf(checkIn).toISOString() })

type Stamp = Pick<NewQueuedAct['act'], 'id' | 'at'>

/** A genuine code of tonight that the list of the device does not have. */
export type Unlisted = { readonly of: CodeOwner; readonly id: string }

const ownerOf = ({ of, id }: Unlisted) =>
  of === 'entry' ? { entryId: id } : of === 'share' ? { shareId: id } : { reservationId: id }

const partyOf = ({ id, type }: ExpectedParty) =>
  type === 'guest_list' ? { entryId: id } : { reservationId: id }

/** The act that takes another one back. */
function undoOf(checkIn: CheckIn, { act, heads, ...common }: NewQueuedAct): NewQueuedAct {
  const back = heads && { cameIn: -heads.cameIn, wentOut: -heads.wentOut }
  const undone = { ...common, ...(back ? { heads: back } : {}) }
  const undoes = { ...stampOf(checkIn), undoesId: act.id }
  if (!('kind' in act)) return { ...undone, act: undoes }
  if (act.kind === 'cover' || act.kind === 'cover_undone')
    return { ...undone, act: { ...undoes, kind: 'cover_undone' } }
  const { reservationId, entryId } = act
  const isOfFriend = reservationId === undefined && entryId === undefined && 'shareId' in act
  const about = isOfFriend ? { shareId: act.shareId } : { reservationId, entryId }
  return { ...undone, act: { ...undoes, ...about, kind: 'undone' } }
}

/** `5 guests paid $125 in cash`, `2 guests came in without cover` */
function coverText(items: readonly CoverItem[], method: VenueMethod | null): string {
  const guests = countText(itemsGuests(items), 'guest')
  const cents = itemsCents(items)
  return cents === 0
    ? `${guests} came in without cover`
    : `${guests}, ${formatUsdShort(cents)} ${methodLabel(method)}`
}

/** The facts about party and account that the device adds to an act. */
function contextOf(checkIn: CheckIn) {
  const staffOf = () => checkIn.getState().snapshot?.staff ?? { id: '', name: '' }
  const ofParty = (party: ExpectedParty) => ({
    staff: staffOf(),
    partyId: party.id,
    tableNumber: party.tableNumbers[0] ?? null,
    guestName: party.guestName,
  })
  const stamp = () => stampOf(checkIn)
  // Not that of the list: a device may still have the one of yesterday.
  const nightOf = () => businessDate(nowOf(checkIn))
  const ofWalkIns = () => ({
    staff: staffOf(),
    partyId: WALK_INS,
    tableNumber: null,
    guestName: 'Walk-ins',
    night: nightOf(),
  })
  return { staffOf, ofParty, stamp, nightOf, ofWalkIns }
}

/** Acts with what the device knows of their party and account. */
function builderOf(checkIn: CheckIn) {
  const { staffOf, ofParty, stamp, nightOf, ofWalkIns } = contextOf(checkIn)
  return {
    arrival: (party: ExpectedParty, guests: number, share: Friend): NewQueuedAct => ({
      ...ofParty(party),
      act: {
        ...stamp(),
        ...partyOf(party),
        kind: 'arrived',
        guests,
        ...(share ? { shareId: share.id } : {}),
      },
    }),
    leaving: (party: ExpectedParty, guests: number): NewQueuedAct => ({
      ...ofParty(party),
      act: { ...stamp(), ...partyOf(party), kind: 'left', guests, keepsTable: true },
    }),
    cover: (
      party: ExpectedParty | null,
      items: readonly CoverItem[],
      method: VenueMethod | null,
    ): NewQueuedAct => {
      const act: CoverTakenAct = { ...stamp(), kind: 'cover', night: nightOf(), method, items: [...items] }
      return party
        ? { ...ofParty(party), act: { ...act, ...partyOf(party) } }
        : { ...ofWalkIns(), act, heads: { cameIn: itemsGuests(items), wentOut: 0 } }
    },
    /** The cover of guests who are free by their list. It has the id of their arrival, so that both are taken back together. */
    freeCover: (party: ExpectedParty, items: readonly CoverItem[], { id, at }: Stamp): NewQueuedAct => ({
      ...ofParty(party),
      act: { id, at, ...partyOf(party), kind: 'cover', night: nightOf(), method: null, items: [...items] },
    }),
    unlisted: (unlisted: Unlisted, guests: number): NewQueuedAct => ({
      staff: staffOf(),
      partyId: unlisted.id,
      tableNumber: null,
      guestName: 'A code that was not on the list',
      night: nightOf(),
      act: { ...stamp(), ...ownerOf(unlisted), kind: 'arrived', guests },
      heads: { cameIn: guests, wentOut: 0 },
    }),
    count: (change: number): NewQueuedAct => ({
      ...ofWalkIns(),
      act: { ...stamp(), change },
      heads: { cameIn: Math.max(0, change), wentOut: Math.max(0, -change) },
    }),
    cameBack: (): NewQueuedAct => ({
      ...ofWalkIns(),
      act: { ...stamp(), change: 1, isReturn: true },
      heads: { cameIn: 0, wentOut: -1 },
    }),
  }
}

/** Records the acts of one tap, which is shown for ten seconds and can be taken back. */
function useLastTap(checkIn: CheckIn) {
  const [last, setLast] = useState<LastTap | null>(null)
  useEffect(() => {
    if (!last) return undefined
    const timer = window.setTimeout(() => setLast(null), UNDO_MS)
    return () => window.clearTimeout(timer)
  }, [last])
  const record = async (text: string, acts: readonly NewQueuedAct[], before?: Tap): Promise<Tap> => {
    await recordAll(checkIn, acts)
    const tap = { text, acts, before }
    setLast({ undone: null, tap })
    return tap
  }
  const undo = async ({ text, acts, before }: Tap): Promise<void> => {
    setLast(null)
    await recordAll(
      checkIn,
      acts.map((act) => undoOf(checkIn, act)),
    )
    setLast({ undone: text, tap: before ?? null })
  }
  return { last, record, undo }
}

/** Arrivals, cover and counts of this device, and the last tap. */
export function useActs(checkIn: CheckIn) {
  const { last, record, undo } = useLastTap(checkIn)
  const admission = useRef<{ partyId: string; tap: Tap; at: number } | null>(null)
  const build = builderOf(checkIn)
  const admissionOf = (party: ExpectedParty | null): Tap | undefined => {
    const { current } = admission
    admission.current = null
    return current?.partyId === party?.id && Date.now() - (current?.at ?? 0) < SAME_VISIT_MS
      ? current?.tap
      : undefined
  }
  return {
    last,
    /** Guests come in. Those who are free by the terms of their list are so recorded by the same tap. */
    admit: async (party: ExpectedParty, guests: number, share: Friend): Promise<void> => {
      const free = party.cover
        ? coverFreeByList(party.cover, coverGuestsOf(party, nowOf(checkIn), guests))
        : []
      const arrival = build.arrival(party, guests, share)
      const cover = free.length === 0 ? [] : [build.freeCover(party, free, arrival.act)]
      const who = share ? isolated(share.guestName) : countText(guests, 'guest')
      const isBack = !share && guests <= guestsOut(attendanceFor(party))
      const text = `${who} of ${isolated(party.guestName)} ${isBack ? 'came back' : 'came in'}.`
      const tap = await record(text, [arrival, ...cover])
      admission.current = { partyId: party.id, tap, at: Date.now() }
    },
    /** Guests of a code that is not on the list come in. The server finds their party by the code's id. */
    admitUnlisted: (unlisted: Unlisted, guests: number): Promise<unknown> =>
      record(`${countText(guests, 'guest')} not on the list came in.`, [build.unlisted(unlisted, guests)]),
    takeCover: (
      party: ExpectedParty | null,
      items: readonly CoverItem[],
      method: VenueMethod | null,
    ): Promise<unknown> =>
      record(
        `${isolated(party?.guestName ?? 'Walk-in')}: ${coverText(items, method)}.`,
        [build.cover(party, items, method)],
        admissionOf(party),
      ),
    /** People without a booking come in (positive) or go out. */
    count: (change: number): Promise<unknown> =>
      record(`${countText(Math.abs(change), 'guest')} ${change > 0 ? 'came in' : 'went out'}.`, [
        build.count(change),
      ]),
    /** A guest who was counted out by head comes back: neither a walk-in nor one who owes cover. */
    countBack: (): Promise<unknown> => record('1 guest came back.', [build.cameBack()]),
    /** Guests of a party go out, perhaps for a while. */
    leave: (party: ExpectedParty, guests: number): Promise<unknown> =>
      record(`${countText(guests, 'guest')} of ${isolated(party.guestName)} went out.`, [
        build.leaving(party, guests),
      ]),
    undo,
  }
}

async function recordAll(checkIn: CheckIn, acts: readonly NewQueuedAct[]): Promise<void> {
  for (const act of acts)
    // oxlint-disable-next-line no-await-in-loop -- the order of storing is the order of sending
    await checkIn.record(act)
}
