import type { ComponentProps } from 'react'
import { fullnessText, type Occupancy } from '#features/reservation-management/arrivals/rules.ts'

type Look = 'solid' | 'outline' | 'quiet'

const LOOKS: Readonly<Record<Look, string>> = {
  solid: 'bg-cream px-4 text-night',
  outline: 'px-4 border border-cream/60 bg-night/30 text-cream',
  quiet: 'px-2 text-brass',
}

/** A button for a thumb in the dark: at least 48 px. */
export const BigButton = ({
  look = 'outline',
  className = '',
  ...rest
}: ComponentProps<'button'> & { readonly look?: Look }) => (
  <button
    type="button"
    className={`inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-xl font-semibold disabled:opacity-50 ${LOOKS[look]} ${className}`}
    {...rest}
  />
)

/** Warning that the venue is almost full or full; nothing while there is room. */
export function Crowd({ room: { inside, capacity } }: { readonly room: Occupancy }) {
  const text = fullnessText(inside, capacity)
  return text === null ? null : (
    <p className="rounded-xl bg-night/60 px-4 py-2 text-xl font-semibold text-brass">{text}</p>
  )
}

const SHAPES = {
  go: 'M24 4a20 20 0 1 0 0 40a20 20 0 0 0 0-40zM14 25l7 7 13-15',
  ask: 'M24 5 45 42H3zM24 18v11M24 35v.5',
  stop: 'M16 4h16l12 12v16L32 44H16L4 32V16zM16 16l16 16M32 16 16 32',
} as const

/** Circle, triangle or octagon: verdicts differ in shape as well as in color. */
export const Shape = ({ look }: { readonly look: keyof typeof SHAPES }) => (
  <svg
    viewBox="0 0 48 48"
    aria-hidden="true"
    className="size-20 shrink-0"
    fill="none"
    stroke="currentColor"
    strokeWidth="4"
    strokeLinejoin="round"
    strokeLinecap="round"
  >
    <path d={SHAPES[look]} />
  </svg>
)
