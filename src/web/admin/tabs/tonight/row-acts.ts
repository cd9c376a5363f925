import { namedTables } from '#lib/text/list-text.ts'
import { guestsOut, guestsToCome } from '#features/reservation-management/tonight/admission/rules.ts'
import type { ShownParty } from './parties.ts'
import { type NewAct, nextAct } from './use-acts.ts'

export type RowAct = { readonly label: string; readonly title: string; readonly act: NewAct }

/** Parts of a party that arrive with one choice; a larger number is set in the sheet. */
const MOST_PARTS = 4

const arrivalOf = (guests: number): RowAct => ({
  label: `${guests} arrived`,
  title: `${guests} arrived`,
  act: { kind: 'arrived', guests },
})

/** The acts that are possible for a party besides the next one, each with one choice in the menu of its row. */
export function otherActs(party: ShownParty): RowAct[] {
  const { attendance, tableNumbers } = party
  const { state, inside, arrived } = attendance
  const toCome = guestsToCome(party, attendance)
  const out = guestsOut(attendance)
  const next = nextAct(party)?.act.kind ?? null
  // All who are still to come are the next act, unless the party sits already or is out.
  const most = next === 'arrived' ? toCome - 1 : toCome
  const parts = state === 'cancelled' ? 0 : Math.min(MOST_PARTS, most)
  const acts: RowAct[] = Array.from({ length: Math.max(0, parts) }, (_, i) => arrivalOf(i + 1))
  if (state === 'cancelled') acts.push(arrivalOf(party.guestCount))
  if (out > 0)
    acts.push({
      label: `${out} came back`,
      title: `${out} came back`,
      act: { kind: 'arrived', guests: out },
    })
  if (inside > 0 && state !== 'seated' && next !== 'seated' && tableNumbers.length > 0)
    acts.push({
      label: 'Seated',
      title: `Seated at ${namedTables(tableNumbers)}`,
      act: { kind: 'seated' },
    })
  if (inside > 1) acts.push({ label: '1 left', title: '1 left', act: { kind: 'left', guests: 1 } })
  if (inside > 0 && next !== 'left')
    acts.push({ label: `${inside} left`, title: `${inside} left`, act: { kind: 'left', guests: inside } })
  if (party.canBeNoShow && arrived === 0 && state !== 'no_show' && state !== 'cancelled')
    acts.push({ label: 'No-show', title: 'No-show', act: { kind: 'no_show' } })
  return acts
}
