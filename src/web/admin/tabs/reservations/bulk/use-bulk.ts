import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkOutcome, BulkReport } from '#features/reservation-management/bulk/schema.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetchAny, apiFetchFile, toastFailure } from '#web/admin/data/api-client.ts'
import { PATH, useRefetchReservations } from '../use-reservation-list.ts'
import { sendInBatches } from './batches.ts'

const sendBatch = async (path: 'status' | 'undo' | 'emails', json: object): Promise<readonly BulkOutcome[]> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all three routes return a report
  ((await apiFetchAny(`${PATH}/bulk/${path}`, { method: 'POST', json })) as { item: BulkReport }).item
    .outcomes

type Act = {
  readonly path: 'status' | 'emails'
  readonly ids: readonly string[]
  readonly json: object
}

/** Bulk action on a selection, sent in batches, with the outcome of each reservation. */
export function useBulkAct(failure: string) {
  const refetchAll = useRefetchReservations()
  const [done, setDone] = useState(0)
  const act = useMutation({
    mutationFn({ path, ids, json }: Act): Promise<readonly BulkOutcome[]> {
      setDone(0)
      return sendInBatches(ids, (batch) => sendBatch(path, { ...json, ids: batch }), setDone)
    },
    onError: (error) => toastFailure(failure, error),
    onSettled: refetchAll,
  })
  return { ...act, done }
}

type Undoable = { readonly id: string; readonly actId: string }

/** The outcomes with an undoable action. */
export const undoableOf = (outcomes: readonly BulkOutcome[]): Undoable[] =>
  outcomes.flatMap(({ id, actId }) => (actId === null ? [] : [{ id, actId }]))

/** Undoes a bulk action in batches, and shows the outcome as a toast. */
export function useBulkUndo() {
  const refetchAll = useRefetchReservations()
  const { mutate } = useMutation({
    mutationFn: (acts: readonly Undoable[]): Promise<readonly BulkOutcome[]> =>
      sendInBatches(acts, (batch) => sendBatch('undo', { acts: batch })),
    onSuccess(outcomes) {
      const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
      const undone = outcomes.length - refused.length
      const reservations =
        undone === 1 ? '1 reservation is as it was.' : `${undone} reservations are as they were.`
      showToast({ tone: 'good', title: 'Undone', text: reservations })
      if (refused.length > 0)
        showToast({
          tone: 'bad',
          title: 'Not undone',
          text: refused.map(({ guestName, text }) => `${guestName}: ${text}`).join(' '),
        })
    },
    onError: (error) => toastFailure('Error undoing the change', error),
    onSettled: refetchAll,
  })
  return mutate
}

/** Saves the selected reservations as CSV. */
export async function downloadSelected(ids: readonly string[]): Promise<void> {
  try {
    const file = await apiFetchFile(`${PATH}/csv`, { method: 'POST', json: { ids } })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = 'reservations.csv'
    link.click()
    URL.revokeObjectURL(link.href)
  } catch (error) {
    toastFailure('Error downloading reservations', error)
  }
}
