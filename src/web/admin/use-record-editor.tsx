import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changesBetween, type JsonRecord } from '#lib/changes.ts'
import { showToast } from '#ui/toasts.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { askHouse, fieldErrors, HouseRefusal, toastFailure } from './house-client.ts'

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
}

/** A form that is open: of a record, or of a new one. `errors` are what the house said of the fields. */
export type OpenForm<Item, Fields> = {
  readonly item: Item | null
  readonly fields: Fields
  readonly errors: Readonly<Record<string, string>>
}

/** Two people changed the same record: what it was, what the other made of it, and what is typed here. */
type Conflict<Item, Fields> = {
  readonly base: Item
  readonly current: Item
  readonly fields: Fields
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The editing of one record at a time. Nobody overwrites what they have not seen: a record that somebody else changed
 * meanwhile comes back with both versions. A failure opens the form again with everything that was typed.
 */
export function useRecordEditor<Item extends Versioned, Fields extends JsonRecord>(
  options: EditorOptions<Item, Fields>,
) {
  const { noun, path, queryKey, fieldsOf, applied } = options
  const queries = useQueryClient()
  const [open, setOpen] = useState<OpenForm<Item, Fields> | null>(null)
  const [conflict, setConflict] = useState<Conflict<Item, Fields> | null>(null)
  const [isSaving, setSaving] = useState(false)

  const show = (item: Item): void =>
    void queries.setQueryData<readonly Item[]>(queryKey, (items) =>
      items?.map((it) => (it.id === item.id ? item : it)),
    )

  async function send(item: Item | null, fields: Fields): Promise<void> {
    if (item && applied) {
      await queries.cancelQueries({ queryKey })
      show(applied(item, fields))
    }
    if (item)
      await askHouse(`${path}/${item.id}`, {
        method: 'PUT',
        json: { ...fields, version: item.version },
      })
    else await askHouse(path, { method: 'POST', json: fields })
  }

  async function submit(item: Item | null, fields: Fields): Promise<void> {
    setSaving(true)
    if (item && applied) setOpen(null)
    try {
      await send(item, fields)
      setOpen(null)
      showToast({
        tone: 'good',
        title: `${capital(noun)} ${item ? 'updated' : 'added'} successfully!`,
      })
    } catch (error) {
      if (item) show(item)
      if (item && error instanceof HouseRefusal && error.isChangedMeanwhile) {
        const current: Item = error.told.current
        return await meet({ base: item, current, fields })
      }
      setOpen({ item, fields, errors: fieldErrors(error) })
      toastFailure(`Error ${item ? 'updating' : 'adding'} ${noun}`, error)
    } finally {
      setSaving(false)
      void queries.invalidateQueries({ queryKey })
    }
  }

  /** Where the other changed nothing that the form shows, there is nothing to decide. */
  async function meet(met: Conflict<Item, Fields>): Promise<void> {
    if (changesBetween(fieldsOf(met.base), fieldsOf(met.current)).length === 0)
      return submit(met.current, met.fields)
    setOpen(null)
    setConflict(met)
  }

  const leave = (item: Item, fields: Fields): void => {
    setConflict(null)
    setOpen({ item, fields, errors: {} })
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
        void submit(conflict.current, conflict.fields)
      }}
      onTakeTheirs={() => leave(conflict.current, fieldsOf(conflict.current))}
      onGoOn={() => leave(conflict.current, conflict.fields)}
    />
  ) : null

  return {
    open,
    isSaving,
    conflictDialog,
    add: (fields: Fields) => setOpen({ item: null, fields, errors: {} }),
    edit: (item: Item) => setOpen({ item, fields: fieldsOf(item), errors: {} }),
    close: () => setOpen(null),
    submit: (fields: Fields) => submit(open?.item ?? null, fields),
  }
}
