const LABELS = { list: 'List', card: 'Cards', arrange: 'Arrange' } as const
type View = keyof typeof LABELS

type Props<Name extends View> = {
  readonly views: readonly Name[]
  readonly view: Name
  readonly onView: (view: Name) => void
}

/** Buttons that choose how a list is shown. None looks like the main action beside them. */
export const ViewSwitch = <Name extends View>({ views, view, onView }: Props<Name>) => (
  <div role="group" aria-label="View" className="flex rounded-xl border border-clay">
    {views.map((it) => (
      <button
        key={it}
        type="button"
        aria-pressed={it === view}
        className="min-h-11 rounded-xl px-3 font-semibold text-sand hover:text-cream aria-pressed:bg-cocoa aria-pressed:text-brass max-sm:px-2.5 max-sm:text-sm sm:px-4"
        onClick={() => onView(it)}
      >
        {LABELS[it]}
      </button>
    ))}
  </div>
)
