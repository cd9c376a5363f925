import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { GuestEntry } from '#features/guests/schema.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { TextField } from '#ui/admin/forms/field.tsx'
import { ListStates } from '#ui/admin/lists/list-states.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { summaryText } from './guest-copy.ts'
import { GuestMarks } from './marks.tsx'
import { PATH, useGuestList, useGuestsChanged } from './use-guests.ts'

type Kept = Pick<GuestEntry, 'id' | 'name'>

/** Merges another guest into this one, with Undo for ten seconds. */
function useMerge({ id, name }: Kept, onDone: () => void) {
  const changed = useGuestsChanged()
  const undo = useMutation({
    mutationFn: (mergeId: string) =>
      apiFetch(`${PATH}/${id}/undo-merge`, { method: 'POST', json: { mergeId } }),
    onSuccess: () => showToast({ tone: 'good', title: 'Undone', text: 'They are two guests again.' }),
    onError: (error) => toastFailure('Error undoing the change', error),
    onSettled: changed,
  })
  return useMutation({
    mutationFn: (other: GuestEntry) =>
      apiFetch(`${PATH}/${id}/merge`, { method: 'POST', json: { otherId: other.id } }),
    onSuccess({ item }, other) {
      showToast({
        tone: 'good',
        title: 'Guests merged',
        text: `${other.name} belongs to ${name} now.`,
        staysMs: UNDO_MS,
        action: { label: 'Undo', onPress: () => undo.mutate(item.mergeId) },
      })
    },
    onError: (error) => toastFailure('Error merging the guests', error),
    onSettled() {
      onDone()
      return changed()
    },
  })
}

/** The dialogs that merge another guest into the chosen one. `onMerge` is null for a role that may not. */
export function useMergeDialogs() {
  const canMerge = useCan('guests.merge')
  const [guest, setGuest] = useState<Kept | null>(null)
  const dialog = guest ? <MergeDialogs key={guest.id} guest={guest} onClose={() => setGuest(null)} /> : null
  return { onMerge: canMerge ? setGuest : null, dialog }
}

/** Button of the merge, for roles that may merge. */
export function MergeButton({ guest }: { guest: Kept }) {
  const { onMerge, dialog } = useMergeDialogs()
  if (!onMerge) return null
  return (
    <>
      <Button look="outline" onClick={() => onMerge(guest)}>
        Merge
      </Button>
      {dialog}
    </>
  )
}

/** The search for the other guest, and the question before the merge. */
function MergeDialogs({ guest, onClose }: Pick<SearchProps, 'guest' | 'onClose'>) {
  const [other, setOther] = useState<GuestEntry | null>(null)
  const merge = useMerge(guest, onClose)
  return (
    <>
      <MergeSearch guest={guest} onChoice={setOther} onClose={onClose} />
      {other ? (
        <ConfirmDialog
          isOpen
          question="Merge these two guests?"
          confirm="Merge"
          isGrave={false}
          isBusy={merge.isPending}
          onConfirm={() => merge.mutate(other)}
          onClose={() => setOther(null)}
        >
          <p className="wrap-anywhere text-sand">
            All reservations, phone numbers, notes and marks of{' '}
            <strong className="text-cream">{other.name}</strong> will belong to{' '}
            <strong className="text-cream">{guest.name}</strong>.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

type SearchProps = {
  readonly guest: Kept
  readonly onChoice: (other: GuestEntry) => void
  readonly onClose: () => void
}

function MergeSearch({ guest, onChoice, onClose }: SearchProps) {
  const id = useId()
  const [text, setText] = useState(guest.name)
  const list = useGuestList(new URLSearchParams({ q: text.trim() }).toString())
  const found = list.data?.pages.flatMap(({ items }) => items.filter((it) => it.id !== guest.id))
  return (
    <Dialog isOpen onClose={onClose} labelledBy={id} className="sm:max-w-xl">
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <h2 id={id} className="pr-12 font-display text-xl">
          Merge with {guest.name}
        </h2>
        <TextField
          label="The other guest"
          type="search"
          placeholder="Name, phone or email"
          autoComplete="off"
          maxLength={80}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <ListStates
          what="Guests"
          query={{ ...list, data: found }}
          empty={<p className="text-sand">No other guest matches.</p>}
        >
          {(guests) => (
            <ul aria-label="Guests found">
              {guests.slice(0, SHOWN).map((other) => (
                <li key={other.id} className="border-b border-bark last:border-0">
                  <button
                    type="button"
                    onClick={() => onChoice(other)}
                    className="w-full min-w-0 rounded-lg px-1 py-2 text-left hover:bg-cocoa"
                  >
                    <span className="flex min-w-0 items-center gap-1.5">
                      <span className="truncate font-semibold text-brass">{other.name}</span>
                      <GuestMarks guest={other} />
                    </span>
                    <span className="block truncate text-sm text-sand">{summaryText(other)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </ListStates>
      </div>
    </Dialog>
  )
}

const SHOWN = 20
