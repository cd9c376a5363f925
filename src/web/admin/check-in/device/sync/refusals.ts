import type { CheckInState } from '../check-in-state.ts'
import type { Parts } from './parts.ts'

/** Shows the text of a refusal; null takes it off the screen. */
export function showRefusal(
  { store }: Pick<Parts, 'store'>,
  of: keyof CheckInState['refusals'],
  text: string | null,
): void {
  const { refusals } = store.get()
  if (refusals[of] !== text) store.set({ refusals: { ...refusals, [of]: text } })
}
