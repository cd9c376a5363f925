import { useState } from 'react'
import { countText } from '#lib/text/count.ts'
import { BigButton } from '../parts.tsx'

type StepperProps = {
  readonly label: string
  /** Of one guest, and of several. */
  readonly verbs: readonly [string, string]
  readonly first: number
  readonly most: number
  readonly onChoose: (guests: number) => void
  readonly onBack: () => void
}

/** Chooses a number of guests by one more and one fewer. */
export function Stepper({ label, verbs, first, most, onChoose, onBack }: StepperProps) {
  const [guests, setGuests] = useState(Math.min(first, most))
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <BigButton
          className="size-16 text-3xl"
          aria-label="One fewer"
          disabled={guests <= 1}
          onClick={() => setGuests(guests - 1)}
        >
          −
        </BigButton>
        <output className="text-4xl font-bold tabular-nums">{guests}</output>
        <BigButton
          className="size-16 text-3xl"
          aria-label="One more"
          disabled={guests >= most}
          onClick={() => setGuests(guests + 1)}
        >
          +
        </BigButton>
      </div>
      <BigButton look="solid" className="min-h-16 text-xl" onClick={() => onChoose(guests)}>
        {countText(guests, 'guest')} {verbs[guests === 1 ? 0 : 1]}
      </BigButton>
      <BigButton className="min-h-14 text-lg" onClick={onBack}>
        Back
      </BigButton>
    </div>
  )
}
