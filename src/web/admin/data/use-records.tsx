import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { JsonRecord } from '#lib/changes.ts'
import { apiFetchAny } from './api-client.ts'
import { type DeletionOptions, useDelete } from './use-delete.tsx'
import type { SavedDraft } from '#ui/admin/forms/form-dialog.tsx'
import type { EditorOptions, OpenForm, Versioned } from './use-record-draft.tsx'
import { useRecordEditor } from './use-record-editor.tsx'

/** Props of a record form. */
export type RecordFormProps<Item, Fields> = {
  readonly form: OpenForm<Item, Fields>
  readonly isSaving: boolean
  /** Draft of the form, for the dialog that guards unsaved text. */
  readonly draft: SavedDraft
  readonly onFields: (change: (now: Fields) => Fields) => void
  readonly onSubmit: () => void
  readonly onClose: () => void
}

type ActionOptions<Item, Fields> = EditorOptions<Item, Fields> &
  DeletionOptions & { readonly Form: ComponentType<RecordFormProps<Item, Fields>> }

type Options<Item, Fields> = ActionOptions<Item, Fields> & {
  /** Query of a filtered list, `when=past`. A filtered list is refetched whenever it is shown. */
  readonly query?: string
}

/** List, editor and deletion of one kind of record. */
export function useRecords<Item extends Versioned, Fields extends JsonRecord>({
  query,
  ...kind
}: Options<Item, Fields>) {
  const { path, queryKey } = kind
  const address = query === undefined ? path : `${path}?${query}`
  const list = useQuery({
    queryKey,
    placeholderData: keepPreviousData,
    ...(query === undefined ? {} : { staleTime: 0 }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the path names the list of these records
    queryFn: async ({ signal }) => ((await apiFetchAny(address, { signal })) as { items: Item[] }).items,
  })
  return { list, ...useRecordActions(kind) }
}

/**
 * Editor and deletion of one kind of record. `draftNotice` is placed above the list or record, `dialogs` anywhere in the
 * screen.
 */
export function useRecordActions<Item extends Versioned, Fields extends JsonRecord>({
  Form,
  ...kind
}: ActionOptions<Item, Fields>) {
  const editor = useRecordEditor(kind)
  const deletion = useDelete(kind)
  const dialogs = (
    <>
      {editor.open ? (
        <Form
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
      {deletion.dialog}
    </>
  )
  const { add, edit, draftNotice } = editor
  return { add, edit, draftNotice, askToDelete: deletion.ask, dialogs }
}
