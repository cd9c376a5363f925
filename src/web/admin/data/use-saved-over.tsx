import { useState } from 'react'
import { changesBetween, type JsonRecord } from '#lib/changes.ts'
import { keysOf } from '#lib/records.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

type Options<Item, Fields extends JsonRecord> = {
  /** The record as the form was opened with it; null for a new one. */
  readonly opened: Item | null
  readonly noun: string
  readonly fieldsOf: (item: Item) => Fields
  readonly typed: Fields
  readonly setValue: (name: string, value: Fields[keyof Fields]) => void
  readonly save: (over: Item) => void
}

/**
 * The version of a record that a dialog form is saved over, and the question about the version of another editor. The page behind
 * reads its list anew, and a colleague's version must not be saved over unseen.
 */
export function useSavedOver<Item, Fields extends JsonRecord>(options: Options<Item, Fields>) {
  const { opened, noun, fieldsOf, typed, setValue, save } = options
  const [base, setBase] = useState(opened)
  const [theirs, setTheirs] = useState<Item | null>(null)
  const goOn = (current: Item): void => {
    setBase(() => current)
    setTheirs(null)
  }
  const saveOver = (current: Item): void => {
    goOn(current)
    save(current)
  }
  return {
    base,
    saveOver,
    onConflict: (current: Item): void => {
      // Stored as it was typed: the answer to its first sending was lost.
      if (changesBetween(fieldsOf(current), typed).length === 0) saveOver(current)
      else setTheirs(() => current)
    },
    question:
      base !== null && theirs !== null ? (
        <ConflictDialog
          noun={noun}
          base={fieldsOf(base)}
          theirs={fieldsOf(theirs)}
          mine={typed}
          onKeepMine={() => saveOver(theirs)}
          onTakeTheirs={() => {
            goOn(theirs)
            const fields = fieldsOf(theirs)
            for (const name of keysOf(fields)) setValue(name, fields[name])
          }}
          onGoOn={() => goOn(theirs)}
        />
      ) : null,
  }
}
