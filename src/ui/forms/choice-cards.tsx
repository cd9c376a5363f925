import { AlertMark } from './alert-mark.tsx'
import type { FieldsOf } from './text-field.tsx'

type Card = { readonly value: string; readonly label: string; readonly text?: string }

type Props<Field extends string> = FieldsOf<Field> & {
  readonly name: Field
  readonly legend: string
  readonly note?: string
  readonly cards: readonly Card[]
  readonly columns?: string
  readonly className?: string
}

/** Radio group as cards. */
export function ChoiceCards<Field extends string>(props: Props<Field>) {
  const {
    form,
    typed,
    problems,
    name,
    legend,
    note,
    cards,
    columns = 'sm:grid-cols-3',
    className = '',
  } = props
  const id = `${form}-${name}`
  const problem = problems[name]
  return (
    <fieldset className={className} aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend className="font-semibold text-cream">
        {legend}
        {note ? <span className="ml-2 text-sm font-normal text-dune">{note}</span> : null}
      </legend>
      {problem ? (
        <p id={`${id}-problem`} className="mt-1.5 flex items-start gap-1.5 text-sm font-semibold text-rose">
          <AlertMark className="mt-0.5 size-4" />
          {problem}
        </p>
      ) : null}
      <div className={`mt-2 grid gap-2.5 ${columns}`}>
        {cards.map(({ value, label, text }, index) => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-start gap-3 rounded-xl border border-dune/60 bg-cocoa px-4 py-3 transition-colors hover:border-brass has-checked:border-brass has-checked:bg-brass/10 has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-brass"
          >
            <input
              // Target of the link in the validation summary.
              id={index === 0 ? id : undefined}
              type="radio"
              name={name}
              value={value}
              defaultChecked={typed[name] === value}
              className="mt-1 size-4 shrink-0 accent-brass outline-none"
            />
            <span className="flex min-w-0 flex-col">
              <span className="leading-snug font-semibold text-cream">{label}</span>
              {text ? <span className="text-sm text-sand">{text}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
