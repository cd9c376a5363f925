import type { QueryClient } from '@tanstack/react-query'
import {
  attendanceOf,
  firstArrivals,
  standingEvents,
} from '#features/reservation-management/arrivals/rules.ts'
import { coverFreeByList, takenOf } from '#features/reservation-management/arrivals/cover/rules.ts'
import type { CoverTakenAct } from '#features/reservation-management/arrivals/cover/schema.ts'
import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import { guestsAfter } from '#features/reservation-management/tonight/admission/rules.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { businessDate, type CalendarDate } from '#lib/venue-time.ts'
import { isolated } from '#lib/names/isolated.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, isRetryable, toastFailure } from '#web/admin/data/api-client.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'
import { withMissing } from './parties.ts'
import { inTurnOfParty } from './turns.ts'
import { addRecordedCover, listedParty } from './use-tonight.ts'

/** The cached list of a date; tonight's where it is null. */
type CachedList = { readonly queries: QueryClient; readonly date: CalendarDate | null }

/**
 * Cover without an answer, by the id of its arrival. It may have been recorded. It is sent again when staff ask for it, and with the
 * next arrival of its party; the server counts it once.
 */
const unanswered = new Map<string, CoverTakenAct>()

/**
 * Records the cover of guests who have arrived and are free by the terms of their list, as check-in does, and adds it to the
 * cached list: what is recorded next is computed from that. The list must have their arrival.
 */
export async function recordFreeCover(
  list: CachedList,
  partyId: string,
  arrival: ArrivalEvent,
): Promise<void> {
  const party = listedParty(list.queries, list.date, partyId)
  if (!party) return
  const again = standingEvents(party.events).flatMap((it) => unanswered.get(it.id) ?? [])
  const act = freeCover(party, { arrival, again, night: list.date ?? businessDate(serverNow()) })
  const acts = act ? [...again, act] : again
  if (acts.length > 0) await sendCover(list, { party, acts, by: arrival.actorName })
}

type Arrived = {
  readonly arrival: ArrivalEvent
  /** Cover of earlier arrivals that is sent with it. */
  readonly again: readonly CoverTakenAct[]
  readonly night: CalendarDate
}

/**
 * The cover of the guests who came, as far as they are free by their list and it is not recorded yet. It has the id of the
 * arrival, so that an arrival that is taken back takes the cover back as well.
 */
function freeCover({ id, cover, ...party }: Party, { arrival, again, night }: Arrived): CoverTakenAct | null {
  if (!cover?.list) return null
  const items = coverFreeByList(
    {
      ...cover,
      taken: withMissing(
        cover.taken,
        again.map((it) => takenOf(it, arrival.actorName)),
      ),
    },
    {
      guests: guestsAfter(attendanceOf(party), 0),
      at: serverNow(),
      arrivals: firstArrivals(standingEvents(party.events)),
    },
  )
  if (items.length === 0) return null
  return {
    id: arrival.id,
    at: arrival.happenedAt,
    entryId: id,
    kind: 'cover',
    night,
    method: null,
    items,
  }
}

type Sending = {
  readonly party: Pick<Party, 'id' | 'guestName'>
  readonly acts: readonly CoverTakenAct[]
  /** Name of the member of staff. */
  readonly by: string
}

/**
 * Sends cover, once more where no answer came, and then again when staff ask for it. The ids of the acts stay the same. Returns
 * whether all of it is recorded.
 */
async function sendCover(list: CachedList, sending: Sending, retries = 1): Promise<boolean> {
  const { party, acts, by } = sending
  const json = () => ({ sentAt: serverNow().toISOString(), deviceName: '', acts: [...acts] })
  try {
    const { item: answers } = await apiFetch('/admin/api/cover', { method: 'POST', json })
    forget(acts)
    for (const it of answers) if (!it.isRecorded) toastFailure('Cover not recorded', new Error(it.text))
    const recorded = new Set(answers.flatMap((it) => (it.isRecorded ? it.id : [])))
    for (const act of acts.filter(({ id }) => recorded.has(id)))
      addRecordedCover(list.queries, list.date, { id: party.id, taken: takenOf(act, by) })
    return recorded.size === acts.length
  } catch (error) {
    if (isRetryable(error)) {
      if (retries > 0) return sendCover(list, sending, retries - 1)
      for (const act of acts) unanswered.set(act.id, act)
      offerCoverAgain(list, sending)
    } else {
      forget(acts)
      toastFailure('Cover not recorded', error)
    }
    return false
  }
}

const forget = (acts: readonly CoverTakenAct[]): void => acts.forEach(({ id }) => unanswered.delete(id))

function offerCoverAgain(list: CachedList, { party, acts, by }: Sending): void {
  const again = async (): Promise<void> => {
    const isRecorded = await inTurnOfParty(party.id, async () => {
      // The next arrival of the party may have brought an answer meanwhile.
      const open = acts.filter(({ id }) => unanswered.has(id))
      return open.length === 0 || sendCover(list, { party, acts: open, by })
    })
    if (isRecorded) showToast({ tone: 'good', title: 'Cover recorded', text: party.guestName })
    void list.queries.invalidateQueries({ queryKey: RESERVATIONS_KEY })
  }
  showToast({
    tone: 'bad',
    title: 'No answer about the cover',
    text: `${isolated(party.guestName)}: not known whether it was recorded. Try again: it is counted once.`,
    action: { label: 'Try again', onPress: () => void again() },
  })
}
