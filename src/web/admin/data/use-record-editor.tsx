import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changesBetween, type JsonRecord } from '#lib/changes.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { useAgreement } from './use-consent.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { apiFetchAny, fieldErrors, ApiError, toastFailure } from './api-client.ts'
import { type EditorOptions, type OpenForm, useRecordDraft, type Versioned } from './use-record-draft.tsx'

/** Version conflict: the record before, as the other person saved it, and the fields typed here. */
type Conflict<Item, Fields> = {
  readonly base: Item
  readonly current: Item
  readonly fields: Fields
}

/** Creates a record, or updates the version that its editor saw. */
async function sendRecord<Item extends Versioned, Fields extends JsonRecord>(
  path: string,
  { item, fields }: Pick<OpenForm<Item, Fields>, 'item' | 'fields'>,
  also: object,
): Promise<void> {
  const json = { ...fields, ...also }
  if (item)
    await apiFetchAny(`${path}/${item.id}`, { method: 'PUT', json: { ...json, version: item.version } })
  else await apiFetchAny(path, { method: 'POST', json })
}

/**
 * Editor of one record at a time, with optimistic locking: after a concurrent change both versions are shown in a conflict
 * dialog. After an error the form opens again with everything that was typed.
 */
export function useRecordEditor<Item extends Versioned, Fields extends JsonRecord>(
  options: EditorOptions<Item, Fields>,
) {
  const { noun, path, queryKey, fieldsOf, applied } = options
  const queries = useQueryClient()
  const draft = useRecordDraft(options)
  const { open, setOpen } = draft
  const [conflict, setConflict] = useState<Conflict<Item, Fields> | null>(null)
  const agreement = useAgreement<OpenForm<Item, Fields>>({
    onAgree: (form, also) => void submit(form, also),
    onGoBack: (form) => setOpen({ ...form, errors: {} }),
  })
  const [isSaving, setSaving] = useState(false)

  const show = (item: Item): void =>
    void queries.setQueryData<readonly Item[]>(queryKey, (items) =>
      items?.map((it) => (it.id === item.id ? item : it)),
    )

  async function submit(form: OpenForm<Item, Fields>, also: object = {}): Promise<void> {
    const { item, fields } = form
    setSaving(true)
    if (item && applied) setOpen(null)
    try {
      if (item && applied) {
        await queries.cancelQueries({ queryKey })
        show(applied(item, fields))
      }
      await sendRecord(path, form, also)
      draft.drop(form.key)
      setOpen(null)
      showToast({
        tone: 'good',
        title: `${capitalized(noun)} ${item ? 'updated' : 'added'} successfully!`,
      })
    } catch (error) {
      if (item) show(item)
      if (item && error instanceof ApiError && error.isVersionConflict) {
        const current: Item = error.body.current
        return await resolveConflict(form, { base: item, current, fields })
      }
      if (agreement.ask(form, error)) return setOpen(null)
      setOpen({ ...form, errors: fieldErrors(error) })
      toastFailure(`Error ${item ? 'updating' : 'adding'} ${noun}`, error)
    } finally {
      setSaving(false)
      void queries.invalidateQueries({ queryKey })
    }
  }

  /** Retries the save if the concurrent change did not touch a field of the form; otherwise opens the dialog. */
  async function resolveConflict(form: OpenForm<Item, Fields>, found: Conflict<Item, Fields>): Promise<void> {
    if (changesBetween(fieldsOf(found.base), fieldsOf(found.current)).length === 0)
      return submit({ ...form, item: found.current })
    setOpen(null)
    setConflict(found)
  }

  const reopen = (item: Item, fields: Fields): void => {
    setConflict(null)
    draft.openForm(item, { first: fieldsOf(item), fields })
  }
  const conflictDialog = conflict ? (
    <ConflictDialog
      noun={noun}
      base={fieldsOf(conflict.base)}
      theirs={fieldsOf(conflict.current)}
      mine={conflict.fields}
      // The editor has seen the other version, so it may be overwritten.
      onKeepMine={() => {
        setConflict(null)
        const { current, fields } = conflict
        void submit(draft.formOf(current, { first: fieldsOf(current), fields }))
      }}
      onTakeTheirs={() => reopen(conflict.current, fieldsOf(conflict.current))}
      onGoOn={() => reopen(conflict.current, conflict.fields)}
    />
  ) : null

  return {
    open,
    isSaving,
    /** Dialogs before a save: a version conflict, or a consequence to agree to. */
    questions: (
      <>
        {conflictDialog}
        {agreement.dialog}
      </>
    ),
    add: draft.add,
    edit: draft.edit,
    close: () => setOpen(null),
    submit: () => (open ? submit(open) : Promise.resolve()),
    setFields: draft.setFields,
    savedDraft: draft.savedDraft,
    /** Notice of unsaved drafts, shown above the list. */
    draftNotice: isSaving || conflict || agreement.isOpen ? null : draft.notice,
  }
}
