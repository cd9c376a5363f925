import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { entryLine } from '#features/guest-lists/entries/rules.ts'
import type { EntryShown } from '#features/reservation-management/list/figures/schema.ts'
import { telHref } from '#lib/phone.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { ENTRIES_PATH, LISTS_KEY } from './list-fields.ts'

type Props = {
  readonly entries: readonly EntryShown[]
  readonly canEdit: boolean
  readonly onEdit: (entry: EntryShown) => void
}

const putRemoval = (id: string, isRemoved: boolean) =>
  apiFetch(`${ENTRIES_PATH}/${id}/removal`, { method: 'PUT', json: { isRemoved } })

/** Puts a removed entry back, with the code that it had. */
function useRestoring() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => putRemoval(id, false),
    onSuccess: ({ item }) => showToast({ tone: 'good', title: 'Back on the list', text: entryLine(item) }),
    onError: (error) => toastFailure('Error restoring the guest', error),
    onSettled: () => queries.invalidateQueries({ queryKey: LISTS_KEY }),
  })
}

/** Removes an entry, with an undo for ten seconds. */
function useRemoval() {
  const queries = useQueryClient()
  const restore = useRestoring()
  return useMutation({
    mutationFn: (id: string) => putRemoval(id, true),
    onSuccess: ({ item }) =>
      showToast({
        tone: 'good',
        title: 'Removed',
        text: entryLine(item),
        staysMs: UNDO_MS,
        action: { label: 'Undo', onPress: () => restore.mutate(item.id) },
      }),
    onError: (error) => toastFailure('Error removing the guest', error),
    onSettled: () => queries.invalidateQueries({ queryKey: LISTS_KEY }),
  })
}

/** Guests of a list in the order of names. */
export function EntryRows({ entries, canEdit, onEdit }: Props) {
  const removal = useRemoval()
  return (
    <ul aria-label="Guests" className="flex flex-col">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="flex min-h-14 break-inside-avoid items-center gap-2 border-b border-bark"
        >
          <div className="min-w-0 flex-1 py-1.5">
            <EntryName entry={entry} />
            <Details entry={entry} />
          </div>
          {canEdit ? (
            <span className="no-print flex">
              <Button
                look="quiet"
                className="px-3"
                aria-label={`Edit ${entry.guestName}`}
                onClick={() => onEdit(entry)}
              >
                Edit
              </Button>
              <Button
                look="quiet"
                className="px-3"
                aria-label={`Remove ${entry.guestName}`}
                disabled={removal.isPending}
                onClick={() => removal.mutate(entry.id)}
              >
                Remove
              </Button>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Guests who were removed from a list, below it and closed: one who comes after all keeps their code. */
export function RemovedEntries({ entries, canEdit }: Omit<Props, 'onEdit'>) {
  const restoring = useRestoring()
  const summary = useRef<HTMLElement>(null)
  const putBack = (id: string): void =>
    // The pressed button leaves with its row; the next guest to put back is reached from the summary.
    restoring.mutate(id, { onSuccess: () => summary.current?.focus() })
  return (
    <details className="no-print">
      <summary
        ref={summary}
        className="flex min-h-11 cursor-pointer items-center font-display text-xl"
      >{`Removed (${entries.length})`}</summary>
      <ul aria-label="Removed guests" className="flex flex-col">
        {entries.map(({ id, removedAt, ...entry }) => (
          <li key={id} className="flex min-h-14 items-center gap-2 border-b border-bark">
            <div className="min-w-0 flex-1 py-1.5">
              <EntryName entry={entry} />
              <p className="text-sm wrap-anywhere text-sand">
                {[removedAt === null ? '' : shownMoment(removedAt), entry.note].filter(Boolean).join(' · ')}
              </p>
            </div>
            {canEdit ? (
              <Button
                look="quiet"
                className="px-3"
                aria-label={`Put back ${entry.guestName}`}
                disabled={restoring.isPending}
                onClick={() => putBack(id)}
              >
                Put back
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  )
}

type NameProps = { readonly entry: Pick<EntryShown, 'guestName' | 'guestCount'> }

/** `Ama Mensah +3`, where a name that is written from right to left stays before the number. */
const EntryName = ({ entry: { guestName, guestCount } }: NameProps) => (
  <p className="font-semibold wrap-anywhere">
    <bdi>{guestName}</bdi>
    {guestCount === 1 ? null : ` +${guestCount - 1}`}
  </p>
)

const Details = ({ entry: { arrived, guestCount, guestPhone, note, source } }: { entry: EntryShown }) => {
  const texts = [source === 'self' ? 'by link' : '', note].filter((it) => it !== '')
  if (arrived === 0 && guestPhone === null && texts.length === 0) return null
  return (
    <p className="text-sm wrap-anywhere text-sand">
      {arrived > 0 ? (
        <span className="mr-2 font-semibold text-teal-light">{`${arrived} of ${guestCount} here`}</span>
      ) : null}
      {guestPhone === null ? null : (
        <a href={telHref(guestPhone)} className="mr-2 inline-flex min-h-11 items-center underline">
          {guestPhone}
        </a>
      )}
      {texts.join(' · ')}
    </p>
  )
}
