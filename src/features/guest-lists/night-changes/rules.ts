import type { ChangedList, NightChange } from './schema.ts'

const CALLED_OFF = 'called off'

/** Kind of the message to the guests of a list. */
export function changeOf({ told, night }: Pick<ChangedList, 'told' | 'night'>): NightChange {
  if (night === CALLED_OFF) return 'list_called_off'
  return told === CALLED_OFF ? 'list_on_again' : 'list_moved'
}

/** Says how a night has changed, and what that means for its guest list. */
export function changeText(
  change: NightChange,
  { title, night }: { readonly title: string; readonly night: string },
): string {
  if (change === 'list_called_off')
    return `${title}, ${night}, is called off, and its guest list has ended. Other events:`
  const isOn =
    change === 'list_moved' ? `${title} has moved: ${night}.` : `${title} takes place after all: ${night}.`
  return `${isOn} You keep your place on the guest list, or take your name off:`
}
