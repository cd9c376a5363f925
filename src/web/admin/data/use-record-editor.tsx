import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changesBetween, type JsonRecord } from '#lib/changes.ts'
import { showToast } from '#ui/toasts.ts'
import { useAgreement } from './use-consent.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { apiFetch, fieldErrors, ApiError, toastFailure } from './api-client.ts'
import { type EditorOptions, type OpenForm, useRecordDraft, type Versioned } from './use-record-draft.tsx'

/** Two people changed the same record: what it was, what the other made of it, and what is typed here. */
type Conflict<Item, Fields> = {
  readonly base: Item
  readonly current: Item
  readonly fields: Fields
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Adds a record, or changes the version of it that its editor saw. */
async function sendRecord<Item extends Versioned, Fields extends JsonRecord>(
  path: string,
  { item, fields }: Pick<OpenForm<Item, Fields>, 'item' | 'fields'>,
  also: object,
): Promise<void> {
  const json = { ...fields, ...also }
  if (item) await apiFetch(`${path}/${item.id}`, { method: 'PUT', json: { ...json, version: item.version } })
  else await apiFetch(path, { method: 'POST', json })
}

/**
 * The editing of one record at a time. Nobody overwrites what they have not seen: a record that somebody else changed
 * meanwhile comes back with both versions. A failure opens the form again with everything that was typed.
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
        title: `${capital(noun)} ${item ? 'updated' : 'added'} successfully!`,
      })
    } catch (error) {
      if (item) show(item)
      if (item && error instanceof ApiError && error.isVersionConflict) {
        const current: Item = error.body.current
        return await meet(form, { base: item, current, fields })
      }
      if (agreement.ask(form, error)) return setOpen(null)
      setOpen({ ...form, errors: fieldErrors(error) })
      toastFailure(`Error ${item ? 'updating' : 'adding'} ${noun}`, error)
    } finally {
      setSaving(false)
      void queries.invalidateQueries({ queryKey })
    }
  }

  /** Where the other changed nothing that the form shows, there is nothing to decide. */
  async function meet(form: OpenForm<Item, Fields>, met: Conflict<Item, Fields>): Promise<void> {
    if (changesBetween(fieldsOf(met.base), fieldsOf(met.current)).length === 0)
      return submit({ ...form, item: met.current })
    setOpen(null)
    setConflict(met)
  }

  const leave = (item: Item, fields: Fields): void => {
    setConflict(null)
    draft.openForm(item, { first: fieldsOf(item), fields })
  }
  const conflictDialog = conflict ? (
    <ConflictDialog
      noun={noun}
      base={fieldsOf(conflict.base)}
      theirs={fieldsOf(conflict.current)}
      mine={conflict.fields}
      // Now that what the other wrote was seen, it may be written over.
      onKeepMine={() => {
        setConflict(null)
        const { current, fields } = conflict
        void submit(draft.formOf(current, { first: fieldsOf(current), fields }))
      }}
      onTakeTheirs={() => leave(conflict.current, fieldsOf(conflict.current))}
      onGoOn={() => leave(conflict.current, conflict.fields)}
    />
  ) : null

  return {
    open,
    isSaving,
    /** What is asked before a record is saved: which of two versions, or whether a consequence is agreed to. */
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
    kept: draft.kept,
    /** Offers what was typed earlier and not saved. It stands above the list. */
    draftNotice: isSaving || conflict || agreement.isAsked ? null : draft.notice,
  }
}
