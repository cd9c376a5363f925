import { countText } from '#lib/text/count.ts'
import type { ListedNames } from '#lib/names/listed-names.ts'
import type { ChangedList, ListTold, NightChange, UntoldName } from './schema.ts'

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

const CHANGED: Record<NightChange, string> = {
  list_called_off: 'is called off',
  list_moved: 'has moved',
  list_on_again: 'takes place after all',
}

/** `12 of 15 names were told on Sat, Nov 28 that the night has moved. 1 message has not left yet.` */
export function toldText({ names, told, waiting, change }: ListTold, day: string): string {
  const were = names === 1 ? 'name was' : 'names were'
  const left =
    waiting === 0 ? '' : ` ${countText(waiting, 'message')} ${waiting === 1 ? 'has' : 'have'} not left yet.`
  return `${told} of ${names} ${were} told on ${day} that the night ${CHANGED[change]}.${left}`
}

/** Reason why a name was not told, after the name. */
export const UNTOLD_REASONS: Record<UntoldName['why'], string> = {
  no_contact: 'no email, and no consent to texts',
  failed: 'the message did not arrive',
}

/** The people who have to tell the names that were not told. */
export const tellerText = ({ promoter, untold }: Pick<ListTold, 'promoter' | 'untold'>): string =>
  `${promoter === '' ? 'Please tell' : `${promoter} or you must tell`} ${untold.length === 1 ? 'the one who was' : `the ${untold.length} who were`} not told:`

/** News for the guest lists of an event that moves or is called off; undefined where no name is listed. */
export function listedNote({ names, reachable }: ListedNames): string | undefined {
  if (names === 0) return undefined
  const listed = `${countText(names, 'name')} ${names === 1 ? 'is' : 'are'} on guest lists`
  const untold = names - reachable
  if (untold === 0) return `${listed}, told by email or text.`
  const told = reachable === 0 ? '' : `: ${reachable} ${reachable === 1 ? 'is' : 'are'} told by email or text`
  return `${listed}${told}. ${untold} gave no email and did not agree to texts: the promoter or you must tell them.`
}
