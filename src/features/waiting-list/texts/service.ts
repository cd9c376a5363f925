import { textFrom } from '#features/venue/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import {
  isOfferOpen,
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
  if (!entry?.offer || !isOfferOpen(entry, deps.now)) return null
  const { heldUntil, totalCents } = entry.offer
  const table = tableText(entry.offer)
  const until = heldUntil === null ? 'held for you' : `held for you until ${untilText(heldUntil)}`
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
    isTimed: true,
  }
}
