import { useState } from 'react'
import { TextField } from '#ui/admin/forms/field.tsx'

type Props = {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onSet: (value: number) => void
}

/**
 * Number input that follows dragging, and applies a typed value on blur or Enter. It has no descriptor, because the
 * inspector is not submitted: each value is applied to the chart at once.
 */
export function NumberField({ label, value, min, max, onSet }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = (): void => {
    const number = Number(typed)
    if (typed !== null && typed.trim() !== '' && Number.isFinite(number) && number !== value) onSet(number)
    setTyped(null)
  }
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={typed ?? String(value)}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  )
}
