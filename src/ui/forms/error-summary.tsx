import { useEffect, useRef } from 'react'
import type { FormRefusal } from '#lib/forms/check.ts'

type Props = {
  readonly refusal: FormRefusal
  /** Prefix of the ids of the form's fields. */
  readonly form: string
  /** Names in the order of the form. */
  readonly fields: readonly string[]
}

/** Validation summary: the errors of the form, each a link that moves the focus to its field. */
export function ErrorSummary({ refusal, form, fields }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<FormRefusal | null>(null)
  // Every rejection takes the focus, also one with the same errors.
  useEffect(() => {
    if (last.current !== refusal) box.current?.focus()
    last.current = refusal
  }, [refusal])
  const { title, text } = refusal
  const problems: Readonly<Record<string, string | undefined>> = refusal.problems
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      // Without scripts, the browser moves the focus here.
      autoFocus
      aria-labelledby={`${form}-summary`}
      className="rounded-card border-2 border-rose bg-burgundy/25 p-4 outline-offset-4 sm:px-5"
    >
      <h2 id={`${form}-summary`} className="text-xl">
        {title}
      </h2>
      {Object.values(problems).includes(text) ? null : <p className="mt-1 text-sand">{text}</p>}
      <ul className="mt-1">
        {fields.map((name) =>
          problems[name] ? (
            <li key={name}>
              <a
                href={`#${form}-${name}`}
                onClick={(event) => {
                  // Moves the focus without a hash in the URL.
                  event.preventDefault()
                  document.getElementById(`${form}-${name}`)?.focus()
                }}
                className="inline-flex min-h-11 items-center font-semibold text-rose underline underline-offset-4 hover:text-cream"
              >
                {problems[name]}
              </a>
            </li>
          ) : null,
        )}
      </ul>
    </div>
  )
}
