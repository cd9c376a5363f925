import type { ReactNode } from 'react'

type Props = {
  /** Label and value. A fact without a value is left out. */
  readonly facts: readonly (readonly [label: string, value: ReactNode])[]
  readonly className?: string
}

/** The facts of a record: labels in one column, values in the other. */
export const FactList = ({ facts, className = '' }: Props) => (
  <dl
    className={`grid grid-cols-[fit-content(9rem)_minmax(0,1fr)] items-baseline gap-x-5 gap-y-1.5 ${className}`}
  >
    {facts.map(([label, value]) =>
      value ? (
        <div key={label} className="contents">
          <dt className="text-sand">{label}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
)
