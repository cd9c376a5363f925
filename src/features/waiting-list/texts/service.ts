import { textFrom } from '#features/venue/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import {
  isOfferOpen,
  isOfferUndoable,
  isOfferUrgent,
  movedText,
  otherDaysPath,
  tableText,
  titleOf,
  untilText,
  waitingPath,
  whenText,
} from '#features/waiting-list/rules.ts'
import { findEntry } from '#features/waiting-list/service.ts'
import type { TextDeps } from '#features/emails/text-messages/service.ts'
import type { TextContent } from '#platform/text-messages/types.ts'

/** Renders the text about a table that is held for a party; null where the offer has ended. */
export async function renderOfferText(deps: TextDeps, id: string): Promise<TextContent | null> {
  const entry = await findEntry(deps.db, id)
  if (!entry?.offer || !isOfferOpen(entry, deps.now) || isOfferUndoable(entry, deps.now)) return null
  const { heldUntil, totalCents } = entry.offer
  const table = tableText(entry.offer)
  const until = heldUntil === null ? 'held for you' : `held for you until ${untilText(heldUntil, deps.now)}`
  const answer = entry.night && totalCents > 0 ? 'Pay' : 'Accept'
  const link = `${deps.origin}${waitingPath(deps.tokens.sign('waiting', id))}`
  return {
    to: entry.guestPhone,
    body: textFrom(
      await loadVenue(deps),
      titleOf(entry),
      (title) => `${table} is ${until}: ${title}, ${whenText(entry)}. ${answer} to keep it: ${link}`,
    ),
    date: entry.businessDate,
    isTimed: isOfferUrgent(heldUntil, deps.now),
  }
}

/** Renders the text about a night or a dinner that does not take place. */
export async function renderCalledOffText(deps: TextDeps, id: string): Promise<TextContent | null> {
  const entry = await findEntry(deps.db, id)
  if (entry?.status !== 'called_off') return null
  const others = `${deps.origin}${otherDaysPath(entry)}`
  return {
    to: entry.guestPhone,
    body: textFrom(
      await loadVenue(deps),
      titleOf(entry),
      (title) =>
        `${entry.takesPlace ? `No more tables are ${entry.night ? 'sold' : 'reserved'} for ${title}, ${whenText(entry)}` : `${title}, ${whenText(entry)}, is called off`}. Your place in line has ended, and you were not charged. ${entry.night ? 'Other events' : 'Other days'}: ${others}`,
    ),
    date: entry.businessDate,
    isTimed: false,
  }
}

/** Renders the text about a night that takes place on another date. */
export async function renderMovedText(deps: TextDeps, id: string): Promise<TextContent | null> {
  const entry = await findEntry(deps.db, id)
  if (entry?.status !== 'waiting') return null
  const link = `${deps.origin}${waitingPath(deps.tokens.sign('waiting', id))}`
  return {
    to: entry.guestPhone,
    body: textFrom(
      await loadVenue(deps),
      titleOf(entry),
      (title) =>
        `${movedText({ ...entry, night: entry.night && { ...entry.night, title } })} You keep your place in line, or leave it: ${link}`,
    ),
    date: entry.businessDate,
    isTimed: false,
  }
}
