import { Button } from '../../button.tsx'

const LABELS = { list: 'List', card: 'Cards', arrange: 'Arrange' } as const
type View = keyof typeof LABELS

type Props<Name extends View> = {
  readonly views: readonly Name[]
  readonly view: Name
  readonly onView: (view: Name) => void
}

/** Buttons that choose how a list is shown. */
export const ViewSwitch = <Name extends View>({ views, view, onView }: Props<Name>) => (
  <div role="group" aria-label="View" className="flex gap-1">
    {views.map((it) => (
      <Button
        key={it}
        look={it === view ? 'solid' : 'outline'}
        aria-pressed={it === view}
        onClick={() => onView(it)}
      >
        {LABELS[it]}
      </Button>
    ))}
  </div>
)
