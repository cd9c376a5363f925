import { coveringKeys } from '#features/reminders/rules.ts'
import type { EveningPart } from '#features/reservations/evening/schema.ts'
import { findEvening, findSameContact } from '#features/reservations/evening/service.ts'
import type { Db } from '#platform/db/db.ts'
import { type Channel, hasWaitingReminder, isNamedByOther, isReminded } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** The reminder of a reservation, by the key that separates it from others. */
export type Reminded = { readonly id: string; readonly dedupeKey: string }

/** The other reservation of the evening, to the same address or number, that is promised and still to come; null without one. */
async function findOtherAhead(deps: Deps, channel: Channel, id: string): Promise<EveningPart | null> {
  const other =
    channel === 'email' ? (await findEvening(deps, id, 'address'))?.other : await findSamePhone(deps, id)
  return ifAhead(other, deps.now)
}

/** A part of an evening that is promised and still to come; else null. */
const ifAhead = (part: EveningPart | undefined, now: Date): EveningPart | null =>
  part && !part.isRequest && part.startsAt > now ? part : null

/**
 * The other reservation of the evening, which a reminder text names, so that its YES is about both. Only as their holder knows it:
 * another person can type the number. Null without one that is promised and still to come.
 */
export const findNamedToo = async (deps: Deps, id: string): Promise<EveningPart | null> =>
  ifAhead((await findEvening(deps, id, 'holder'))?.other, deps.now)

async function findSamePhone(deps: Deps, id: string): Promise<EveningPart | undefined> {
  const same = await findSameContact(deps, id, 'holder')
  return same?.shared.phone ? same.other : undefined
}

/** The other reservation that one reminder is about as well: not one that its guest was reminded of before. */
export async function findRemindedToo(
  deps: Deps,
  channel: Channel,
  { id, dedupeKey }: Reminded,
): Promise<EveningPart | null> {
  const other = await findOtherAhead(deps, channel, id)
  if (!other) return null
  const of = { id: other.id, keys: coveringKeys(dedupeKey) }
  return (await isReminded(deps.db, channel, of)) ? null : other
}

/** Whether a reminder waits that will be about this reservation as well. One that never leaves counts until its own begins. */
export async function isLeftToOther(
  deps: Deps,
  channel: Channel,
  { id, dedupeKey }: Reminded,
): Promise<boolean> {
  const other = await findOtherAhead(deps, channel, id)
  return (
    other !== null && hasWaitingReminder(deps.db, channel, { id: other.id, keys: coveringKeys(dedupeKey) })
  )
}

/** Whether a reminder that left was about this reservation as well. */
export const wasLeftToOther = (db: Db, channel: Channel, { id, dedupeKey }: Reminded): Promise<boolean> =>
  isNamedByOther(db, channel, { id, keys: coveringKeys(dedupeKey) })
