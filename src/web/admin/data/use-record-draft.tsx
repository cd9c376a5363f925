import type { QueryKey } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect, useReducer, useState } from 'react'
import { changesBetween, type JsonRecord } from '#lib/changes.ts'
import { Button } from '#ui/button.tsx'
import type { SavedDraft } from '#ui/admin/forms/form-dialog.tsx'
import {
  draftTime,
  dropDraft,
  fieldsLike,
  saveDraft,
  listDrafts,
  readDraft,
  type StoredDraft,
} from './drafts.ts'
import { useCurrentUser } from '../auth/current-user.ts'

export type Versioned = { readonly id: string; readonly version: number }

export type EditorOptions<Item, Fields> = {
  /** Noun in toasts: `menu item`. */
  readonly noun: string
  /** API path of the list, `/admin/api/menu`; a record is below it under its id. */
  readonly path: string
  /** Query key of the list, an array of records. */
  readonly queryKey: QueryKey
  /** Form fields of a record. */
  readonly fieldsOf: (item: Item) => Fields
  /** Record with the fields applied, for an optimistic update of the list. */
  readonly applied?: (item: Item, fields: Fields) => Item
  /** Id of the only record of this editor; without it, any record and new ones. */
  readonly only?: string
}

/** Open form of a record or a new one. `errors` are the field errors of the server. */
export type OpenForm<Item, Fields> = {
  /** Draft key: the path and the record's id. */
  readonly key: string
  /** React key of the form: changes with each opening, so that no former state stays. */
  readonly opened: number
  readonly item: Item | null
  /** Idempotency key of the form until its record is saved. A form that is opened again after a lost answer keeps it. */
  readonly sendKey: string
  /** Whether the form may have reached the server: only then its key is stored with the draft, which a copy of the tab has, too. */
  readonly wasSent: boolean
  /** Fields before the edit. */
  readonly first: Fields
  readonly fields: Fields
  readonly errors: Readonly<Record<string, string>>
  readonly restoredAt: string | null
}

type Filled<Fields> = {
  readonly first: Fields
  readonly fields: Fields
  readonly restoredAt?: string | null
  /** Draft key of a new record that is a copy of another one. */
  readonly key?: string
  readonly sendKey?: string
}

let timesOpened = 0

/** Draft key of a record, or of a new one. */
const keyIn = (path: string, item: Versioned | null): string => `${path} ${item?.id ?? 'new'}`

function newForm<Item, Fields>(
  ownKey: string,
  item: Item | null,
  { first, fields, restoredAt = null, key = ownKey, sendKey }: Filled<Fields>,
): OpenForm<Item, Fields> {
  timesOpened += 1
  return {
    key,
    opened: timesOpened,
    item,
    sendKey: sendKey ?? crypto.randomUUID(),
    wasSent: sendKey !== undefined,
    first,
    fields,
    errors: {},
    restoredAt,
  }
}

/** The open form of an editor as it is sent, and as the record that became of it. */
function useSentForms<Item extends Versioned, Fields extends JsonRecord>(
  setOpen: Dispatch<SetStateAction<OpenForm<Item, Fields> | null>>,
  { path, fieldsOf }: Pick<EditorOptions<Item, Fields>, 'path' | 'fieldsOf'>,
) {
  const owner = useCurrentUser().id
  function changed(form: OpenForm<Item, Fields>, next: Partial<OpenForm<Item, Fields>>) {
    setOpen((now) => (now?.opened === form.opened ? { ...now, ...next } : now))
    return { ...form, ...next }
  }
  return {
    /** A form from the moment at which it is sent. */
    asSent: (form: OpenForm<Item, Fields>) => changed(form, { wasSent: true }),
    /** A form that was saved as it was sent first becomes one of that version of the record. */
    asEdit(form: OpenForm<Item, Fields>, item: Item) {
      dropDraft(owner, form.key)
      return changed(form, {
        item,
        key: keyIn(path, item),
        first: fieldsOf(item),
        sendKey: crypto.randomUUID(),
        wasSent: false,
      })
    },
  }
}

/** Open form of an editor, and its draft while it has unsaved changes. */
export function useRecordDraft<Item extends Versioned, Fields extends JsonRecord>(
  options: EditorOptions<Item, Fields>,
) {
  const { noun, path, fieldsOf, only } = options
  const owner = useCurrentUser().id
  const [open, setOpen] = useState<OpenForm<Item, Fields> | null>(null)
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const isDirty = open !== null && changesBetween(open.first, open.fields).length > 0
  useEffect(() => {
    if (!open) return
    const { key, fields, item, sendKey, wasSent } = open
    if (isDirty) saveDraft(owner, { key, fields, item, sendKey: wasSent ? sendKey : null })
    else dropDraft(owner, key)
  }, [owner, open, isDirty])

  const keyOf = (item: Item | null): string => keyIn(path, item)
  const formOf = (item: Item | null, filled: Filled<Fields>) => newForm(keyOf(item), item, filled)
  const sent = useSentForms(setOpen, options)
  const openForm = (item: Item | null, filled: Filled<Fields>): void => setOpen(formOf(item, filled))

  /** Opens a form with its saved draft, if there is one that still fits the fields. */
  function openWithDraft(item: Item | null, first: Fields, key = keyOf(item)): void {
    const stored = readDraft(owner, key)
    const fields = stored ? fieldsLike(first, stored.fields) : null
    if (!stored || !fields) return openForm(item, { first, fields: first, key })
    // The draft keeps the version its editor saw, so that a concurrent change causes a version conflict when it is saved.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written by `saveDraft` above
    const seen = (stored.item as Item | null) ?? item
    const restoredAt = draftTime(stored.typedAt)
    const { sendKey } = stored
    openForm(seen, {
      first: seen ? fieldsOf(seen) : first,
      fields,
      restoredAt,
      key,
      ...(sendKey === null ? {} : { sendKey }),
    })
  }

  /** Closes this form. One opened since stays; of the same record, over the version that was saved. */
  const close = ({ opened, key, item }: OpenForm<Item, Fields>, saved = item): void =>
    setOpen((now) => {
      if (now?.opened === opened) return null
      return now?.item && saved && now.key === key ? { ...now, item: saved, first: fieldsOf(saved) } : now
    })

  const drop = (key: string): void => {
    dropDraft(owner, key)
    rerender()
  }
  const savedDraft: SavedDraft = {
    isDirty,
    restoredAt: open?.restoredAt ?? null,
    onStartOver: () => open && openForm(open.item, { first: open.first, fields: open.first, key: open.key }),
    onDiscard: () => open && drop(open.key),
  }
  const waiting = open ? [] : listDrafts(owner, `${path} ${only ?? ''}`)
  const notice = (
    <DraftNotices
      noun={noun}
      drafts={waiting}
      onDiscard={(draft) => drop(draft.key)}
      onContinue={(draft) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written by `saveDraft` above
        const item = draft.item as Item | null
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compared with a record's fields where there is one
        openWithDraft(item, item ? fieldsOf(item) : (draft.fields as Fields), draft.key)
      }}
    />
  )
  return {
    open,
    setOpen,
    formOf,
    openForm,
    close,
    ...sent,
    drop,
    savedDraft,
    notice,
    /** Opens the form of a new record. `like` is the id of the record it copies. */
    add: (fields: Fields, like?: string) =>
      openWithDraft(null, fields, like ? `${path} copy of ${like}` : keyOf(null)),
    edit: (item: Item) => openWithDraft(item, fieldsOf(item)),
    setFields: (change: (now: Fields) => Fields) =>
      setOpen((now) => now && { ...now, fields: change(now.fields) }),
  }
}

const NAMES = ['name', 'title', 'tableNumber', 'alt']

function nameOf({ fields, item }: StoredDraft): string {
  const all: JsonRecord = typeof item === 'object' && item !== null ? { ...item, ...fields } : fields
  const name = NAMES.map((it) => all[it]).find((it) => typeof it === 'string' && it !== '')
  return typeof name === 'string' ? `, ${name}` : ''
}

type NoticesProps = {
  readonly noun: string
  readonly drafts: readonly StoredDraft[]
  readonly onContinue: (draft: StoredDraft) => void
  readonly onDiscard: (draft: StoredDraft) => void
}

/** List of unsaved drafts from before a reload, each with Continue and Discard. */
const DraftNotices = ({ noun, drafts, onContinue, onDiscard }: NoticesProps) =>
  drafts.length === 0 ? null : (
    <ul aria-label="Not saved" className="flex flex-col gap-2">
      {drafts.map((draft) => (
        <li
          key={draft.key}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-brass bg-brass/10 px-4 py-2"
        >
          <p className="min-w-0 flex-1 basis-56 break-words">
            Not saved: {draft.item === null ? 'a new' : 'the'} {noun}
            {nameOf(draft)}, typed at {draftTime(draft.typedAt)}.
          </p>
          <Button look="outline" className="px-4" onClick={() => onContinue(draft)}>
            Continue
          </Button>
          <Button look="quiet" className="px-3" onClick={() => onDiscard(draft)}>
            Discard
          </Button>
        </li>
      ))}
    </ul>
  )
