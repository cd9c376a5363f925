import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type {
  NewTaskForm,
  RunSheet,
  RunSheetTask,
  TaskChange,
} from '#features/reservation-management/floor/run-sheet/schema.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { useCurrentUser } from '#web/admin/auth/current-user.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'

const PATH = '/admin/api/run-sheet/tasks'

const keyOf = (date: string | null) => [...RESERVATIONS_KEY, 'run-sheet', date ?? 'now']

/** The run sheet of a date; of tonight where it is null. Below the key of the reservations: a server event refetches it. */
export const useRunSheet = (date: string | null) =>
  useQuery({
    queryKey: keyOf(date),
    staleTime: 0,
    refetchInterval: 60_000,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(date === null ? {} : { date })
      return apiFetch(`/admin/api/run-sheet?${query}`, { signal })
    },
  })

const namedBy = ({ id, reservationId, source }: RunSheetTask) =>
  reservationId !== null && source !== null ? { reservationId, source } : { id }

type Changed = { readonly task: RunSheetTask; readonly change: TaskChange }

/** The sheet as it will be after the change. */
const withChange = (sheet: RunSheet, { task, change }: Changed, name: string): RunSheet =>
  change.kind === 'done'
    ? {
        ...sheet,
        tasks: sheet.tasks.map((it) =>
          it.id === task.id
            ? {
                ...it,
                doneAt: change.isDone ? (it.doneAt ?? serverNow().toISOString()) : null,
                doneBy: change.isDone ? (it.doneBy ?? name) : null,
              }
            : it,
        ),
      }
    : sheet

const TITLES = { done: 'Ticked off', planned: 'Planned anew', removed: 'Taken off the run sheet' } as const

/**
 * Changes tasks. A change shows at once: `shown` is the sheet with those that are being sent, whatever is read meanwhile.
 * Ticking a task off and removing it can be undone for ten seconds.
 */
export function useTaskChanges() {
  const queries = useQueryClient()
  const { name } = useCurrentUser()
  const [sending, setSending] = useState<readonly Changed[]>([])
  const { mutateAsync } = useMutation({
    // One after another: a tick that is taken back while it is sent must not arrive last.
    scope: { id: 'run-sheet' },
    mutationFn: ({ task, change }: Changed) =>
      apiFetch(PATH, { method: 'PUT', json: { task: namedBy(task), change } }),
    onError: (error) => toastFailure('Not saved', error),
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
  /** Whether it was saved. */
  const send = useCallback(
    async (changed: Changed): Promise<boolean> => {
      setSending((before) => [...before, changed])
      try {
        await mutateAsync(changed)
        return true
      } catch {
        return false
      } finally {
        setSending((before) => before.filter((it) => it !== changed))
      }
    },
    [mutateAsync],
  )
  /** Makes a change and offers its undo. Whether it was saved. */
  const change = useCallback(
    async (changed: Changed): Promise<boolean> => {
      const { task, change: it } = changed
      if (!(await send(changed))) return false
      if (it.kind === 'done' && !it.isDone) return true
      const back = backOf(it)
      showToast({
        tone: 'good',
        title: TITLES[it.kind],
        text: task.title,
        ...(back
          ? {
              staysMs: UNDO_MS,
              action: { label: 'Undo', onPress: () => void send({ task, change: back }) },
            }
          : {}),
      })
      return true
    },
    [send],
  )
  const shown = (sheet: RunSheet): RunSheet =>
    sending.reduce((before, changed) => withChange(before, changed, name), sheet)
  return { change, shown }
}

function backOf(change: TaskChange): TaskChange | null {
  if (change.kind === 'done') return { kind: 'done', isDone: !change.isDone }
  return change.kind === 'removed' ? { kind: 'removed', isRemoved: !change.isRemoved } : null
}

export function useAddTask(onAdded: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (json: NewTaskForm) => apiFetch(PATH, { method: 'POST', json }),
    onSuccess: onAdded,
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
}
