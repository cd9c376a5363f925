import { BigButton } from './parts.tsx'
import type { LastTap } from './use-acts.ts'

type LastProps = {
  readonly last: LastTap | null
  readonly onUndo: (tap: NonNullable<LastTap['tap']>) => void
}

/** The last tap with its Undo, or what was taken back, for ten seconds. */
const LastTapBar = ({ last, onUndo }: LastProps) =>
  last ? (
    <div role="status" className="flex items-center justify-between gap-3 min-h-16 rounded-xl bg-go p-2 pl-4">
      <p className="wrap-anywhere">
        {last.undone === null ? '' : `Taken back: ${last.undone} `}
        {last.tap?.text}
      </p>
      {last.tap ? <BigButton onClick={() => last.tap && onUndo(last.tap)}>Undo</BigButton> : null}
    </div>
  ) : null

type Props = LastProps & {
  readonly onWalkIn: () => void
  readonly onOut: () => void
  readonly onBack: () => void
}

/** The last tap, and heads without a name: walk-ins, and one who goes out and comes back without paying again. */
export const CountButtons = ({ last, onUndo, onWalkIn, onOut, onBack }: Props) => (
  <>
    <LastTapBar {...{ last, onUndo }} />
    <div className="grid grid-cols-3 gap-2 leading-tight">
      <BigButton className="min-h-14 px-1" onClick={onWalkIn}>
        Walk-in
      </BigButton>
      <BigButton className="min-h-14 px-1" onClick={onOut}>
        One went out
      </BigButton>
      <BigButton className="min-h-14 px-1" onClick={onBack}>
        One came back
      </BigButton>
    </div>
  </>
)
