import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
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

/** Whether a form other than this one is shown, or a question about one, at the moment of an answer. */
function useOtherShown(open: { readonly opened: number } | null, isAsking: boolean) {
  const shown = useRef({ open, isAsking })
  useEffect(() => {
    shown.current = { open, isAsking }
  }, [open, isAsking])
  return (form: { readonly opened: number }): boolean =>
    shown.current.isAsking || (shown.current.open !== null && shown.current.open.opened !== form.opened)
}

type ConflictAnswers<Item, Fields> = {
  readonly noun: string
  readonly fieldsOf: (item: Item) => Fields
  readonly onKeepMine: (current: Item, fields: Fields) => void
  /** Opens the form over the version of the other editor. */
  readonly onReopen: (current: Item, fields: Fields) => void
}

/** The question about a version conflict, with its dialog. */
function useConflict<Item extends Versioned, Fields extends JsonRecord>({
  noun,
  fieldsOf,
  onKeepMine,
  onReopen,
}: ConflictAnswers<Item, Fields>) {
  const [conflict, setConflict] = useState<Conflict<Item, Fields> | null>(null)
  const answering = (answer: () => void) => (): void => {
    setConflict(null)
    answer()
  }
  return {
    isOpen: conflict !== null,
    ask: setConflict,
    dialog: conflict ? (
      <ConflictDialog
        noun={noun}
        base={fieldsOf(conflict.base)}
        theirs={fieldsOf(conflict.current)}
        mine={conflict.fields}
        // The editor has seen the other version, so it may be overwritten.
        onKeepMine={answering(() => onKeepMine(conflict.current, conflict.fields))}
        onTakeTheirs={answering(() => onReopen(conflict.current, fieldsOf(conflict.current)))}
        onGoOn={answering(() => onReopen(conflict.current, conflict.fields))}
      />
    ) : null,
  }
}

/** Creates a record, or updates the version that its editor saw. */
async function sendRecord<Item extends Versioned, Fields extends JsonRecord>(
  path: string,
  { item, fields, sendKey }: Pick<OpenForm<Item, Fields>, 'item' | 'fields' | 'sendKey'>,
  also: object,
): Promise<Item> {
  const json = { ...fields, ...also }
  const answer = item
    ? await apiFetchAny(`${path}/${item.id}`, {
        method: 'PUT',
        json: { ...json, version: item.version },
        key: sendKey,
      })
    : await apiFetchAny(path, { method: 'POST', json, key: sendKey })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both routes of a record return it as it is stored
  return (answer as { item: Item }).item
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
  const conflict = useConflict<Item, Fields>({
    noun,
    fieldsOf,
    onKeepMine: (current, fields) => void submit(draft.formOf(current, { first: fieldsOf(current), fields })),
    onReopen: (current, fields) => draft.openForm(current, { first: fieldsOf(current), fields }),
  })
  const agreement = useAgreement<OpenForm<Item, Fields>>({
    onAgree: (form, also) => void submit(form, also),
    onGoBack: (form) => setOpen({ ...form, errors: {} }),
  })
  /** Draft keys of the forms that are being sent. Another one may be open meanwhile. */
  const [sending, setSending] = useState<readonly string[]>([])
  const isOtherShown = useOtherShown(open, conflict.isOpen || agreement.isOpen)

  const show = (item: Item): void =>
    void queries.setQueryData<readonly Item[]>(queryKey, (items) =>
      items?.map((it) => (it.id === item.id ? item : it)),
    )

  async function submit(opened: OpenForm<Item, Fields>, also: object = {}): Promise<void> {
    const form = draft.asSent(opened)
    const { item, fields, key } = form
    setSending((keys) => [...keys, key])
    if (item && applied) draft.close(form)
    try {
      if (item && applied) {
        await queries.cancelQueries({ queryKey })
        show(applied(item, fields))
      }
      const saved = await sendRecord(path, form, also)
      draft.drop(key)
      draft.close(form, saved)
      showToast({
        tone: 'good',
        title: `${capitalized(noun)} ${item ? 'updated' : 'added'} successfully!`,
      })
    } catch (error) {
      if (item) show(item)
      // Its first answer was lost, and the form was changed before it was sent again.
      if (error instanceof ApiError && error.isSavedBefore)
        return await submit(draft.asEdit(form, error.body.current), also)
      // The screen may show another record by now. The draft of this one waits above the list.
      const isHidden = isOtherShown(form)
      if (item && error instanceof ApiError && error.isVersionConflict) {
        const current: Item = error.body.current
        // No field of the form was touched, or the other version is the same.
        if (
          changesBetween(fieldsOf(item), fieldsOf(current)).length === 0 ||
          changesBetween(fieldsOf(current), fields).length === 0
        )
          return await submit({ ...form, item: current })
        if (!isHidden) {
          draft.close(form)
          return conflict.ask({ base: item, current, fields })
        }
      }
      if (!isHidden) {
        if (agreement.ask(form, error)) return draft.close(form)
        setOpen({ ...form, errors: fieldErrors(error) })
      }
      toastFailure(`Error ${item ? 'updating' : 'adding'} ${noun}`, error)
    } finally {
      setSending((keys) => keys.filter((it) => it !== key))
      void queries.invalidateQueries({ queryKey })
    }
  }

  return {
    open,
    isSaving: open !== null && sending.includes(open.key),
    /** Dialogs before a save: a version conflict, or a consequence to agree to. */
    questions: (
      <>
        {conflict.dialog}
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
    draftNotice: sending.length > 0 || conflict.isOpen || agreement.isOpen ? null : draft.notice,
  }
}
