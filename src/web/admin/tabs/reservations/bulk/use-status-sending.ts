import { useState } from 'react'
import type { BulkOutcome } from '#features/reservation-management/bulk/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { outcomeText, unansweredText } from './bulk-copy.ts'
import { type Act, type SentAct, undoableOf, useBulkAct, useBulkUndo } from './use-bulk.ts'

const FAILED = 'Error updating reservations'

/** A status for a selection; `isEmailed` where guests get an email about it. */
type Wanted = { readonly act: Act; readonly isEmailed: boolean }

/** The same, of which a part has no outcome. */
type Unfinished = Wanted & {
  readonly outcomes: readonly BulkOutcome[]
  readonly failed: NonNullable<SentAct['failed']>
}

type Props = {
  readonly status: ReservationStatus
  readonly onReport: (title: string, outcomes: readonly BulkOutcome[]) => void
  readonly onClose: () => void
}

/**
 * Sends a status for a selection. After a failure a report tells of those that were done, with Undo: their emails leave once that is over,
 * whether staff know of them or not. The others can be tried again from there, and not from the question: a batch that arrived is
 * “unchanged” in a new plan, and has its Undo only under its key.
 */
export function useStatusSending({ status, onReport, onClose }: Props) {
  const words = `set to ${status}`
  const { mutate, isPending, done } = useBulkAct(FAILED, words)
  const undo = useBulkUndo()
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)

  const finish = (outcomes: readonly BulkOutcome[], isEmailed: boolean): void => {
    const text = outcomeText(outcomes, words)
    if (outcomes.some(({ outcome }) => outcome === 'refused')) return onReport(text, outcomes)
    const acts = undoableOf(outcomes)
    showToast({
      tone: 'good',
      title: 'Reservation updated successfully!',
      text: isEmailed ? `${text}. The emails leave once this cannot be undone.` : text,
      staysMs: UNDO_MS,
      ...(acts.length > 0 ? { action: { label: 'Undo', onPress: () => undo(acts) } } : {}),
    })
    onClose()
  }

  const send = ({ act, isEmailed }: Wanted, before: readonly BulkOutcome[] = []): void =>
    mutate(act, {
      onSuccess({ outcomes: told, failed }) {
        const outcomes = [...before, ...told]
        if (failed) setUnfinished({ act, isEmailed, outcomes, failed })
        else finish(outcomes, isEmailed)
      },
    })

  const reportOf = ({ outcomes, failed, ...wanted }: Unfinished) => {
    const acts = undoableOf(outcomes)
    const { left } = failed
    const isWhole = outcomes.length === 0
    const again = { ...wanted, act: { ...wanted.act, ids: left } }
    return {
      title: isWhole ? FAILED : outcomeText(outcomes, words),
      outcomes,
      note: unansweredText(failed, isWhole),
      retry: {
        label: isPending ? `${done} of ${left.length} done…` : 'Try again',
        onPress: () => send(again, outcomes),
      },
      isBusy: isPending,
      onUndo: acts.length > 0 ? () => undo(acts) : undefined,
      onClose,
    }
  }

  return {
    isPending,
    done,
    send: (ids: readonly string[], isEmailed: boolean): void =>
      send({ act: { path: 'status', ids, json: { status, selected: ids.length } }, isEmailed }),
    report: unfinished && reportOf(unfinished),
  }
}
