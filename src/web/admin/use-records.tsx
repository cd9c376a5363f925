import { keepPreviousData, useQuery } from '@tanstack/react-query'
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
  DeletionOptions & {
    readonly Form: ComponentType<RecordFormProps<Item, Fields>>
    /** Which of them are listed, where not all are: `when=past`. Part of the list's key, and asked anew whenever it is shown. */
    readonly asked?: string
  }

/** A list of records that are added, edited and deleted. `dialogs` stands once in its screen. */
export function useRecords<Item extends Versioned, Fields extends JsonRecord>({
  Form,
  asked,
  ...kind
}: Options<Item, Fields>) {
  const { path, queryKey } = kind
  const address = asked === undefined ? path : `${path}?${asked}`
  const list = useQuery({
    queryKey,
    placeholderData: keepPreviousData,
    ...(asked === undefined ? {} : { staleTime: 0 }),
    queryFn: async ({ signal }) => (await askHouse<{ items: Item[] }>(address, { signal })).items,
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
