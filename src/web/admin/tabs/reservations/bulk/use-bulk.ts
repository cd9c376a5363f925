import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  BATCH_SIZE,
  type BulkOutcome,
  type BulkReport,
} from '#features/reservation-management/bulk/schema.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetchAny, apiFetchFile, failureText } from '#web/admin/data/api-client.ts'
import { type SentBatches, sendInBatches } from '#web/admin/data/batches.ts'
import { saveFile } from '#web/admin/data/files/download-link.tsx'
import { untilAnswered } from '#web/admin/data/idempotency/until-answered.ts'
import { useKeyedSending } from '#web/admin/data/idempotency/use-keyed-sending.ts'
import { PATH, useRefetchReservations } from '../use-reservation-list.ts'
import { notUndoneText, outcomeText, undoneText } from './bulk-copy.ts'
import { isolated } from '#lib/names/isolated.ts'

/** The downloaded list of reservations, whole or of a selection. */
export const RESERVATIONS_FILE = {
  fileName: 'reservations.csv',
  failure: 'Error downloading reservations',
} as const

type Batch = { readonly path: 'status' | 'undo' | 'emails'; readonly json: object }

const post = ({ path, json }: Batch, key: string) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all three routes return a report
  apiFetchAny(`${PATH}/bulk/${path}`, { method: 'POST', json, key }) as Promise<{ item: BulkReport }>

/**
 * Sends a batch under an idempotency key: where its answer is lost it is sent once more, and gets the first outcomes with the ids of their
 * changes. If that fails, too, the key stays for the next batch, which is told what became of the former one.
 */
function useBatchSending() {
  const sendKeyed = useKeyedSending()
  return async function send(batch: Batch): Promise<BulkReport> {
    const { answer, isFormer } = await untilAnswered(() => sendKeyed((key) => post(batch, key)))
    const { outcomes } = answer.item
    if (!isFormer) return answer.item
    const former = new Set(outcomes.map(({ id }) => id))
    const again = await send(batch)
    return { ...again, outcomes: [...outcomes, ...again.outcomes.filter(({ id }) => !former.has(id))] }
  }
}

export type Act = {
  readonly path: 'status' | 'emails'
  readonly ids: readonly string[]
  readonly json: object
}

/** Outcomes of a selection, and the failure that left some of it without one. */
export type SentAct = SentBatches<string, BulkOutcome>

/**
 * Bulk action on a selection, sent in batches, with the outcome of each reservation. A failure is part of the result; its toast says
 * how many were done before: `100 sent. The connection was lost.`
 */
export function useBulkAct(failure: string, what: string) {
  const refetchAll = useRefetchReservations()
  const sendBatch = useBatchSending()
  const [done, setDone] = useState(0)
  const act = useMutation({
    mutationFn({ path, ids, json }: Act): Promise<SentAct> {
      setDone(0)
      return sendInBatches(ids, {
        size: BATCH_SIZE,
        send: (batch) => sendBatch({ path, json: { ...json, ids: batch } }),
        onProgress: setDone,
      })
    },
    onSuccess({ outcomes, failed }) {
      if (!failed) return
      const before = outcomes.length > 0 ? `${outcomeText(outcomes, what)}. ` : ''
      showToast({ tone: 'bad', title: failure, text: `${before}${failureText(failed.error)}` })
    },
    // Not awaited: Undo would come only after the list was read again, over a lost connection.
    onSettled: () => void refetchAll(),
  })
  return { ...act, done }
}

type Undoable = { readonly id: string; readonly actId: string }

/** The outcomes with an undoable action. */
export const undoableOf = (outcomes: readonly BulkOutcome[]): Undoable[] =>
  outcomes.flatMap(({ id, actId }) => (actId === null ? [] : [{ id, actId }]))

/** Undoes a bulk action in batches, and shows the outcome as a toast. Those without an answer can be tried again. */
export function useBulkUndo() {
  const refetchAll = useRefetchReservations()
  const sendBatch = useBatchSending()
  const { mutate } = useMutation({
    mutationFn: (acts: readonly Undoable[]) =>
      sendInBatches(acts, {
        size: BATCH_SIZE,
        async send(batch) {
          const { outcomes, left } = await sendBatch({ path: 'undo', json: { acts: batch } })
          return { outcomes, left: batch.filter(({ id }) => left.includes(id)) }
        },
      }),
    onSuccess({ outcomes, failed }) {
      const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
      const undone = outcomes.length - refused.length
      if (!failed) showToast({ tone: 'good', title: 'Undone', text: undoneText(undone) })
      if (refused.length > 0)
        showToast({
          tone: 'bad',
          title: 'Not undone',
          text: refused.map(({ guestName, text }) => `${isolated(guestName)}: ${text}`).join(' '),
        })
      // Last, because one toast is seen at a time, and this one has a button.
      if (failed)
        showToast({
          tone: 'bad',
          title: 'Error undoing the change',
          text: notUndoneText(undone, failed),
          action: { label: 'Try again', onPress: () => mutate(failed.left) },
        })
    },
    onSettled: refetchAll,
  })
  return mutate
}

/** Saves the selected reservations as CSV. */
export const downloadSelected = (ids: readonly string[]): Promise<void> =>
  saveFile(apiFetchFile(`${PATH}/csv`, { method: 'POST', json: { ids } }), RESERVATIONS_FILE)
