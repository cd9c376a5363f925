import { useQueryClient } from '@tanstack/react-query'
import { STATUS_NAMES } from '#features/requests/rules.ts'
import {
  type RequestForm as Fields,
  type RequestKind,
  REQUEST_STATUSES,
  type StaffRequest,
} from '#features/requests/schema.ts'
import type { Option } from '#lib/forms/descriptors.ts'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { ConflictDialog } from '#web/admin/data/conflict-dialog.tsx'
import { InlineForm, useInlineForm } from '#web/admin/inline-form/inline-form.tsx'
import { KIND_LABELS } from './request-kinds.ts'
import { requestQuery, requestsKey, sendRequest, useAssignees } from './use-requests.ts'

const fieldsFor = (assignees: readonly Option[]): readonly FieldDescriptor[] => [
  {
    name: 'status',
    label: 'Status',
    kind: 'select',
    options: REQUEST_STATUSES.map((it) => ({ value: it, label: STATUS_NAMES[it] })),
  },
  {
    name: 'assignee',
    label: 'Assignee',
    kind: 'select',
    options: [{ value: '', label: 'Unassigned' }, ...assignees],
  },
]
const NOTES: readonly FieldDescriptor[] = [
  { name: 'notes', label: 'Notes', kind: 'area', hint: 'For staff only', maxLength: 8000, rows: 5 },
]

const fieldsOf = ({ status, assignee, notes }: Fields): Fields => ({ status, assignee, notes })

type Props = { readonly kind: RequestKind; readonly item: StaffRequest }

/** Status, assignee and notes of a request. */
export function RequestForm({ kind, item }: Props) {
  const { noun, edit } = KIND_LABELS[kind]
  const queries = useQueryClient()
  const canEdit = useCan(edit)
  const people = useAssignees()
  const { fields, errors, set, frame, conflict } = useInlineForm<Fields, StaffRequest, StaffRequest>({
    draftKey: `request ${item.id}`,
    noun,
    stored: { ...fieldsOf(item), version: item.version },
    fieldsOf,
    theirsIn: ({ body }) => body.current,
    send: (sent) => sendRequest(kind, item.id, sent),
    // The next save names the version of this one, also before the list is read again.
    onSaved: (saved) => void queries.setQueryData<StaffRequest>(requestQuery(kind, item.id).queryKey, saved),
    onSettled: () => queries.invalidateQueries({ queryKey: requestsKey(kind) }),
  })
  // The assignee may have left the staff, and is then missing from the list.
  const assignees =
    item.assignee && !people.some(({ value }) => value === item.assignee)
      ? [...people, { value: item.assignee, label: item.assigneeName ?? 'Former staff member' }]
      : people
  const form = {
    values: fields,
    errors,
    setValue: (name: string, value: string | boolean) =>
      set({ [name]: name === 'assignee' && value === '' ? null : value }),
  }
  return (
    <InlineForm
      {...{ frame, canEdit }}
      legend="Edit"
      saveLabel="Update"
      conflict={
        conflict ? (
          <Conflict
            {...{ kind, people }}
            base={conflict.base}
            theirs={conflict.theirs}
            mine={fields}
            {...conflict.acts}
          />
        ) : null
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <FormFields form={form} fields={fieldsFor(assignees)} />
      </div>
      <FormFields form={form} fields={NOTES} />
    </InlineForm>
  )
}

type ConflictProps = {
  readonly kind: RequestKind
  readonly people: readonly Option[]
  readonly base: Fields
  readonly theirs: StaffRequest
  readonly mine: Fields
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  readonly onGoOn: () => void
}

const Conflict = ({ kind, people, base, theirs, mine, ...acts }: ConflictProps) => {
  const shown = ({ status, assignee, notes }: Fields) => ({
    status: STATUS_NAMES[status],
    assignee:
      people.find(({ value }) => value === assignee)?.label ??
      (assignee ? theirs.assigneeName : 'Unassigned'),
    notes,
  })
  return (
    <ConflictDialog
      noun={KIND_LABELS[kind].noun}
      base={shown(base)}
      theirs={shown(theirs)}
      mine={shown(mine)}
      {...acts}
    />
  )
}
