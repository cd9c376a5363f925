import { useId } from 'react'
import type { ChoiceOption } from '#lib/forms/descriptors.ts'

type Props = {
  readonly label: string
  readonly options: readonly ChoiceOption[]
  readonly value: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly className?: string | undefined
  /** Wide, for options whose notes are sentences: one below the other in a dialog or on a phone. */
  readonly isWordy?: boolean | undefined
  readonly onChoice: (value: string) => void
}

/** Radio group with all options visible, and targets that are large enough for a thumb. */
export function ChoiceField({
  label,
  options,
  value,
  hint,
  error,
  className = '',
  isWordy = false,
  onChoice,
}: Props) {
  const id = useId()
  const notes = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter((it) => it !== null)
  return (
    <fieldset
      aria-describedby={notes.length > 0 ? notes.join(' ') : undefined}
      className={`min-w-0 ${className}`}
    >
      <legend className="mb-1.5 text-sm font-semibold text-sand">{label}</legend>
      <div
        className={`grid gap-2 ${isWordy ? 'grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))]' : 'grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))]'}`}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-clay bg-night px-3 py-2 has-checked:border-brass has-checked:bg-brass/15 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass"
          >
            <input
              type="radio"
              name={id}
              className="size-4 shrink-0 accent-brass"
              aria-invalid={Boolean(error)}
              checked={option.value === value}
              onChange={() => onChoice(option.value)}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-semibold">{option.label}</span>
              {option.note ? <span className="block text-sm text-sand">{option.note}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-dune">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-rose">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
