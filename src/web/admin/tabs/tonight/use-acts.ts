import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { eventOf } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalAct, ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { isolated } from '#lib/names/isolated.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { useCan, useCurrentUser } from '#web/admin/auth/current-user.ts'
import { ApiError, apiFetch, isRetryable, toastFailure } from '#web/admin/data/api-client.ts'
import { ownDevice } from '#web/admin/data/device-id.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'
import { recordFreeCover } from './free-cover.ts'
import { type PendingEvents, type ShownParty, toShown } from './parties.ts'
import { dueText } from './tonight-copy.ts'
import { inTurnOfParty } from './turns.ts'
import { unansweredActs } from './unanswered-acts.ts'
import { addRecordedEvents, findListedParty } from './use-tonight.ts'

/** An act before the device gives it an id and a time. */
export type NewAct =
  | { readonly kind: 'arrived'; readonly guests: number; readonly wereWalkIns?: true }
  | { readonly kind: 'left'; readonly guests: number; readonly freesTable?: true }
  | { readonly kind: 'checked'; readonly guests: number }
  | { readonly kind: 'seated' | 'no_show' }
  | { readonly kind: 'undone'; readonly undoesId: string }

type Tapped = {
  readonly party: Pick<ShownParty, 'id' | 'type' | 'guestName' | 'tableNumbers'> &
    Partial<Pick<ShownParty, 'events'>>
  readonly newActs: readonly NewAct[]
  /** Title of the toast that offers Undo; without one, none is shown. */
  readonly title: string
  /** Replaces taking the acts back as the work of Undo: where they were recorded with a booking, it takes back both. */
  readonly onUndo?: () => void
}

/**
 * Records acts of staff with optimistic updates, which are rolled back where the server refuses them. Each can be
 * undone for ten seconds.
 */
export function useActs(date: string | null) {
  const queries = useQueryClient()
  const { name } = useCurrentUser()
  const takesCover = useCan('cover.take')
  const [pending, setPending] = useState<PendingEvents>(new Map())
  /** Whether all acts were recorded. */
  const save = useCallback(
    async (party: Tapped['party'], acts: ArrivalAct[]): Promise<boolean> => {
      const events = acts.map((act) => eventOf(act, { name, tableNumber: party.tableNumbers[0] ?? null }))
      setPending((before) => withEvents(before, party.id, events))
      const isWhole = await inTurnOfParty(party.id, async () => {
        const recorded = await sendKept(acts, party)
        const accepted = events.filter(({ id }) => recorded.has(id))
        addRecordedEvents(queries, date, { id: party.id, events: accepted })
        const arrival = accepted.find(({ kind }) => kind === 'arrived')
        // In the same turn, so that the next arrival finds this cover on the list.
        if (arrival && takesCover) await recordFreeCover({ queries, date }, party.id, arrival)
        return recorded.size === acts.length
      })
      setPending((before) => withoutEvents(before, party.id, events))
      void queries.invalidateQueries({ queryKey: RESERVATIONS_KEY })
      return isWhole
    },
    [queries, date, name, takesCover],
  )
  const record = useCallback(
    async ({ party, newActs, title, onUndo }: Tapped): Promise<void> => {
      const acts = newActs.map((act, i) =>
        unansweredActs.again(stamped(act, party, newActs.length - 1 - i), party),
      )
      if (!(await save(party, acts))) return
      const undo = async (): Promise<void> => {
        const undone = acts.toReversed().map(({ id }) => stamped({ kind: 'undone', undoesId: id }, party))
        if (await save(party, undone))
          showToast({
            tone: 'good',
            title: 'Undone',
            text: `${isolated(party.guestName)}: ${title} was taken back.`,
          })
      }
      // Once they sit, they are not asked at the entrance any more.
      const seated = newActs.some(({ kind }) => kind === 'seated')
        ? await findListedParty(queries, date, party.id)
        : undefined
      const due = seated ? dueText(toShown(seated, serverNow()), { isShort: true }) : ''
      showToast({
        tone: 'good',
        title,
        text: due === '' ? party.guestName : `${isolated(party.guestName)}: ${due}`,
        ...(newActs.some(({ kind }) => kind === 'undone')
          ? {}
          : { staysMs: UNDO_MS, action: { label: 'Undo', onPress: onUndo ?? (() => void undo()) } }),
      })
    },
    [save, date, queries],
  )
  return { pending, record }
}

/** An id of this device, and the time. */
const newStamp = (msBefore: number) => ({
  id: crypto.randomUUID(),
  at: new Date(serverNow().getTime() - msBefore).toISOString(),
})

const idsOf = ({ id, type }: Pick<ShownParty, 'id' | 'type'>) =>
  type === 'guest_list' ? { entryId: id } : { reservationId: id }

/** The acts of one tap follow one another: guests who arrive and leave at one moment would have left before. */
const stamped = (act: NewAct, party: Pick<ShownParty, 'id' | 'type'>, msBefore = 0): ArrivalAct => ({
  ...act,
  ...newStamp(msBefore),
  ...idsOf(party),
})

/** Sends acts, and keeps those whose request had no answer. Returns the ids of the recorded ones. */
async function sendKept(acts: ArrivalAct[], party: Tapped['party']): Promise<ReadonlySet<string>> {
  const { recorded, error, mayBeRecorded } = await send(acts)
  if (mayBeRecorded) unansweredActs.keep(acts, party)
  else unansweredActs.forget(acts, party)
  if (mayBeRecorded && !(error instanceof ApiError))
    showToast({
      tone: 'bad',
      title: 'No answer',
      text: 'Not known whether it was recorded. Tap again: it is counted once.',
    })
  else if (error) toastFailure('Not recorded', error)
  return recorded
}

type Sent = {
  readonly recorded: ReadonlySet<string>
  readonly error: unknown
  /** The request failed, perhaps after the server had recorded the acts. */
  readonly mayBeRecorded: boolean
}

/** Sends acts. Returns the ids of the recorded ones, and the first refusal or the failure of the request. */
async function send(acts: ArrivalAct[]): Promise<Sent> {
  try {
    const { item } = await apiFetch('/admin/api/arrivals', {
      method: 'POST',
      json: () => ({ sentAt: serverNow().toISOString(), ...ownDevice(), acts }),
    })
    const [refusal] = item.flatMap((it) => (it.isRecorded ? [] : [it.text]))
    return {
      recorded: new Set(item.filter(({ isRecorded }) => isRecorded).map(({ id }) => id)),
      error: refusal === undefined ? null : new Error(refusal),
      mayBeRecorded: false,
    }
  } catch (error) {
    return { recorded: new Set(), error, mayBeRecorded: isRetryable(error) }
  }
}

const withEvents = (before: PendingEvents, id: string, events: readonly ArrivalEvent[]): PendingEvents =>
  new Map(before).set(id, [...(before.get(id) ?? []), ...events])

const withoutEvents = (before: PendingEvents, id: string, events: readonly ArrivalEvent[]): PendingEvents =>
  new Map(before).set(id, before.get(id)?.filter((it) => !events.includes(it)) ?? [])
