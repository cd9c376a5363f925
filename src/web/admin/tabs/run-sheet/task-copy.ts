import type { RunSheetTask } from '#features/reservation-management/floor/run-sheet/schema.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { formatClock, clockAt } from '#lib/venue-time.ts'
import { STATE_LABELS } from '../tonight/tonight-copy.ts'

/** `Tables 7 + 8`; empty without a table. */
export const placeText = ({ tableNumbers }: RunSheetTask): string =>
  tableNumbers.length > 0 ? capitalized(namedTables(tableNumbers)) : ''

/** `For Ama, party of Ada Obi`: whom the task is for, and whose party it is where that is another name. */
export const guestText = ({ packageName, guestName }: RunSheetTask): string => {
  if (packageName !== '' && guestName !== null)
    return packageName === guestName ? `For ${guestName}` : `For ${packageName}, party of ${guestName}`
  return guestName ?? ''
}

/** `No-show`, `Out`, `Left`, `Not here yet`: why a party is not called out; empty while it is here, and once the task is done. */
export function absenceText({ attendance, partyEndsAt, doneAt }: RunSheetTask, now: Date): string {
  if (doneAt !== null) return ''
  switch (attendance) {
    case 'expected':
      return partyEndsAt !== null && new Date(partyEndsAt) <= now ? 'No check-in' : 'Not here yet'
    case 'no_show':
    case 'out':
    case 'left':
    case 'cancelled':
      return STATE_LABELS[attendance]
    case 'part_arrived':
    case 'arrived':
    case 'seated':
    case null:
      return ''
  }
}

/** `Done at 11:31 PM by Ama`, `Kofi`, or `Not assigned`. */
export const stateText = ({ doneAt, doneBy, assignee }: RunSheetTask): string => {
  if (doneAt !== null) return `Done at ${clockAt(doneAt)} by ${doneBy ?? ''}`
  return assignee === '' ? 'Not assigned' : assignee
}

/** `11:30 PM, Shoutout and sparklers, Ada Obi, Table 7, No-show`: names a task for screen readers. */
export const spokenTask = (task: RunSheetTask, now: Date): string =>
  [formatClock(task.dueTime), task.title, guestText(task), placeText(task), absenceText(task, now)]
    .filter((it) => it !== '')
    .join(', ')
