import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
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

const afterChange = (
  sheet: RunSheet | undefined,
  { task, change }: Changed,
  name: string,
): RunSheet | undefined =>
  sheet && change.kind === 'done'
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

/** Changes a task, with an optimistic update. Ticking it off and removing it can be undone for ten seconds. */
export function useTaskChange(date: string | null) {
  const queries = useQueryClient()
  const { name } = useCurrentUser()
  const { mutateAsync } = useMutation({
    mutationFn: ({ task, change }: Changed) =>
      apiFetch(PATH, { method: 'PUT', json: { task: namedBy(task), change } }),
    onMutate: (changed) => {
      queries.setQueryData<RunSheet>(keyOf(date), (sheet) => afterChange(sheet, changed, name))
    },
    onError: (error) => toastFailure('Not saved', error),
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
  return useCallback(
    async (changed: Changed): Promise<void> => {
      const { task, change } = changed
      const back = backOf(change)
      try {
        await mutateAsync(changed)
      } catch {
        return
      }
      if (change.kind === 'done' && !change.isDone) return
      showToast({
        tone: 'good',
        title: TITLES[change.kind],
        text: task.title,
        ...(back
          ? {
              staysMs: UNDO_MS,
              action: {
                label: 'Undo',
                onPress: () => void mutateAsync({ task, change: back }).catch(() => null),
              },
            }
          : {}),
      })
    },
    [mutateAsync],
  )
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
