import type { Db } from '#platform/db/db.ts'
import { retryWhileUnavailable } from '#platform/db/outage.ts'
import { addJob, addJobs } from '#platform/jobs/jobs.ts'
import { type MailContent, MailError, type Mailer } from '#platform/mail/mail.ts'
import type { Log } from '#platform/observability/log.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { Wallet } from '#platform/wallet/types.ts'
import {
  type EmailSubject,
  EMAILS,
  isEmailKind,
  type EmailKindOf,
  type EmailKind,
  MAIL_JOB_KEY,
  SEND_MAIL,
  threadsOf,
} from './rules.ts'
import { findEmail, findUndoEnd, insertEmails, markSent, markWithheld } from './store.ts'

export { deleteReservationEmails, deleteUnsentEmail } from './store.ts'

export type RenderDeps = {
  readonly db: Db
  readonly now: Date
  readonly tokens: SignedTokens
  readonly origin: string
  /** Wallets whose passes emails may mention. */
  readonly wallet?: Wallet | undefined
}

/** An email, and the other reservation that it is about as well, which then needs none of its own. */
export type RenderedEmail = MailContent & { readonly alsoAbout?: string }

type Renderer<Subject extends EmailSubject> = (
  deps: RenderDeps,
  email: { readonly subjectId: string; readonly kind: EmailKindOf<Subject>; readonly dedupeKey: string },
) => Promise<RenderedEmail | null>

/** One renderer per email subject. Features pass them in, so the queue depends on no feature. */
export type EmailRenderers = { readonly [Subject in EmailSubject]: Renderer<Subject> }

type SendDeps = RenderDeps & {
  readonly mailer: Mailer
  readonly log: Log
  readonly renderers: EmailRenderers
}

/**
 * Enqueues an email about a row in the caller's transaction (outbox). The same kind about the same row is sent once; an
 * email that may repeat, such as a second move of one dinner, separates its repeats by the dedupe key.
 */
export const enqueueEmail = (
  db: Db,
  subjectId: string,
  email: EmailKind | (QueueOptions & { readonly kind: EmailKind }),
): Promise<void> => {
  const { kind, ...options } = typeof email === 'string' ? { kind: email } : email
  return enqueueEmails(db, subjectId, { kinds: [kind], ...options })
}

/** Enqueues several kinds in one statement, because other guests may be waiting on a lock this transaction holds. */
export async function enqueueEmails(
  db: Db,
  subjectId: string,
  { kinds, dedupeKey = '', notBefore }: QueueOptions & { readonly kinds: readonly EmailKind[] },
): Promise<void> {
  const mailIds = await insertEmails(
    db,
    kinds.map((kind) => ({ subjectId, kind, dedupeKey })),
  )
  await addJobs(
    db,
    mailIds.map((mailId) => (notBefore ? { ...jobOf(mailId), runAt: notBefore } : jobOf(mailId))),
  )
}

const jobOf = (mailId: string) => ({
  name: SEND_MAIL,
  payload: { mailId },
  key: `${MAIL_JOB_KEY}${mailId}`,
  isLowPriority: true,
})

type QueueOptions = {
  readonly dedupeKey?: string
  /** Earliest send time. Rendering is CPU work, so a busy server answers requests before it renders emails. */
  readonly notBefore?: Date
}

/**
 * Renders and sends a queued email, at least once. A repeat after a crash carries the same Message-ID, so mail clients
 * show it once; one that has become about another reservation as well has a Message-ID of its own, so that they show both.
 */
export async function sendMail(deps: SendDeps, mailId: string): Promise<void> {
  const email = await findEmail(deps.db, mailId)
  if (!email || email.sentAt) return
  if (email.reservationId) affectsReservation(email.reservationId)
  const { kind, subjectId, dedupeKey } = email
  if (!isEmailKind(kind)) throw new Error(`unknown kind of email: ${kind}`)
  const rendered = await rendererOf(deps.renderers, kind)(deps, { kind, subjectId, dedupeKey })
  // The row or the guest's data was deleted, or the guest gave no address.
  if (!rendered || rendered.to === '' || rendered.to.endsWith('.invalid')) return withhold(deps, email)
  const { alsoAbout = null, ...mail } = rendered
  const threads = threadsOf(email, mail.to)
  const threadDate = threads.length > 0 ? email.businessDate : null
  let isRefused = false
  try {
    const host = new URL(deps.origin).hostname
    const threadIds = threads.map((it) => `evening.${deps.tokens.fingerprint(it)}@${host}`)
    await deps.mailer.send({
      ...mail,
      messageId: `${alsoAbout === null ? mailId : `${mailId}.${alsoAbout}`}@${host}`,
      ...(threadIds.length > 0 ? { threadIds } : {}),
    })
  } catch (error) {
    // An address that does not exist is not retried.
    if (!(error instanceof MailError) || !error.undeliverable) throw error
    isRefused = true
    deps.log.warn({ event: 'mail.undeliverable', err: error, mail: mailId }, 'email cannot be delivered')
  }
  // A database outage here would make the job run again and send the email a second time.
  await retryWhileUnavailable(() =>
    markSent(deps.db, mailId, { at: deps.now, isRefused, alsoAbout, threadDate }),
  )
  if (!isRefused) deps.log.info({ event: 'mail.sent', mail: mailId, kind }, 'email sent')
}

/** Longer than the clocks of two machines differ. */
const AFTER_UNDO_MS = 2000

/**
 * Withholds an email that does not apply. One that does not because of a change which staff can still undo is looked at again after
 * that: a mistake of a moment costs no guest their confirmation.
 */
async function withhold(
  { db, now }: Pick<SendDeps, 'db' | 'now'>,
  { id, reservationId }: { readonly id: string; readonly reservationId: string | null },
): Promise<void> {
  const undoEnd = reservationId === null ? null : await findUndoEnd(db, reservationId)
  if (undoEnd === null || undoEnd <= now) return markWithheld(db, id)
  await addJob(db, { ...jobOf(id), runAt: new Date(undoEnd.getTime() + AFTER_UNDO_MS) })
}

const rendererOf = (renderers: EmailRenderers, kind: EmailKind): Renderer<EmailSubject> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind has one subject, but types cannot say so
  renderers[EMAILS[kind]] as Renderer<EmailSubject>
