import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { TRASH_DAYS, type TrashItem } from '#features/trash/schema.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { Button } from '#ui/button.tsx'
import { keepPlace } from '#ui/admin/lists/keep-place.ts'
import { ListStates } from '#ui/admin/lists/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { useAgreement } from '#web/admin/data/use-consent.tsx'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'

const entityLabel = (entity: string): string => entity.replaceAll('_', ' ')

/** The Bin tab: soft-deleted records that can be restored. */
export default function TrashTab() {
  const queries = useQueryClient()
  const trash = useQuery({
    queryKey: ['bin'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch('/admin/api/trash', { signal })).items,
  })
  const restore = useMutation({
    mutationFn: ({ item: { entity, id }, also }: { item: TrashItem; also?: object }) =>
      apiFetch('/admin/api/trash/restore', { method: 'POST', json: { entity, id, ...also } }),
    onMutate: ({ item }) => keepPlace(item.id),
    onSuccess: ({ item: note }, { item }) =>
      showToast({ tone: 'good', title: 'Restored', text: note ?? item.name }),
    onError(error, { item }) {
      if (!agreement.ask(item, error)) toastFailure('Error restoring', error)
    },
    // The restored record may belong to any list.
    onSettled: () => queries.invalidateQueries(),
  })
  const agreement = useAgreement<TrashItem>({
    confirm: 'Restore anyway',
    onAgree: (item, also) => restore.mutate({ item, also }),
  })
  return (
    <>
      <TabHead title="Bin" />
      <p className="text-sand">Deleted records can be restored for {TRASH_DAYS} days.</p>
      <ListStates what="The bin" query={trash} empty={<StateNote title="The bin is empty" />}>
        {(items) => (
          <ul className="flex flex-col gap-2">
            {items.map((item) => (
              <li
                key={item.id}
                data-row={item.id}
                className="flex flex-wrap items-center gap-3 rounded-lg border border-bark bg-ember px-4 py-2"
              >
                <span className="min-w-0 flex-1">
                  <strong className="block truncate">
                    {item.entity === 'reservation' ? (
                      <Link
                        to={`/admin/reservations/${item.id}`}
                        className="inline-flex min-h-11 items-center text-brass hover:text-cream"
                      >
                        {item.name}
                      </Link>
                    ) : (
                      item.name
                    )}
                  </strong>
                  <span className="text-sm text-dune">
                    {entityLabel(item.entity)}, deleted {shownMoment(item.deletedAt)}
                  </span>
                </span>
                <Button look="outline" disabled={restore.isPending} onClick={() => restore.mutate({ item })}>
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      {agreement.dialog}
    </>
  )
}
