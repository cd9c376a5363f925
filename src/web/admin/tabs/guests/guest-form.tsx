import { GUEST_TAGS, type GuestTag } from '#features/reservations/guest-facts/schema.ts'
import { type GuestDetails, type GuestForm as SentForm, MAX_GUEST } from '#features/guests/schema.ts'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { ConflictDialog } from '#web/admin/data/conflict-dialog.tsx'
import { InlineForm, useInlineForm } from '#web/admin/inline-form/inline-form.tsx'
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
type Theirs = Fields & { readonly version: number; readonly editedBy: string | null }

const fieldsOf = ({ name, allergies, note, tags }: Fields): Fields => ({ name, allergies, note, tags })
const recordOf = ({ tags, ...fields }: Fields) => ({ ...fields, tags: tags.join(', ') })

/** Name, marks, allergies and note of a guest. */
export function GuestForm({ guest }: { guest: GuestDetails }) {
  const canEdit = useCan('guests.edit')
  const changed = useGuestsChanged()
  const { fields, errors, set, frame, conflict } = useInlineForm<
    Fields,
    Theirs,
    { readonly version: number }
  >({
    draftKey: `guest ${guest.id}`,
    noun: 'guest',
    stored: { ...fieldsOf(guest), version: guest.version },
    fieldsOf,
    theirsIn: ({ body }) => body.current,
    send: async ({ tags, ...sent }) =>
      (await apiFetch(`${PATH}/${guest.id}`, { method: 'PUT', json: { ...sent, tags: [...tags] } })).item,
    onSettled: changed,
  })
  return (
    <InlineForm
      {...{ frame, canEdit }}
      legend="About the guest"
      saveLabel="Save guest"
      conflict={
        conflict ? (
          <ConflictDialog
            noun="guest"
            editor={conflict.theirs.editedBy}
            base={recordOf(fieldsOf(conflict.base))}
            theirs={recordOf(fieldsOf(conflict.theirs))}
            mine={recordOf(fields)}
            {...conflict.acts}
          />
        ) : null
      }
    >
      <TagChoice tags={fields.tags} onTags={(tags) => set({ tags })} />
      <FormFields
        form={{
          values: fields,
          errors,
          setValue: (name, value) => set({ [name]: String(value) }),
        }}
        fields={FIELDS}
      />
    </InlineForm>
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
