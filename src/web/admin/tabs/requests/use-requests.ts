import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { STATUS_NAMES } from '#features/requests/rules.ts'
import type { RequestForm, RequestKind, RequestStatus, StaffRequest } from '#features/requests/schema.ts'
import type { Option } from '#lib/forms/descriptors.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { KIND_LABELS } from './request-kinds.ts'

export const requestsKey = (kind: RequestKind) => ['requests', kind] as const

export const requestQuery = (kind: RequestKind, id: string) =>
  queryOptions({
    queryKey: [...requestsKey(kind), 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${KIND_LABELS[kind].path}/${id}`, { signal })).item,
  })

/** The requests of all pages that match a filter. */
export const matchingQuery = (kind: RequestKind, filter: string) =>
  queryOptions({
    queryKey: [...requestsKey(kind), 'matching', filter],
    queryFn: ({ signal }) => apiFetch(`${KIND_LABELS[kind].path}/matching?${filter}`, { signal }),
  })

/** The staff members whom a request can be assigned to. */
export function useAssignees(): readonly Option[] {
  const { data } = useQuery({
    queryKey: ['assignees'],
    queryFn: ({ signal }) => apiFetch('/admin/api/assignees', { signal }),
  })
  return useMemo(() => (data?.assignees ?? []).map(({ id, name }) => ({ value: id, label: name })), [data])
}

export type SentRequest = RequestForm & { readonly version: number }

export const sendRequest = async (kind: RequestKind, id: string, json: SentRequest): Promise<StaffRequest> =>
  (await apiFetch(`${KIND_LABELS[kind].path}/${id}`, { method: 'PUT', json })).item

type StatusChange = {
  readonly item: StaffRequest
  readonly status: RequestStatus
  readonly isUndo?: true
}

/** Changes the status of a request from the menu of its row, with undo for ten seconds. */
export function useRequestStatus(kind: RequestKind) {
  const queries = useQueryClient()
  const { noun } = KIND_LABELS[kind]
  const { mutate } = useMutation({
    mutationFn: ({ item: { id, assignee, notes, version }, status }: StatusChange) =>
      sendRequest(kind, id, { status, assignee, notes, version }),
    onSuccess(changed, { item, isUndo }): void {
      const undo = (): void => mutate({ item: changed, status: item.status, isUndo: true })
      showToast({
        tone: 'good',
        title: isUndo ? 'Undone' : `${capitalized(noun)} updated successfully!`,
        text: `${item.name}: ${STATUS_NAMES[changed.status]}`,
        ...(isUndo ? {} : { staysMs: UNDO_MS, action: { label: 'Undo', onPress: undo } }),
      })
    },
    onError: (error) => toastFailure(`Error updating ${noun}`, error),
    onSettled: () => queries.invalidateQueries({ queryKey: requestsKey(kind) }),
  })
  return mutate
}
