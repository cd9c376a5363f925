import { linkedParts } from '#features/requests/performer-applications/rules.ts'
import { STATUS_NAMES } from '#features/requests/rules.ts'
import { type StaffRequest, REQUEST_STATUSES, type RequestKind } from '#features/requests/schema.ts'
import type { Option } from '#lib/forms/descriptors.ts'
import { type FieldDescriptor, FormFields, type FormValues } from '#ui/admin/forms/form-fields.tsx'
import { FormDialog, type SavedDraft } from '#ui/admin/forms/form-dialog.tsx'
import type { OpenForm } from '#web/admin/data/use-record-draft.tsx'
import { ReplyLink } from './reply-link.tsx'
import type { RequestFields } from './request-fields.ts'

const STATUS_FIELD: FieldDescriptor = {
  name: 'status',
  label: 'Status',
  kind: 'select',
  options: REQUEST_STATUSES.map((it) => ({ value: it, label: STATUS_NAMES[it] })),
}
const assigneeField = (assignees: readonly Option[]): FieldDescriptor => ({
  name: 'assignee',
  label: 'Assignee',
  kind: 'select',
  options: [{ value: '', label: 'Unassigned' }, ...assignees],
})
const NOTES_FIELDS: readonly FieldDescriptor[] = [
  { name: 'notes', label: 'Notes', kind: 'area', hint: 'For staff only', maxLength: 8000, rows: 5 },
]

type Props = {
  readonly kind: RequestKind
  readonly item: StaffRequest
  readonly form: OpenForm<StaffRequest, RequestFields>
  readonly people: readonly Option[]
  readonly isSaving: boolean
  readonly draft: SavedDraft
  readonly onFields: (change: (now: RequestFields) => RequestFields) => void
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** Dialog of a request: the guest's message, and the status, assignee and notes of staff. */
export function RequestForm({ kind, item, form, people, isSaving, draft, ...acts }: Props) {
  const values: FormValues = {
    values: form.fields,
    errors: form.errors,
    setValue: (name, value) =>
      acts.onFields((now) => ({ ...now, [name]: name === 'assignee' && value === '' ? null : value })),
  }
  // The assignee may have left the staff, and is then missing from the list.
  const assignees =
    item.assignee && !people.some(({ value }) => value === item.assignee)
      ? [...people, { value: item.assignee, label: item.assigneeName ?? 'Former staff member' }]
      : people
  return (
    <FormDialog
      title={item.name}
      submit="Update"
      isBusy={isSaving}
      draft={draft}
      onSubmit={acts.onSubmit}
      onClose={acts.onClose}
    >
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[9rem_1fr]">
        {[{ label: 'Email', value: item.email }, { label: 'Phone', value: item.phone }, ...item.facts].map(
          ({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-sm font-semibold text-sand">{label}</dt>
              <dd className="break-words whitespace-pre-line">
                <LinkedText text={value} />
              </dd>
            </div>
          ),
        )}
      </dl>
      <ReplyLink kind={kind} item={item} className="self-start" />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormFields form={values} fields={[STATUS_FIELD, assigneeField(assignees)]} />
      </div>
      <FormFields form={values} fields={NOTES_FIELDS} />
    </FormDialog>
  )
}

/** Text of a guest with its URLs as links, which send no referrer. */
const LinkedText = ({ text }: { text: string }) =>
  linkedParts(text).map(({ text: part, href }, index) =>
    href === null ? (
      part
    ) : (
      <a
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-brass underline underline-offset-4"
      >
        {part}
      </a>
    ),
  )
