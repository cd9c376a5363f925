import { countText } from '#lib/text/count.ts'
import { listText } from '#lib/text/list-text.ts'
import { formatUsdShort } from '#lib/money.ts'
import { formatDate, clockAt } from '#lib/venue-time.ts'
import { isolated } from '#lib/names/isolated.ts'
import type { AffectedGuest, OverlappingDinner } from './schema.ts'

const NAMED = 6

const describe = ({ guestName, guestCount, tableNumber, date }: AffectedGuest): string =>
  `${isolated(guestName)} (${tableNumber === null ? '' : `table ${tableNumber}, `}${countText(guestCount, 'guest')}, ${formatDate(date, 'medium')})`

/** `Ama Mensah (table 4, 3 guests, Fri, Nov 27) and 2 more`: the guests a change affects. */
export const describeAffected = (guests: readonly AffectedGuest[]): string => firstOf(guests.map(describe))

const describeParty = ({ guestName, guestCount, date, startsAt }: AffectedGuest): string =>
  `${isolated(guestName)} (${countText(guestCount, 'guest')}, ${formatDate(date, 'medium')}, ${clockAt(startsAt)})`

type TakenOut = { readonly tables: number; readonly hasParties: boolean }

/** Consequence for tables that are taken out of use: for the parties that have them and for all others. */
export function keptUntilMoved({ tables, hasParties }: TakenOut): string {
  const [own, all] = tables === 1 ? ['it', 'it'] : ['their tables', 'these tables']
  const kept = hasParties
    ? `They keep ${own} until they are moved.`
    : `No party has ${tables === 1 ? 'it' : 'them'}.`
  return `${kept} From now on no ${hasParties ? 'other ' : ''}guest gets ${all}: not for a night and not for dinner.`
}

/** `One party has this table: Ama Mensah (3 guests, Fri, Nov 27, 8:00 PM). They keep it until …` */
export const keepTableText = (parties: readonly AffectedGuest[]): string =>
  `${parties.length === 1 ? 'One party has' : `${parties.length} parties have`} this table: ${firstOf(parties.map(describeParty))}. ${keptUntilMoved({ tables: 1, hasParties: true })}`

function firstOf(all: readonly string[]): string {
  const named = all.slice(0, NAMED)
  const more = all.length - named.length
  return more > 0 ? `${named.join('; ')} and ${more} more` : named.join('; ')
}

const describeDinner = ({ guestName, guestCount, endsAt, tables }: OverlappingDinner): string => {
  const numbers = listText(tables.map((it) => `${it.tableNumber} (${formatUsdShort(it.priceCents)})`))
  return `${tables.length === 1 ? 'table' : 'tables'} ${numbers}, ${isolated(guestName)}, ${countText(guestCount, 'guest')}, until ${clockAt(endsAt)}`
}

/** `Dinners have tables during this event: table 4 ($150), Ama Mensah, 3 guests, until 10:00 PM. …` */
export const overlappingText = (dinners: readonly OverlappingDinner[]): string =>
  `${dinners.length === 1 ? 'A dinner has a table' : 'Dinners have tables'} during this event: ${firstOf(dinners.map(describeDinner))}. Each table is for sale only once its dinner ends.`
