import { enqueueText, hashOfPhone, type TextDeps, textsLeft } from '#features/emails/text-messages/service.ts'
import type { GuestReply } from '#features/emails/text-webhook/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { confirmComing } from '#features/reminders/answers/service.ts'
import { findNamedToo } from '#features/reminders/evening/service.ts'
import { formatPhone } from '#lib/phone.ts'
import { NOT_ALLOWED, NOT_FOUND } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { inTransaction } from '#platform/db/db.ts'
import { bodyOf, readAnswer } from './rules.ts'
import type { TextReply } from './schema.ts'
import {
  findLastOf,
  findLastQuestion,
  insertReply,
  listUnreadReplies,
  listUpcomingOf,
  type Upcoming,
  writeRead,
} from './store.ts'

export { deleteReplies, listRepliesOf } from './store.ts'

/** Meaning of a reply: `answered` got the link, and `stored` waits for staff. */
export type TakenReply = 'confirmed' | 'answered' | 'stored'

/**
 * Takes a reply of a guest. YES to a reminder confirms every reservation of the number that a text asked about, as its link does:
 * the dinner and the night of one evening are asked about at once. NO gets the link, because a text never cancels: money may
 * depend on it. Staff read everything else.
 */
export async function takeReply(deps: TextDeps, reply: GuestReply): Promise<TakenReply> {
  const { phone, body, providerId } = reply
  const phoneHash = hashOfPhone(deps.tokens, phone)
  const upcoming = await listUpcomingOf(deps.db, { phone, phoneHash, now: deps.now })
  const question = await findLastQuestion(deps.db, phoneHash)
  const isReminder = question?.kind === 'reminder'
  const answer = reply.isOptOut ? 'other' : readAnswer(body)
  if (answer === 'coming' && isReminder && (await confirmAsked(deps, upcoming))) return 'confirmed'
  const about = isReminder ? question.reservationId : null
  const next = (upcoming.find(({ id }) => id === about) ?? upcoming[0])?.id
  if (answer === 'not_coming' && next !== undefined && (await sendLink(deps, next, reply))) return 'answered'
  await insertReply(deps.db, {
    providerId,
    phone,
    body: bodyOf(body),
    reservationId: next ?? (await findLastOf(deps.db, phone)) ?? null,
    receivedAt: deps.now,
  })
  return 'stored'
}

/**
 * Confirms the reservations that a text asked about, and the other one of the evening that it named; false where there is none. A
 * repeated answer changes nothing.
 */
async function confirmAsked(deps: TextDeps, upcoming: readonly Upcoming[]): Promise<boolean> {
  const asked = upcoming.filter(({ isAsked }) => isAsked)
  const named = await Promise.all(asked.map(({ id }) => findNamedToo(deps, id)))
  const about = upcoming.filter(({ id, isAsked }) => isAsked || named.some((it) => it?.id === id))
  const answered = await Promise.all(about.map(({ id }) => confirmComing(deps, id)))
  return answered.some((it) => it.ok)
}

/** Queues the text with the link; false where the number gets no texts, or had all of a day. */
async function sendLink(deps: TextDeps, id: string, { phone, providerId }: GuestReply): Promise<boolean> {
  const kind = 'reply_link'
  if ((await textsLeft(deps, { kind, id, phone })) === 0) return false
  await inTransaction(deps.db, (trx) =>
    enqueueText(trx, id, { kind, dedupeKey: providerId ?? deps.now.toISOString() }),
  )
  return true
}

/** More than this are read in turn. */
const SHOWN = 50

/** Unread replies, the oldest first; none for a role that changes no reservations. */
export async function listReplies({ db, actor }: ActorDeps): Promise<TextReply[]> {
  if (!may(actor.role, 'reservations.edit')) return []
  return (await listUnreadReplies(db, SHOWN)).map(({ receivedAt, phone, ...reply }) => ({
    ...reply,
    phone: formatPhone(phone),
    receivedAt: receivedAt.toISOString(),
  }))
}

/** Marks a reply as read, for all staff. */
export async function markReplyRead(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, { readonly why: 'not_allowed' | 'not_found' }>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return (await writeRead(db, id, { at: now, by: actor.name })) ? ok(null) : no(NOT_FOUND)
}
