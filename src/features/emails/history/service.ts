import { isEmailKind } from '#features/emails/rules.ts'
import { isTextKind } from '#features/emails/text-messages/rules.ts'
import { findConsent, findOptOut, hashOfPhone } from '#features/emails/text-messages/service.ts'
import { toE164 } from '#lib/phone.ts'
import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { Message, MessageHistory, MessageState } from './schema.ts'
import { listRows, type MessageRow } from './store.ts'

type Deps = { readonly db: Db; readonly tokens: Pick<SignedTokens, 'fingerprint'> }

/** Everything that was sent about reservations, places in line and entries of guest lists, latest first. */
export async function listMessages(db: Db, subjectIds: readonly string[]): Promise<Message[]> {
  if (subjectIds.length === 0) return []
  return (await listRows(db, subjectIds)).map(toMessage)
}

type Sent = { readonly subjectId: string; readonly dedupeKey: string }

/** The outcome of one message to each of these rows, by row; a row without its message is left out. */
export async function readOutcomes(
  db: Db,
  messages: readonly Sent[],
): Promise<ReadonlyMap<string, MessageState>> {
  if (messages.length === 0) return new Map()
  const keys = new Map(messages.map((it) => [it.subjectId, it.dedupeKey]))
  const rows = await listRows(db, [...keys.keys()])
  return new Map(
    rows.filter((it) => keys.get(it.subjectId) === it.dedupeKey).map((it) => [it.subjectId, it.state]),
  )
}

function toMessage({ channel, kind, state, reason, at }: MessageRow): Message {
  const message = { state, reason, at: at.toISOString() }
  if (channel === 'email' && isEmailKind(kind)) return { channel, kind, ...message }
  if (channel === 'text' && isTextKind(kind)) return { channel, kind, ...message }
  throw new Error(`unknown kind of ${channel}: ${kind}`)
}

type Party = {
  readonly reservationId: string
  /** The place in line that the reservation was offered to. */
  readonly waitingEntryId: string | null
  readonly guestPhone: string | null
}

/** Emails and texts to the guest of a reservation, those about its place in line included. */
export async function readMessageHistory(
  { db, tokens }: Deps,
  { reservationId, waitingEntryId, guestPhone }: Party,
): Promise<MessageHistory> {
  const phone = toE164(guestPhone ?? '')
  const [messages, consent, stoppedAt] = await Promise.all([
    listMessages(
      db,
      [reservationId, waitingEntryId].flatMap((id) => id ?? []),
    ),
    findConsent(db, 'reservation', reservationId),
    phone === null ? null : findOptOut(db, hashOfPhone(tokens, phone)),
  ])
  const texts = {
    consent: consent && { source: consent.source, consentedAt: consent.consentedAt.toISOString() },
    stoppedAt: stoppedAt?.toISOString() ?? null,
  }
  return { messages, texts }
}
