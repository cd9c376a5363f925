import { useState } from 'react'
import { countText } from '#lib/text/count.ts'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import type { NewAct } from '../../tonight/use-acts.ts'

type Counted = {
  readonly guests: number
  /** Guests of the party who had been counted in as walk-ins at check-in. */
  readonly counted: number
}

/** The arrivals of people who walk in: those who had been counted in at check-in are no heads more, and have paid their cover. */
export const arrivalsOf = ({ guests, counted }: Counted): NewAct[] => [
  ...(counted > 0 ? [{ kind: 'arrived', guests: counted, wereWalkIns: true } as const] : []),
  ...(guests > counted ? [{ kind: 'arrived', guests: guests - counted } as const] : []),
]

const countedField = (party: number, inside: number): FieldDescriptor => ({
  name: 'counted',
  label: 'Counted in at the door?',
  kind: 'choice',
  isWordy: true,
  options: [
    {
      value: 'yes',
      label: 'Yes',
      note:
        party > inside
          ? `${inside} of them. The other ${party - inside} are counted in now; cover of theirs, if any, is still due.`
          : `Among the ${countText(inside, 'walk-in')} inside. Their cover was asked for there.`,
    },
    { value: 'no', label: 'No', note: 'They are counted in now. Cover, if any, is still due.' },
  ],
})

/**
 * Asks whether the party was counted in at check-in, while walk-ins are inside. A venue that counts them does so before they ask
 * for a table.
 */
export function useCounting(party: number, walkInsInside: number) {
  const [answer, setAnswer] = useState<string | null>(null)
  const wereCounted = answer === null ? walkInsInside >= party : answer === 'yes'
  const form = {
    values: { counted: wereCounted ? 'yes' : 'no' },
    errors: {},
    setValue: (_name: string, value: unknown) => setAnswer(String(value)),
  }
  return {
    counted: wereCounted ? Math.min(party, walkInsInside) : 0,
    field:
      walkInsInside > 0 ? <FormFields form={form} fields={[countedField(party, walkInsInside)]} /> : null,
  }
}
