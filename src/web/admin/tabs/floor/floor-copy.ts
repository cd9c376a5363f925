import type { TableNow, TableStanding } from '#features/reservation-management/floor/schema.ts'
import { formatUsdShort } from '#lib/money.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { clockAt } from '#lib/venue-time.ts'
import { isolated } from '#lib/names/isolated.ts'
import type { ShownParty } from '../tonight/parties.ts'
import { partyText, shortClockOf } from '../tonight/tonight-copy.ts'

export const STANDING_LABELS: Readonly<Record<TableStanding, string>> = {
  free: 'Free',
  expected: 'Expected',
  held: 'Not booked yet',
  arrived: 'Arrived',
  seated: 'Seated',
  due_out: 'Due to leave',
  out: 'Out, table kept',
  no_show: 'No-show',
  blocked: 'Held back',
  off_sale: 'Not in use',
}

type Shown = TableNow<ShownParty>

/** `seated since 10:12 PM`; `out, table kept` of a party whose guests are all outside. */
export function hereText({ attendance: { state, seatedAt, arrivedAt } }: ShownParty): string {
  if (state === 'out') return 'out, table kept'
  const [since, verb] = seatedAt ? [seatedAt, 'seated since'] : [arrivedAt, 'arrived']
  return since === null ? 'here' : `${verb} ${clockAt(since)}`
}

/**
 * `Out by 11:00 PM, seated since 10:12 PM`: the state of a table in words, without the party. One that is out of use says so beside
 * the party that still has it.
 */
export const standingText = (it: Shown): string =>
  it.table.isAvailable || it.standing === 'off_sale' ? stateOf(it) : `${stateOf(it)}, table not in use`

function stateOf({ standing, party, block, outBy, freeUntil }: Shown): string {
  if (standing === 'blocked') return `Held back: ${block?.reason ?? ''}`
  if (standing === 'free' && freeUntil) return `Free until ${clockAt(freeUntil)}`
  if (!party) return STANDING_LABELS[standing]
  const here = hereText(party)
  switch (standing) {
    case 'arrived':
    case 'seated':
    case 'due_out':
      return outBy ? `Out by ${clockAt(outBy)}, ${here}` : capitalized(here)
    case 'out':
      return `${capitalized(here)}${outBy ? `, needed at ${clockAt(outBy)}` : ''}`
    case 'no_show':
      return `No-show, was expected at ${clockAt(party.startsAt)}`
    case 'held':
      return party.isOffered ? 'Offered to a guest of the waiting list' : 'Held by a guest who is paying'
    case 'free':
    case 'off_sale':
    case 'expected':
      return `Expected at ${clockAt(party.startsAt)}`
  }
}

/** `Ada Obi, 4 of 6` */
export const partyLine = (party: ShownParty): string => `${isolated(party.guestName)}, ${partyText(party)}`

/** `Then Kofi Mensah at 10:30 PM`; empty where nothing follows. */
export const nextText = ({ next, block, standing }: Shown): string => {
  if (next) return `Then ${isolated(next.guestName)} at ${clockAt(next.startsAt)}`
  return block && standing !== 'blocked' ? `Then held back from ${clockAt(block.from)}: ${block.reason}` : ''
}

/** `with tables 8 and 12`: the other tables of a party that has several; empty for one that has one. */
export const withText = ({ table, party }: Shown): string => {
  const others = (party?.tableNumbers ?? []).filter((number) => number !== table.tableNumber)
  return others.length === 0 ? '' : `with ${namedTables(others)}`
}

/** The whole state of a table for screen readers: `Table 7, seats 6, Ada Obi, 4 of 6, Seated since 10:12 PM`. */
export const spokenTable = (it: Shown): string =>
  [
    `Table ${it.table.tableNumber}`,
    `seats ${it.table.maxGuests}`,
    it.party ? partyLine(it.party) : '',
    withText(it),
    standingText(it),
    ...it.others.map((party) => `also ${partyLine(party)}, ${hereText(party)}`),
    nextText(it),
  ]
    .filter((text) => text !== '')
    .join(', ')

/** `10:30`: on the plan the hour says enough. */
const planClock = (moment: string): string => shortClockOf(moment).replace(/ [AP]M$/, '')

/** The time that matters most on the plan: since when, until when, or from when. */
export function shortTime({ standing, party, outBy, block, table, freeUntil }: Shown): string {
  if (standing === 'free' && freeUntil) return `to ${planClock(freeUntil)}`
  if (standing === 'due_out' && outBy) return `out ${planClock(outBy)}`
  if (standing === 'blocked') return block ? planClock(block.from) : ''
  if (standing === 'off_sale') return 'off'
  if (!party) return formatUsdShort(table.reservationPriceCents)
  if (standing === 'out') return 'out'
  const since = party.attendance.seatedAt ?? party.attendance.arrivedAt
  if (standing === 'held') return party.isOffered ? 'offered' : 'paying'
  return planClock(since ?? party.startsAt)
}
