import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { GUEST_TAGS, type GuestTag } from '#features/reservations/guest-facts/schema.ts'
import { type GuestDetails, type GuestForm as SentForm, MAX_GUEST } from '#features/guests/schema.ts'
import { Button } from '#ui/button.tsx'
import { Restored } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { ApiError, apiFetch, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { ConflictDialog } from '#web/admin/data/conflict-dialog.tsx'
import { useDraft } from '#web/admin/data/drafts.ts'
import { GUEST_TAG_LABELS } from './guest-copy.ts'
import { PATH, useGuestsChanged } from './use-guests.ts'

const FIELDS: readonly FieldDescriptor[] = [
  { name: 'name', label: 'Name', kind: 'text', maxLength: MAX_GUEST.name, autoComplete: 'off' },
  {
    name: 'allergies',
    label: 'Allergies',
    kind: 'text',
    maxLength: MAX_GUEST.allergies,
    autoComplete: 'off',
    hint: 'Shown with every reservation of this guest',
  },
  { name: 'note', label: 'Note', kind: 'area', maxLength: MAX_GUEST.note, hint: 'For staff only' },
]

type Fields = Pick<SentForm, 'name' | 'allergies' | 'note'> & { readonly tags: readonly GuestTag[] }
type Base = Fields & { readonly version: number }
/** `base` is the guest as it was when typing began. */
type Draft = { readonly typed: Fields | null; readonly base: Base | null }
type Theirs = Base & { readonly editedBy: string | null }
const NOTHING_TYPED: Draft = { typed: null, base: null }

const fieldsOf = ({ name, allergies, note, tags }: Fields): Fields => ({ name, allergies, note, tags })
const recordOf = ({ tags, ...fields }: Fields) => ({ ...fields, tags: tags.join(', ') })

/** Sends the form, and returns the version of another editor after a conflict. */
function useSaveGuest(guest: GuestDetails, onSaved: () => void) {
  const changed = useGuestsChanged()
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const save = useMutation({
    mutationFn: ({ tags, ...fields }: Base) =>
      apiFetch(`${PATH}/${guest.id}`, { method: 'PUT', json: { ...fields, tags: [...tags] } }),
    onSuccess() {
      onSaved()
      showToast({ tone: 'good', title: 'Guest updated successfully!' })
    },
    onError(error) {
      if (!(error instanceof ApiError) || !error.isVersionConflict)
        return toastFailure('Error updating guest', error)
      const current: Theirs = error.body.current
      setTheirs(current)
    },
    onSettled: changed,
  })
  return { save, theirs, setTheirs }
}

/** Name, marks, allergies and note of a guest. Unsaved input is kept as a draft. */
export function GuestForm({ guest }: { guest: GuestDetails }) {
  const canEdit = useCan('guests.edit')
  const draft = useDraft<Draft>(`guest ${guest.id}`, NOTHING_TYPED)
  const stored: Base = { ...fieldsOf(guest), version: guest.version }
  const base = draft.fields.base ?? stored
  const fields = draft.fields.typed ?? fieldsOf(guest)
  const { save, theirs, setTheirs } = useSaveGuest(guest, draft.clear)
  const set = (values: Partial<Fields>): void => draft.set({ typed: { ...fields, ...values }, base })
  return (
    <Panel>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ ...fields, version: base.version })
        }}
      >
        {draft.restoredAt ? <Restored at={draft.restoredAt} onStartOver={draft.clear} /> : null}
        <fieldset disabled={!canEdit} className="flex flex-col gap-4">
          <legend className="sr-only">About the guest</legend>
          <TagChoice tags={fields.tags} onTags={(tags) => set({ tags })} />
          <FormFields
            form={{
              values: fields,
              errors: fieldErrors(save.error),
              setValue: (name, value) => set({ [name]: String(value) }),
            }}
            fields={FIELDS}
          />
        </fieldset>
        {canEdit ? (
          <Button
            type="submit"
            className="self-start"
            disabled={save.isPending || draft.fields.typed === null}
          >
            Save guest
          </Button>
        ) : null}
      </form>
      {theirs ? (
        <ConflictDialog
          noun="guest"
          editor={theirs.editedBy}
          base={recordOf(fieldsOf(base))}
          theirs={recordOf(fieldsOf(theirs))}
          mine={recordOf(fields)}
          onKeepMine={() => {
            setTheirs(null)
            save.mutate({ ...fields, version: theirs.version })
          }}
          onTakeTheirs={() => {
            setTheirs(null)
            draft.clear()
            showToast({ tone: 'good', title: 'Their version was kept' })
          }}
          onGoOn={() => {
            draft.set({ base: { ...fieldsOf(theirs), version: theirs.version } })
            setTheirs(null)
          }}
        />
      ) : null}
    </Panel>
  )
}

type TagProps = { readonly tags: readonly GuestTag[]; readonly onTags: (tags: readonly GuestTag[]) => void }

const TagChoice = ({ tags, onTags }: TagProps) => (
  <fieldset>
    <legend className="mb-1.5 text-sm font-semibold text-sand">Marks</legend>
    <div className="flex flex-wrap gap-2">
      {GUEST_TAGS.map((tag) => {
        const isOn = tags.includes(tag)
        return (
          <button
            key={tag}
            type="button"
            aria-pressed={isOn}
            onClick={() => onTags(isOn ? tags.filter((it) => it !== tag) : [...tags, tag])}
            className="min-h-11 rounded-full border border-clay bg-night px-4 font-semibold text-sand aria-pressed:border-brass aria-pressed:bg-brass/20 aria-pressed:text-brass"
          >
            {GUEST_TAG_LABELS[tag]}
          </button>
        )
      })}
    </div>
  </fieldset>
)
