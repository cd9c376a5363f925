import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { JsonRecord } from '#lib/changes.ts'
import { apiFetch } from './api-client.ts'
import { type DeletionOptions, useDelete } from './use-delete.tsx'
import type { SavedDraft } from '#ui/admin/form-dialog.tsx'
import type { EditorOptions, OpenForm, Versioned } from './use-record-draft.tsx'
import { useRecordEditor } from './use-record-editor.tsx'

/** What the form of a record is given. */
export type RecordFormProps<Item, Fields> = {
  readonly form: OpenForm<Item, Fields>
  readonly isSaving: boolean
  /** What guards the typed text, for the dialog around the fields. */
  readonly draft: SavedDraft
  readonly onFields: (change: (now: Fields) => Fields) => void
  readonly onSubmit: () => void
  readonly onClose: () => void
}

type Options<Item, Fields> = EditorOptions<Item, Fields> &
  DeletionOptions & {
    readonly Form: ComponentType<RecordFormProps<Item, Fields>>
    /** Which of them are listed, where not all are: `when=past`. Part of the list's key, and asked anew whenever it is shown. */
    readonly asked?: string
  }

/**
 * A list of records that are added, edited and deleted. `draftNotice` stands above the list, `dialogs` once anywhere in
 * the screen.
 */
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
    queryFn: async ({ signal }) => (await apiFetch<{ items: Item[] }>(address, { signal })).items,
  })
  const editor = useRecordEditor(kind)
  const deletion = useDelete(kind)
  const dialogs = (
    <>
      {editor.open ? (
        <Form
          key={editor.open.opened}
          form={editor.open}
          isSaving={editor.isSaving}
          draft={editor.kept}
          onFields={editor.setFields}
          onSubmit={() => void editor.submit()}
          onClose={editor.close}
        />
      ) : null}
      {editor.questions}
      {deletion.dialog}
    </>
  )
  const { add, edit, draftNotice } = editor
  return { list, add, edit, draftNotice, askToDelete: deletion.ask, dialogs }
}
