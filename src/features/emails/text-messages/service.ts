import { toE164 } from '#lib/phone.ts'
import type { Db } from '#platform/db/db.ts'
import { retryWhileUnavailable } from '#platform/db/outage.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observability/log.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import {
  TEXT_WEBHOOK_PATH,
  type TextContent,
  TextMessageError,
  type TextMessageSender,
} from '#platform/text-messages/types.ts'
import { isTextKind, sendAt, type TextKind, TEXTS, type TextSubject } from './rules.ts'
import {
  type Consent,
  claimText,
  countTextsLeft,
  findConsent,
  findOptOut,
  findText,
  insertConsent,
  insertOptOut,
  insertText,
  releaseText,
  writeOutcome,
} from './store.ts'

export { deleteOptOut, deleteTexts, findConsent, findOptOut, insertOptOut, writeReport } from './store.ts'

export type TextDeps = {
  readonly db: Db
  readonly now: Date
  readonly tokens: SignedTokens
  readonly origin: string
}

/** One renderer per kind; null where the text no longer applies. Features pass them in, so the queue depends on no feature. */
export type TextRenderers = {
  readonly [Kind in TextKind]: (deps: TextDeps, id: string, dedupeKey: string) => Promise<TextContent | null>
}

type SendDeps = TextDeps & {
  readonly texts: TextMessageSender
  readonly log: Log
  readonly textRenderers: TextRenderers
}

export const SEND_TEXT = 'send_text'

/** Keyed hash under which an opt-out is stored, and texts of a number are counted. */
export const hashOfPhone = (tokens: Pick<SignedTokens, 'fingerprint'>, phone: string): string =>
  tokens.fingerprint(`texts ${phone}`)

/** Records that a guest agreed to texts about a reservation, a place in line or an entry of a guest list. */
export const recordConsent = (
  { db, now }: Pick<TextDeps, 'db' | 'now'>,
  { subject, id, source }: { readonly subject: TextSubject; readonly id: string } & Pick<Consent, 'source'>,
): Promise<void> => insertConsent(db, subject, { id, source, consentedAt: now })

type NewText = {
  readonly kind: TextKind
  readonly dedupeKey?: string
  /** Earliest time, such as the end of the time in which staff can undo. */
  readonly notBefore?: Date
}

type Asked = { readonly kind: TextKind; readonly id: string; readonly phone: string | null }

/**
 * Texts of a kind that would be sent to the number of a row today: none where the guest did not agree to texts, or the number
 * cannot be reached, answered STOP or had its texts of a day.
 */
export async function textsLeft(
  { db, now, tokens }: Pick<TextDeps, 'db' | 'now' | 'tokens'>,
  { kind, id, phone }: Asked,
): Promise<number> {
  const to = phone === null ? null : toE164(phone)
  if (to === null || !(await findConsent(db, TEXTS[kind], id))) return 0
  const phoneHash = hashOfPhone(tokens, to)
  return (await findOptOut(db, phoneHash)) === null ? countTextsLeft(db, { phoneHash, kind, now }) : 0
}

/** Enqueues a text in the caller's transaction, where the guest agreed to texts. The same text is enqueued once. */
export async function enqueueText(
  db: Db,
  subjectId: string,
  { kind, dedupeKey = '', notBefore }: NewText,
): Promise<void> {
  if (!(await findConsent(db, TEXTS[kind], subjectId))) return
  const textId = await insertText(db, { subjectId, kind, dedupeKey })
  if (textId !== null) await addJob(db, { ...jobOf(textId), ...(notBefore ? { runAt: notBefore } : {}) })
}

const jobOf = (textId: string) => ({
  name: SEND_TEXT,
  payload: { textId },
  key: `${SEND_TEXT}:${textId}`,
  isLowPriority: true,
})

type Text = NonNullable<Awaited<ReturnType<typeof findText>>> & { readonly kind: TextKind }

/**
 * Renders and sends a queued text at most once: it is marked before the request, and a text whose answer was lost is not sent
 * again. Waits for the end of the quiet hours where it can.
 */
export async function sendText(deps: SendDeps, textId: string): Promise<void> {
  const text = await findText(deps.db, textId)
  if (!text) return
  const { kind, status } = text
  if (!isTextKind(kind)) throw new Error(`unknown kind of text: ${kind}`)
  if (text.reservationId) affectsReservation(text.reservationId)
  // An earlier attempt ended with its process. The provider may have the text.
  if (status === 'sending') await writeOutcome(deps.db, textId, { status: 'failed', reason: 'unknown' })
  if (status === 'queued') await sendQueued(deps, { ...text, kind })
}

async function sendQueued(deps: SendDeps, text: Text): Promise<void> {
  const { db, now, tokens } = deps
  const suppress = (reason: string): Promise<void> => {
    deps.log.info({ event: 'texts.suppressed', text: text.id, kind: text.kind, reason }, 'text not sent')
    return writeOutcome(db, text.id, { status: 'suppressed', reason })
  }
  const content = await deps.textRenderers[text.kind](deps, text.subjectId, text.dedupeKey)
  if (!content) return suppress('no_longer_applies')
  if (!(await findConsent(db, TEXTS[text.kind], text.subjectId))) return suppress('no_consent')
  const to = toE164(content.to)
  if (to === null) return suppress('invalid_number')
  const phoneHash = hashOfPhone(tokens, to)
  if (await findOptOut(db, phoneHash)) return suppress('opted_out')
  const runAt = sendAt(now, content)
  if (runAt > now) return addJob(db, { ...jobOf(text.id), runAt })
  const claimed = await claimText(db, {
    id: text.id,
    kind: text.kind,
    phoneHash,
    now,
    alsoAbout: content.alsoAbout ?? null,
  })
  if (claimed === 'limit') return suppress('limit')
  if (claimed === 'claimed') await attempt(deps, text, { to, body: content.body, phoneHash })
}

type Attempt = { readonly to: string; readonly body: string; readonly phoneHash: string }

async function attempt(deps: SendDeps, { id, kind }: Text, { to, body, phoneHash }: Attempt): Promise<void> {
  const { db, now, log } = deps
  const statusUrl = statusUrlOf(deps.origin, id)
  try {
    const providerId = await deps.texts.send({ to, body, id, statusUrl })
    await retryWhileUnavailable(() => writeOutcome(db, id, { status: 'sent', providerId, sentAt: now }))
    log.info({ event: 'texts.sent', text: id, kind }, 'text sent')
  } catch (error) {
    if (!(error instanceof TextMessageError)) throw error
    const { failure, code } = error
    if (failure === 'not_accepted') {
      await retryWhileUnavailable(() => releaseText(db, id))
      throw error
    }
    if (failure === 'opted_out') await insertOptOut(db, phoneHash, now)
    const reason = failure === 'rejected' ? code : failure
    await retryWhileUnavailable(() => writeOutcome(db, id, { status: 'failed', reason: reason.slice(0, 40) }))
    log.warn({ event: 'texts.failed', text: id, kind, reason, code }, 'text not accepted, not retried')
  }
}

/**
 * Webhook URL of the provider's delivery reports. Its id finds the text even before the provider's own id is stored.
 */
const statusUrlOf = (origin: string, id: string): string =>
  `${origin}${TEXT_WEBHOOK_PATH}?${new URLSearchParams({ text: id })}`
