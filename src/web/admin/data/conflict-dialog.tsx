import { changesBetween, type JsonRecord, showField } from '#lib/changes.ts'
import { shownValue } from '#ui/admin/shown-time.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

type Props = {
  readonly noun: string
  /** Name of the other editor, where it is known. */
  readonly editor?: string | null
  /** Fields before the edit, as the other person saved them, and as typed here. */
  readonly base: JsonRecord
  readonly theirs: JsonRecord
  readonly mine: JsonRecord
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  readonly onGoOn: () => void
}

/** Dialog for a version conflict: shows both versions of the record and lets the second editor choose. */
export function ConflictDialog({
  noun,
  editor,
  base,
  theirs,
  mine,
  onKeepMine,
  onTakeTheirs,
  onGoOn,
}: Props) {
  const differing = changesBetween(theirs, mine)
  return (
    <Dialog isOpen onClose={onGoOn} labelledBy="conflict-title" className="sm:max-w-2xl">
      <div className="flex flex-col gap-4 p-6 pr-16">
        <h2 id="conflict-title" className="font-display text-xl">
          {editor ?? 'Somebody else'} changed this {noun}
        </h2>
        <p className="text-sand">They saved it while you were editing. Compare the two versions:</p>
      </div>
      <div className="overflow-x-auto px-6">
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-b border-clay text-sand">
              <th className="py-2 pr-3">Field</th>
              <th className="py-2 pr-3">Before</th>
              <th className="py-2 pr-3">Theirs</th>
              <th className="py-2">Yours</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(({ field, before, after }) => (
              <tr key={field} className="border-b border-bark align-top">
                <th scope="row" className="py-2 pr-3 font-semibold">
                  {showField(field)}
                </th>
                <td className="py-2 pr-3 break-words text-dune">{shownValue(base[field], field)}</td>
                <td className="py-2 pr-3 break-words text-teal-light">{shownValue(before, field)}</td>
                <td className="py-2 break-words text-brass">{shownValue(after, field)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap justify-end gap-3 p-6">
        <Button look="quiet" onClick={onGoOn}>
          Keep editing mine
        </Button>
        <Button look="outline" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button onClick={onKeepMine}>Save mine over theirs</Button>
      </div>
    </Dialog>
  )
}
