import { namedTables } from '#lib/text/list-text.ts'
import { guestsOut, guestsToCome } from '#features/reservation-management/tonight/admission/rules.ts'
import type { ShownParty } from './parties.ts'
import type { NewAct } from './use-acts.ts'

/** A choice of one tap, and the acts that it records. */
export type RowAct = { readonly label: string; readonly title: string; readonly acts: readonly NewAct[] }

/** The kind of act that a tap is about: its last one. */
const kindOf = (it: RowAct | null): NewAct['kind'] | null => it?.acts.at(-1)?.kind ?? null

export const isLeaving = (it: RowAct): boolean => kindOf(it) === 'left'

/** Parts of a party that arrive with one choice; a larger number is set in the sheet. */
const MOST_PARTS = 4

const arrivalOf = (guests: number, label = `${guests} arrived`): RowAct => ({
  label,
  title: `${guests} arrived`,
  acts: [{ kind: 'arrived', guests }],
})

const cameBack = ({ attendance }: ShownParty, label?: string): RowAct => {
  const guests = guestsOut(attendance)
  const title = `${guests} came back`
  return { label: label ?? title, title, acts: [{ kind: 'arrived', guests }] }
}

const leaving = ({ attendance: { inside } }: ShownParty, label = `${inside} left`): RowAct => ({
  label,
  title: `${inside} left`,
  acts: [{ kind: 'left', guests: inside }],
})

const seating = ({ tableNumbers }: ShownParty, label: string): RowAct => ({
  label,
  title: `Seated at ${namedTables(tableNumbers)}`,
  acts: [{ kind: 'seated' }],
})

/** Whether a party has a table to sit down at. One that was released may be another party's. */
export const hasTable = ({ tableNumbers, leftAt }: Pick<ShownParty, 'tableNumbers' | 'leftAt'>): boolean =>
  tableNumbers.length > 0 && leftAt === null

/**
 * Frees the table of a party whose guests are all outside and do not come back; null where none is kept, or before its time. They
 * are recorded as back and leaving at once, so that no guest is counted out twice.
 */
export function endOfStay({ attendance, canBeNoShow }: ShownParty): RowAct | null {
  if (attendance.state !== 'out' || !canBeNoShow) return null
  const guests = guestsOut(attendance)
  return {
    label: 'Left',
    title: 'All left',
    acts: [
      { kind: 'arrived', guests },
      { kind: 'left', guests, freesTable: true },
    ],
  }
}

/** A party that came whole is outside for a while, or it would have left. One that sat down without all its guests has usually left. */
const nextOfOut = (party: ShownParty): RowAct => {
  const hasUsuallyLeft = party.attendance.seatedAt !== null && guestsToCome(party, party.attendance) > 0
  return (hasUsuallyLeft ? endOfStay(party) : null) ?? cameBack(party, 'Back in')
}

/** The one act that usually comes next for a party; null where its evening is over. */
export function nextAct(party: ShownParty): RowAct | null {
  const { attendance } = party
  switch (attendance.state) {
    case 'expected':
    case 'part_arrived':
    case 'no_show':
      return arrivalOf(Math.max(1, guestsToCome(party, attendance)), 'Arrived')
    case 'arrived':
      return hasTable(party) ? seating(party, 'Seat') : leaving(party, 'Left')
    case 'seated':
      return leaving(party, 'Left')
    case 'out':
      return nextOfOut(party)
    case 'left':
    case 'cancelled':
      return null
  }
}

/** The acts that are possible for a party besides the next one, each with one choice in the menu of its row. */
export function otherActs(party: ShownParty): RowAct[] {
  const { attendance } = party
  const { state, inside, arrived } = attendance
  const toCome = guestsToCome(party, attendance)
  const next = kindOf(nextAct(party))
  // All who are still to come are the next act, unless the party sits already or is out.
  const most = next === 'arrived' && state !== 'out' ? toCome - 1 : toCome
  const parts = state === 'cancelled' ? 0 : Math.min(MOST_PARTS, most)
  const acts: RowAct[] = Array.from({ length: Math.max(0, parts) }, (_, i) => arrivalOf(i + 1))
  if (state === 'cancelled') acts.push(arrivalOf(party.guestCount))
  if (guestsOut(attendance) > 0 && !(state === 'out' && next === 'arrived')) acts.push(cameBack(party))
  if (inside > 0 && state !== 'seated' && next !== 'seated' && hasTable(party))
    acts.push(seating(party, 'Seated'))
  if (inside > 1) acts.push({ label: '1 left', title: '1 left', acts: [{ kind: 'left', guests: 1 }] })
  if (inside > 0 && next !== 'left') acts.push(leaving(party))
  const end = next === 'left' ? null : endOfStay(party)
  if (end) acts.push(end)
  if (party.canBeNoShow && arrived === 0 && state !== 'no_show' && state !== 'cancelled')
    acts.push({ label: 'No-show', title: 'No-show', acts: [{ kind: 'no_show' }] })
  return acts
}
