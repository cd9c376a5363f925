import type { GuestEntry } from '#features/guests/schema.ts'
import { MARK_LABELS, marksOfGuest } from './guest-copy.ts'

/** Marks beside the name of a guest. */
export const GuestMarks = ({ guest }: { guest: Pick<GuestEntry, 'tags' | 'allergies' | 'blockReason'> }) =>
  marksOfGuest(guest).map((mark) => (
    <span
      key={mark}
      className={`shrink-0 rounded px-1 text-xs leading-4 font-semibold ${mark === 'blocked' || mark === 'allergy' ? 'bg-burgundy text-cream' : 'bg-brass/20 text-brass'}`}
    >
      {MARK_LABELS[mark]}
    </span>
  ))
