import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { changesBetween, type JsonRecord } from '#lib/changes.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { Restored } from '#ui/admin/forms/form-dialog.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { ApiError, fieldErrors, toastFailure } from '../data/api-client.ts'
import { useDraft } from '../data/drafts.ts'

type Versioned = { readonly version: number }

/** `base` is the record as it was when typing began. */
type Draft<Fields> = { readonly typed: Fields | null; readonly base: (Fields & Versioned) | null }

const NOTHING_TYPED = { typed: null, base: null }

type Options<Fields, Theirs, Saved> = {
  readonly draftKey: string
  readonly noun: string
  readonly stored: Fields & Versioned
  readonly fieldsOf: (record: Fields) => Fields
  /** The version of another editor in the answer to a save of an old one. */
  readonly theirsIn: (error: ApiError) => Theirs
  readonly send: (sent: Fields & Versioned) => Promise<Saved>
  readonly onSaved?: (saved: Saved) => void
  readonly onSettled: () => unknown
}

const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.isVersionConflict

/**
 * Hook of a form that is part of a record's page. Typed values are kept as a draft, and a save is an optimistic lock on the
 * version that was read; `conflict` has the version of another editor and the answers to it.
 */
export function useInlineForm<
  Fields extends JsonRecord,
  Theirs extends Fields & Versioned,
  Saved extends Versioned,
>({ draftKey, noun, stored, fieldsOf, theirsIn, send, onSaved, onSettled }: Options<Fields, Theirs, Saved>) {
  const draft = useDraft<Draft<Fields>>(draftKey, NOTHING_TYPED)
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const base = draft.fields.base ?? stored
  const fields = draft.fields.typed ?? fieldsOf(stored)
  const save = useMutation({
    async mutationFn(sent: Parameters<typeof send>[0]) {
      try {
        return await send(sent)
      } catch (error) {
        const current = isConflict(error) ? theirsIn(error) : null
        // Stored as it was typed: the answer to its first sending was lost.
        if (current === null || changesBetween(fieldsOf(current), fieldsOf(sent)).length > 0) throw error
        return send({ ...sent, version: current.version })
      }
    },
    onSuccess(saved, sent) {
      onSaved?.(saved)
      // Text that was typed since is to be saved over the version that was sent.
      draft.clearSent((now) =>
        now.typed && changesBetween(fieldsOf(sent), now.typed).length > 0
          ? { ...now, base: { ...fieldsOf(sent), version: saved.version } }
          : NOTHING_TYPED,
      )
      showToast({ tone: 'good', title: `${capitalized(noun)} updated successfully!` })
    },
    onError: (error) =>
      isConflict(error) ? setTheirs(theirsIn(error)) : toastFailure(`Error updating ${noun}`, error),
    onSettled,
  })
  return {
    fields,
    errors: fieldErrors(save.error),
    set: (values: Partial<Fields>): void => draft.set({ typed: { ...fields, ...values }, base }),
    frame: {
      restoredAt: draft.restoredAt,
      onStartOver: draft.clear,
      onSave: (): void => save.mutate({ ...fields, version: base.version }),
      canSave: !save.isPending && draft.fields.typed !== null,
    },
    conflict: theirs && {
      base,
      theirs,
      acts: {
        onKeepMine(): void {
          setTheirs(null)
          save.mutate({ ...fields, version: theirs.version })
        },
        onTakeTheirs(): void {
          setTheirs(null)
          draft.clear()
          showToast({ tone: 'good', title: 'Their version was kept' })
        },
        onGoOn(): void {
          setTheirs(null)
          draft.set({ base: { ...fieldsOf(theirs), version: theirs.version } })
        },
      },
    },
  }
}

type Props = {
  readonly frame: ReturnType<typeof useInlineForm>['frame']
  readonly legend: string
  readonly saveLabel: string
  readonly canEdit: boolean
  readonly conflict: ReactNode
  readonly children: ReactNode
}

/** Frame of the form: the note about a restored draft, the fields, the button, and the dialog of a conflict. */
export const InlineForm = ({ frame, legend, saveLabel, canEdit, conflict, children }: Props) => (
  <Panel>
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        frame.onSave()
      }}
    >
      {frame.restoredAt ? <Restored at={frame.restoredAt} onStartOver={frame.onStartOver} /> : null}
      <fieldset disabled={!canEdit} className="flex flex-col gap-4">
        <legend className="sr-only">{legend}</legend>
        {children}
      </fieldset>
      {canEdit ? (
        <Button type="submit" className="self-start" disabled={!frame.canSave}>
          {saveLabel}
        </Button>
      ) : null}
    </form>
    {conflict}
  </Panel>
)
