import { useId } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

export type ReportRow = {
  readonly id: string
  readonly title: string
  /** Reason for which it stays as it is. */
  readonly text: string | null
  /** Page of the record. */
  readonly page: string
}

type RowsProps = { readonly label: string; readonly rows: readonly ReportRow[] }

/** Records of a selection with a text about each. Without records there is no list. */
export const ReportRows = ({ label, rows }: RowsProps) =>
  rows.length === 0 ? null : (
    <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto" aria-label={label}>
      {rows.map(({ id, title, text, page }) => (
        <li key={id} className="rounded-lg border border-bark bg-night px-3 py-2">
          <Link to={page} className="font-semibold text-brass underline">
            {title}
          </Link>
          {text === null ? null : <p className="text-sm text-sand">{text}</p>}
        </li>
      ))}
    </ul>
  )

type Props = {
  readonly title: string
  /** The refused records. */
  readonly rows: readonly ReportRow[]
  /** About the records without an outcome. */
  readonly note?: string
  /** Sends these again. */
  readonly retry?: { readonly label: string; readonly onPress: () => void }
  readonly isBusy?: boolean
  /** Undoes the change of the others; missing where there is none. The toast that offers it lies behind the dialog. */
  readonly onUndo?: (() => void) | undefined
  readonly onClose: () => void
}

/** Result of an action on a selection: the number of changed records, and the reason of each refusal. */
export function ReportDialog({ title, rows, note, retry, isBusy = false, onUndo, onClose }: Props) {
  const id = useId()
  return (
    <Dialog isOpen isBusy={isBusy} onClose={onClose} labelledBy={id} className="sm:max-w-lg">
      <div className="flex flex-col gap-4 p-6">
        <h2 id={id} className="pr-12 font-display text-xl">
          {title}
        </h2>
        {note === undefined ? null : <p className="text-sand">{note}</p>}
        <ReportRows label="Refused" rows={rows} />
        <div className="flex flex-wrap justify-end gap-3">
          {onUndo ? (
            <Button
              look="outline"
              disabled={isBusy}
              onClick={() => {
                onUndo()
                onClose()
              }}
            >
              Undo
            </Button>
          ) : null}
          {retry ? (
            <Button look="outline" disabled={isBusy} onClick={retry.onPress}>
              {retry.label}
            </Button>
          ) : null}
          <Button disabled={isBusy} onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
