import type { ReactNode } from 'react'

type Tone = 'brass' | 'teal' | 'burgundy' | 'plain'

const TONES: Record<Tone, string> = {
  brass: 'bg-brass text-night',
  teal: 'bg-teal-light text-night',
  burgundy: 'bg-burgundy text-cream',
  plain: 'bg-night/85 text-cream ring-1 ring-cream/25',
}

export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={`inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold tracking-wide ${TONES[tone]}`}
  >
    {children}
  </span>
)
