import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { STATUS_NAMES } from '#features/requests/rules.ts'
import {
  type RequestForm as Fields,
  type RequestKind,
  REQUEST_STATUSES,
  type StaffRequest,
} from '#features/requests/schema.ts'
import type { Option } from '#lib/forms/descriptors.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { Button } from '#ui/button.tsx'
import { Restored } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { ApiError, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { ConflictDialog } from '#web/admin/data/conflict-dialog.tsx'
import { useDraft } from '#web/admin/data/drafts.ts'
import { KIND_LABELS } from './request-kinds.ts'
import { requestQuery, requestsKey, sendRequest, type SentRequest, useAssignees } from './use-requests.ts'

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

/** `base` is the request as it was when typing began. */
type Draft = { readonly typed: Fields | null; readonly base: SentRequest | null }
const NOTHING_TYPED: Draft = { typed: null, base: null }

const fieldsOf = ({ status, assignee, notes }: Fields): Fields => ({ status, assignee, notes })
const sentOf = (item: StaffRequest): SentRequest => ({ ...fieldsOf(item), version: item.version })

/** Sends the form, and returns the version of another editor after a conflict. */
function useSaveRequest(kind: RequestKind, id: string, onSaved: () => void) {
  const queries = useQueryClient()
  const { noun } = KIND_LABELS[kind]
  const [theirs, setTheirs] = useState<StaffRequest | null>(null)
  const save = useMutation({
    mutationFn: (sent: SentRequest) => sendRequest(kind, id, sent),
    onSuccess(saved) {
      // The next save names the version of this one, also before the list is read again.
      queries.setQueryData<StaffRequest>(requestQuery(kind, id).queryKey, saved)
      onSaved()
      showToast({ tone: 'good', title: `${capitalized(noun)} updated successfully!` })
    },
    onError(error) {
      if (!(error instanceof ApiError) || !error.isVersionConflict)
        return toastFailure(`Error updating ${noun}`, error)
      const current: StaffRequest = error.body.current
      setTheirs(current)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: requestsKey(kind) }),
  })
  return { save, theirs, setTheirs }
}

type Props = { readonly kind: RequestKind; readonly item: StaffRequest }

/** Status, assignee and notes of a request. Unsaved input is kept as a draft. */
export function RequestForm({ kind, item }: Props) {
  const canEdit = useCan(KIND_LABELS[kind].edit)
  const people = useAssignees()
  const draft = useDraft<Draft>(`request ${item.id}`, NOTHING_TYPED)
  const base = draft.fields.base ?? sentOf(item)
  const fields = draft.fields.typed ?? fieldsOf(item)
  const { save, theirs, setTheirs } = useSaveRequest(kind, item.id, draft.clear)
  // The assignee may have left the staff, and is then missing from the list.
  const assignees =
    item.assignee && !people.some(({ value }) => value === item.assignee)
      ? [...people, { value: item.assignee, label: item.assigneeName ?? 'Former staff member' }]
      : people
  const form = {
    values: fields,
    errors: fieldErrors(save.error),
    setValue: (name: string, value: string | boolean) =>
      draft.set({
        typed: { ...fields, [name]: name === 'assignee' && value === '' ? null : value },
        base,
      }),
  }
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
          <legend className="sr-only">Edit</legend>
          <div className="grid grid-cols-2 gap-4">
            <FormFields form={form} fields={fieldsFor(assignees)} />
          </div>
          <FormFields form={form} fields={NOTES} />
        </fieldset>
        {canEdit ? (
          <Button
            type="submit"
            className="self-start"
            disabled={save.isPending || draft.fields.typed === null}
          >
            Update
          </Button>
        ) : null}
      </form>
      {theirs ? (
        <Conflict
          {...{ kind, theirs, people }}
          base={base}
          mine={fields}
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
            draft.set({ base: sentOf(theirs) })
            setTheirs(null)
          }}
        />
      ) : null}
    </Panel>
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
