import { AlertMark } from './alert-mark.tsx'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { noteOf, widthOf } from './form-field.tsx'

type Props = {
  readonly id: string
  readonly field: Extract<FieldDescriptor, { readonly kind: 'choice' }>
  readonly value: string
  readonly problem: string | undefined
}

const BRIEF = 8
const FEW = 3

/** Columns of the cards: a few labels side by side, brief ones in two columns on the narrowest phone. */
function columnsFor({ options }: Props['field']): string {
  if (options.length <= FEW) return 'sm:grid-cols-3'
  const areBrief = options.every(({ label }) => label.length <= BRIEF)
  return areBrief ? 'grid-cols-2 md:grid-cols-3' : 'xs:grid-cols-2 md:grid-cols-3'
}

/** Radio group as cards. */
export function ChoiceCards({ id, field, value: chosen, problem }: Props) {
  const { name, label: legend, options } = field
  const note = noteOf(field)
  return (
    <fieldset className={widthOf(field)} aria-describedby={problem ? `${id}-problem` : undefined}>
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
      <div className={`mt-2 grid gap-2.5 ${columnsFor(field)}`}>
        {options.map(({ value, label, note: text }, index) => (
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
              defaultChecked={chosen === value}
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
