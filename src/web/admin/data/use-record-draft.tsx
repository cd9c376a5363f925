import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import { changesBetween, type JsonRecord } from '#lib/changes.ts'
import { Button } from '#ui/button.tsx'
import type { SavedDraft } from '#ui/admin/form-dialog.tsx'
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
  /** As the toasts call it: `menu item`. */
  readonly noun: string
  /** Where such things are added, and changed under their id: `/admin/api/menu`. */
  readonly path: string
  /** The list they stand in; what is kept under it is an array of them. */
  readonly queryKey: QueryKey
  /** What the form shows of a record, and sends back. */
  readonly fieldsOf: (item: Item) => Fields
  /** The record as it will be: for lists that show a change before the house has confirmed it. */
  readonly applied?: (item: Item, fields: Fields) => Item
  /** The one record of the list that this editor is for; without it, any of them and new ones. */
  readonly only?: string
}

/** A form that is open: of a record, or of a new one. `errors` are what the server said of the fields. */
export type OpenForm<Item, Fields> = {
  /** Names the draft: the path and the record's id. */
  readonly key: string
  /** Changes whenever the form is filled anew, so that nothing of its former state stays. */
  readonly opened: number
  readonly item: Item | null
  /** The fields as they were before anything was typed. */
  readonly first: Fields
  readonly fields: Fields
  readonly errors: Readonly<Record<string, string>>
  readonly restoredAt: string | null
}

type Filled<Fields> = {
  readonly first: Fields
  readonly fields: Fields
  readonly restoredAt?: string | null
  /** The draft's own name, for a form of a new record that is not the usual blank one. */
  readonly key?: string
}

let timesOpened = 0

/** The open form of an editor, and the draft that is kept of it while something in it is not saved. */
export function useRecordDraft<Item extends Versioned, Fields extends JsonRecord>(
  options: EditorOptions<Item, Fields>,
) {
  const { noun, path, fieldsOf, only } = options
  const owner = useCurrentUser().id
  const [open, setOpen] = useState<OpenForm<Item, Fields> | null>(null)
  const [, lookAgain] = useReducer((count: number) => count + 1, 0)
  const isDirty = open !== null && changesBetween(open.first, open.fields).length > 0
  useEffect(() => {
    if (!open) return
    if (isDirty) saveDraft(owner, { key: open.key, fields: open.fields, item: open.item })
    else dropDraft(owner, open.key)
  }, [owner, open, isDirty])

  const keyOf = (item: Item | null): string => `${path} ${item?.id ?? 'new'}`
  function formOf(item: Item | null, filled: Filled<Fields>): OpenForm<Item, Fields> {
    timesOpened += 1
    const { first, fields, restoredAt = null, key = keyOf(item) } = filled
    return { key, opened: timesOpened, item, first, fields, errors: {}, restoredAt }
  }
  const openForm = (item: Item | null, filled: Filled<Fields>): void => setOpen(formOf(item, filled))

  /** Opens a form with its draft in it, if there is one that still fits the form. */
  function openCached(item: Item | null, first: Fields, key = keyOf(item)): void {
    const stored = readDraft(owner, key)
    const fields = stored ? fieldsLike(first, stored.fields) : null
    if (!stored || !fields) return openForm(item, { first, fields: first, key })
    // Saved over the version its editor saw: what somebody else changed meanwhile is shown before it is overwritten.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written by `saveDraft` above
    const seen = (stored.item as Item | null) ?? item
    const restoredAt = draftTime(stored.typedAt)
    openForm(seen, { first: seen ? fieldsOf(seen) : first, fields, restoredAt, key })
  }

  const drop = (key: string): void => {
    dropDraft(owner, key)
    lookAgain()
  }
  const kept: SavedDraft = {
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
        openCached(item, item ? fieldsOf(item) : (draft.fields as Fields), draft.key)
      }}
    />
  )
  return {
    open,
    setOpen,
    formOf,
    openForm,
    drop,
    kept,
    notice,
    /** Opens the form of a new record. `like` tells a copy of another one from a blank form. */
    add: (fields: Fields, like?: string) =>
      openCached(null, fields, like ? `${path} copy of ${like}` : keyOf(null)),
    edit: (item: Item) => openCached(item, fieldsOf(item)),
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

/** What was typed before the page was loaded anew, and can be gone on with. */
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
