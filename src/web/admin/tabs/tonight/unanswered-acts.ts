import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'

type About = {
  readonly tableNumbers?: readonly number[]
  /** Events that the list shows. */
  readonly events?: readonly { readonly id: string }[]
}

/**
 * Acts that are the same tap: of a party, a kind, a number of guests, whether they had been counted as walk-ins or free their table,
 * and the table where the party sits down.
 */
const keyOf = (act: ArrivalAct, { tableNumbers = [] }: About): string =>
  JSON.stringify([
    act.reservationId ?? act.entryId,
    act.kind,
    'guests' in act ? act.guests : null,
    act.kind === 'arrived' && act.wereWalkIns === true,
    act.kind === 'left' && act.freesTable === true,
    act.kind === 'undone' ? act.undoesId : null,
    act.kind === 'seated' ? tableNumbers : null,
  ])

/** A tap after this long is not the former one repeated: it happens now. */
const SAME_TAP_MS = 2 * 60_000

const isSameTap = (kept: ArrivalAct, act: ArrivalAct): boolean =>
  Date.parse(act.at) - Date.parse(kept.at) <= SAME_TAP_MS

/**
 * Acts whose request got no answer: the server may have recorded them. Tapped again, an act keeps its id as the idempotency
 * key, so that it is counted once. Tapped again soon, it keeps its time as well.
 */
export function createUnansweredActs() {
  const unanswered = new Map<string, ArrivalAct>()
  return {
    keep(acts: readonly ArrivalAct[], about: About = {}): void {
      for (const act of acts) unanswered.set(keyOf(act, about), act)
    },
    forget(acts: readonly ArrivalAct[], about: About = {}): void {
      for (const act of acts) unanswered.delete(keyOf(act, about))
    },
    /**
     * The unanswered act that this one repeats, or the act itself. One that the list shows was recorded. Where the server has
     * recorded the former one, it leaves that as it is, with the time of its tap.
     */
    again(act: ArrivalAct, about: About): ArrivalAct {
      const key = keyOf(act, about)
      const kept = unanswered.get(key)
      if (!kept) return act
      if (!about.events?.some(({ id }) => id === kept.id))
        return isSameTap(kept, act) ? kept : { ...act, id: kept.id }
      unanswered.delete(key)
      return act
    },
  }
}

/** They outlive the screen, because another tab shows the same parties. */
export const unansweredActs = createUnansweredActs()
