import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SettingsRecord } from '#features/venue/settings/schema.ts'
import { Button } from '#ui/button.tsx'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields, type FormValues } from '#ui/admin/forms/form-fields.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { useRecordEditor } from '#web/admin/data/use-record-editor.tsx'
import type { RecordFormProps } from '#web/admin/data/use-records.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { shownValue } from './shown-value.ts'

const PATH = '/admin/api/settings'
const KEY = ['settings']

const useSettings = () =>
  useQuery({
    queryKey: KEY,
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(PATH, { signal })).items,
  })

/** Loads the settings before its forms are rendered. */
export function SettingsPage({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useSettings()
  if (data) return <div className="flex flex-col gap-5">{children}</div>
  if (error) return <LoadFailure what="The settings" text={error.message} onRetry={() => void refetch()} />
  return <LoadingRows label="Loading the settings" />
}

type Fields = SettingsRecord['fields']
const fieldsOf = ({ fields }: SettingsRecord): Fields => fields

type Props = { readonly id: string; readonly title: string; readonly fields: readonly FieldDescriptor[] }

/** Values of one group of settings, with a dialog to edit them. */
export function SettingsForm({ id, title, fields }: Props) {
  const { data } = useSettings()
  const canEdit = useCan('settings.edit')
  const editor = useRecordEditor({ noun: 'settings', path: PATH, queryKey: KEY, fieldsOf, only: id })
  const record = data?.find((it) => it.id === id)
  if (!record) return null
  return (
    <Panel className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-xl">{title}</h3>
        {canEdit ? (
          <Button aria-label={`Edit ${title}`} onClick={() => editor.edit(record)}>
            Edit
          </Button>
        ) : null}
      </div>
      {editor.draftNotice}
      <dl className="grid items-baseline gap-x-6 gap-y-2 sm:grid-cols-[minmax(10rem,18rem)_1fr]">
        {fields.map((field) => (
          <div key={field.name} className="contents">
            <dt className="text-sm font-semibold text-sand max-sm:mt-2">{field.label}</dt>
            <dd className="break-words whitespace-pre-line">
              {shownValue(field, record.fields[field.name])}
            </dd>
          </div>
        ))}
      </dl>
      {editor.open ? (
        <SettingsDialog
          title={title}
          fields={fields}
          key={editor.open.opened}
          form={editor.open}
          isSaving={editor.isSaving}
          draft={editor.savedDraft}
          onFields={editor.setFields}
          onSubmit={() => void editor.submit()}
          onClose={editor.close}
        />
      ) : null}
      {editor.questions}
    </Panel>
  )
}

type DialogProps = RecordFormProps<SettingsRecord, Fields> & {
  readonly title: string
  readonly fields: readonly FieldDescriptor[]
}

function SettingsDialog({ title, fields, form, isSaving, draft, onFields, onSubmit, onClose }: DialogProps) {
  const values: FormValues = {
    values: form.fields,
    errors: form.errors,
    setValue: (name, value) => onFields((now) => ({ ...now, [name]: value })),
  }
  return (
    <FormDialog
      title={`Edit ${title}`}
      submit="Update"
      isBusy={isSaving}
      draft={draft}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <FormFields form={values} fields={fields} />
    </FormDialog>
  )
}
