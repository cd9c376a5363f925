import { useState } from 'react'
import type { ReservationFullDetails } from '#features/reservation-management/list/schema.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { Button } from '#ui/button.tsx'
import { Restored } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { ConflictDialog } from '#web/admin/data/conflict-dialog.tsx'
import { useDraft } from '#web/admin/data/drafts.ts'
import { ApiError, toastFailure } from '#web/admin/data/api-client.ts'
import { PATH, useReservationMutation } from '../use-reservation-list.ts'

const NOTE: readonly FieldDescriptor[] = [
  { name: 'note', label: 'Note', kind: 'area', hint: 'For staff only', maxLength: 4000 },
]

type NoteFields = { readonly typed: string | null; readonly seen: string | null }
const NOTHING_TYPED: NoteFields = { typed: null, seen: null }

/** Staff note of a reservation. Unsaved input is kept as a draft. */
export function NotePanel({ item }: { item: Pick<ReservationFullDetails, 'id' | 'staffNote'> }) {
  // `seen` is the stored note when typing began: the server checks it for a version conflict.
  const draft = useDraft<NoteFields>(`note of ${item.id}`, NOTHING_TYPED)
  const { typed } = draft.fields
  const seen = draft.fields.seen ?? item.staffNote
  const [theirs, setTheirs] = useState<string | null>(null)
  const save = useReservationMutation('Error updating reservation')
  const send = async (note: string, over: string): Promise<void> => {
    const asked = { path: `${PATH}/${item.id}/note`, method: 'PUT' as const, json: { note, seen: over } }
    try {
      await save.mutateAsync({ ...asked, done: 'Reservation updated successfully!', isQuiet: true })
      // The server stores the note without spaces around it. What was typed since is to be saved over that.
      draft.clearSent((now) => (now.typed === note ? NOTHING_TYPED : { ...now, seen: note.trim() }))
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isVersionConflict)
        return toastFailure('Error updating reservation', error)
      const current: { staffNote?: string } = error.body.current
      setTheirs(current.staffNote ?? '')
    }
  }
  const text = typed ?? item.staffNote
  return (
    <Panel>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void send(text, typed === null ? item.staffNote : seen)
        }}
      >
        {draft.restoredAt ? <Restored at={draft.restoredAt} onStartOver={draft.clear} /> : null}
        <FormFields
          form={{
            values: { note: text },
            errors: {},
            setValue: (_name, value) => draft.set({ typed: String(value), seen }),
          }}
          fields={NOTE}
        />
        <Button type="submit" className="self-start" disabled={save.isPending || typed === null}>
          Save note
        </Button>
      </form>
      {theirs === null ? null : (
        <ConflictDialog
          noun="reservation"
          base={{ note: seen }}
          theirs={{ note: theirs }}
          mine={{ note: text }}
          onKeepMine={() => {
            setTheirs(null)
            void send(text, theirs)
          }}
          onTakeTheirs={() => {
            setTheirs(null)
            draft.clear()
            showToast({ tone: 'good', title: 'Their note was kept' })
          }}
          onGoOn={() => {
            draft.set({ seen: theirs })
            setTheirs(null)
          }}
        />
      )}
    </Panel>
  )
}
