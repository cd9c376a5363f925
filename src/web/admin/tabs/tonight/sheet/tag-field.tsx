import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TAG_LABELS } from '#features/reservation-management/tonight/rules.ts'
import { type Tag, TAGS } from '#features/reservation-management/tonight/schema.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { PATH, RESERVATIONS_KEY } from '../../reservations/use-reservation-list.ts'
import type { ShownParty } from '../parties.ts'

/** Marks of a reservation, set with one tap each. */
export function TagField({ party: { id, tags } }: { party: Pick<ShownParty, 'id' | 'tags'> }) {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (next: readonly Tag[]) =>
      apiFetch(`${PATH}/${id}/tags`, { method: 'PUT', json: { tags: [...next], seen: [...tags] } }),
    onError: (error) => toastFailure('Error updating reservation', error),
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
  const shown = save.isPending ? save.variables : tags
  return (
    <fieldset disabled={save.isPending}>
      <legend className="mb-1.5 text-sm font-semibold text-sand">Marks</legend>
      <div className="flex flex-wrap gap-2">
        {TAGS.map((tag) => {
          const isOn = shown.includes(tag)
          return (
            <button
              key={tag}
              type="button"
              aria-pressed={isOn}
              onClick={() => save.mutate(isOn ? tags.filter((it) => it !== tag) : [...tags, tag])}
              className="min-h-11 rounded-full border border-clay bg-night px-4 font-semibold text-sand aria-pressed:border-brass aria-pressed:bg-brass/20 aria-pressed:text-brass"
            >
              {TAG_LABELS[tag]}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
