import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { JsonRecord } from '#lib/changes.ts'
import { askHouse } from './house-client.ts'
import { type DeletionOptions, useDeletion } from './use-deletion.tsx'
import { type EditorOptions, type OpenForm, useRecordEditor, type Versioned } from './use-record-editor.tsx'

/** What the form of a record is given. */
export type RecordFormProps<Item, Fields> = {
  readonly form: OpenForm<Item, Fields>
  readonly isSaving: boolean
  readonly onSubmit: (fields: Fields) => void
  readonly onClose: () => void
}

type Options<Item, Fields> = EditorOptions<Item, Fields> &
  DeletionOptions & { readonly Form: ComponentType<RecordFormProps<Item, Fields>> }

/** A list of records that are added, edited and deleted. `dialogs` stands once in its screen. */
export function useRecords<Item extends Versioned, Fields extends JsonRecord>({
  Form,
  ...kind
}: Options<Item, Fields>) {
  const { path, queryKey } = kind
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await askHouse<{ items: Item[] }>(path, { signal })).items,
  })
  const editor = useRecordEditor(kind)
  const deletion = useDeletion(kind)
  const dialogs = (
    <>
      {editor.open ? (
        <Form
          form={editor.open}
          isSaving={editor.isSaving}
          onSubmit={(fields) => void editor.submit(fields)}
          onClose={editor.close}
        />
      ) : null}
      {editor.conflictDialog}
      {deletion.dialog}
    </>
  )
  return { list, add: editor.add, edit: editor.edit, askToDelete: deletion.ask, dialogs }
}
