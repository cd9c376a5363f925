import type { QueryClient } from '@tanstack/react-query'
import {
  attendanceOf,
  firstArrivals,
  standingEvents,
} from '#features/reservation-management/arrivals/rules.ts'
import { coverFreeByList, takenOf } from '#features/reservation-management/arrivals/cover/rules.ts'
import type { CoverAct, CoverTakenAct } from '#features/reservation-management/arrivals/cover/schema.ts'
import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import { guestsAfter } from '#features/reservation-management/tonight/admission/rules.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { businessDate, type CalendarDate } from '#lib/venue-time.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, isRetryable, toastFailure } from '#web/admin/data/api-client.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'
import { addRecordedCover, listedParty } from './use-tonight.ts'

/** The cached list of a date; tonight's where it is null. */
type CachedList = { readonly queries: QueryClient; readonly date: CalendarDate | null }

/**
 * Records the cover of guests who have arrived and are free by the terms of their list, as check-in does, and adds it to the
 * cached list: what is recorded next is computed from that. The list must have their arrival.
 */
export async function recordFreeCover(
  { queries, date }: CachedList,
  partyId: string,
  arrival: ArrivalEvent,
): Promise<void> {
  const party = listedParty(queries, date, partyId)
  const act = party && freeCover(party, arrival, date ?? businessDate(serverNow()))
  if (act && (await sendCover(queries, act)))
    addRecordedCover(queries, date, { id: partyId, taken: takenOf(act, arrival.actorName) })
}

/**
 * The cover of the guests who came, as far as they are free by their list and it is not recorded yet. It has the id of the
 * arrival, so that an arrival that is taken back takes the cover back as well.
 */
function freeCover(
  { id, cover, ...party }: Party,
  arrival: ArrivalEvent,
  night: CalendarDate,
): CoverTakenAct | null {
  if (!cover?.list) return null
  const items = coverFreeByList(cover, {
    guests: guestsAfter(attendanceOf(party), 0),
    at: serverNow(),
    arrivals: firstArrivals(standingEvents(party.events)),
  })
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

/** Sends cover, once more where no answer came, and then again when staff ask for it. The id of the act stays the same. */
async function sendCover(queries: QueryClient, act: CoverAct, retries = 1): Promise<boolean> {
  const json = () => ({ sentAt: serverNow().toISOString(), deviceName: '', acts: [act] })
  try {
    const { item } = await apiFetch('/admin/api/cover', { method: 'POST', json })
    for (const it of item) if (!it.isRecorded) toastFailure('Cover not recorded', new Error(it.text))
    return item.every(({ isRecorded }) => isRecorded)
  } catch (error) {
    if (!isRetryable(error)) toastFailure('Cover not recorded', error)
    else if (retries > 0) return sendCover(queries, act, retries - 1)
    else offerCoverAgain(queries, act)
    return false
  }
}

function offerCoverAgain(queries: QueryClient, act: CoverAct): void {
  const again = async (): Promise<void> => {
    if (await sendCover(queries, act)) showToast({ tone: 'good', title: 'Cover recorded' })
    void queries.invalidateQueries({ queryKey: RESERVATIONS_KEY })
  }
  showToast({
    tone: 'bad',
    title: 'No answer about the cover',
    text: 'Not known whether it was recorded. Try again: it is counted once.',
    action: { label: 'Try again', onPress: () => void again() },
  })
}
