import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../../button.tsx'
import { Dialog } from '../../dialog.tsx'
import { useTyped } from './guarded-form.tsx'
import { useUnsaved } from './unsaved.tsx'
import { useFocusAfterBusy } from './use-focus-after-busy.ts'

/** Draft of a form that was not saved. */
export type SavedDraft = {
  readonly isDirty: boolean
  /** Time of typing, if the form was restored from a draft. */
  readonly restoredAt: string | null
  readonly onStartOver: () => void
  readonly onDiscard: () => void
}

type Props = {
  readonly title: string
  readonly submit: string
  /** While the form is being sent. It stays open, because a second one would be sent beside the first. */
  readonly isBusy: boolean
  /** False while something is missing without which the form cannot be sent. */
  readonly canSubmit?: boolean
  readonly className?: string
  /** For forms with a stored draft. Without it, the inputs are compared with their first values. */
  readonly draft?: SavedDraft
  /** Above the buttons, and in view like them however long the form is. */
  readonly foot?: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * Form in a dialog with Cancel and a submit button. Closing it asks before unsaved input is discarded. Where the form itself finds
 * an error, the focus goes to its field.
 */
export function FormDialog({ title, submit, isBusy, className, draft, foot, ...props }: Props) {
  const { canSubmit = true, onSubmit, onClose, children } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const isTyped = useTyped(form)
  useFocusAfterBusy(form, isBusy)
  const mayClose = useUnsaved({
    isDirty: draft ? () => draft.isDirty : isTyped,
    discard: () => draft?.onDiscard(),
  })
  const close = async (): Promise<void> => {
    if (await mayClose()) onClose()
  }
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={() => void close()}
      labelledBy={id}
      className={className ?? 'sm:max-w-2xl'}
    >
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
          requestAnimationFrame(() =>
            form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
          )
        }}
      >
        <div className="flex flex-col gap-4 p-6">
          <h2 id={id} className="pr-12 font-display text-xl">
            {title}
          </h2>
          {draft?.restoredAt ? <Restored at={draft.restoredAt} onStartOver={draft.onStartOver} /> : null}
          {children}
        </div>
        <div className="foot-bar sticky bottom-0 flex flex-wrap justify-end gap-3 border-t border-bark bg-ember px-6 py-4">
          {foot ? <div className="w-full">{foot}</div> : null}
          <Button look="outline" disabled={isBusy} onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBusy || !canSubmit}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Notice that a form was restored from a draft, with a button to reset it. */
export const Restored = ({ at, onStartOver }: { at: string; onStartOver: () => void }) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-brass bg-brass/10 px-4 py-2"
  >
    <p className="min-w-0 flex-1 basis-48">This is what you typed at {at} and did not save.</p>
    <Button look="quiet" className="px-3" onClick={onStartOver}>
      Start over
    </Button>
  </div>
)
