import { Dialog } from '../../dialog.tsx'
import { LoadFailure, LoadingRows } from '../lists/list-states.tsx'

type Props = {
  readonly id: string
  readonly title: string
  /** The record as the texts name it: `reservation`. */
  readonly record: string
  readonly error: Error | null
  readonly onRetry: () => void
  readonly onClose: () => void
}

/** Stands in the place of a dialog while it reads its record. */
export const LoadingDialog = ({ id, title, record, error, onRetry, onClose }: Props) => (
  <Dialog isOpen onClose={onClose} labelledBy={id} className="sm:max-w-3xl">
    <div className="flex flex-col gap-4 p-6">
      <h2 id={id} className="pr-12 font-display text-xl">
        {title}
      </h2>
      {error ? (
        <LoadFailure what={`The ${record}`} text={error.message} onRetry={onRetry} />
      ) : (
        <LoadingRows label={`Loading the ${record}`} />
      )}
    </div>
  </Dialog>
)
