import { randomBytes } from 'node:crypto'
import { EMAIL_RENDERERS } from '#jobs/email-renderers.ts'
import type { Db } from '#platform/db/db.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { createLog } from '#platform/observability/log.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'

/** A mail transport that keeps each email in `sent`, and the dependencies to render and send queued emails with it. */
export function recordMails(origin = 'https://lounge.example') {
  const sent: Mail[] = []
  const mailer: Mailer = {
    kind: 'local',
    send: async (mail) => void sent.push(mail),
    close: async () => undefined,
  }
  const tokens = createSignedTokens(randomBytes(32))
  const depsAt = (db: Db, now: Date) => ({
    db,
    now,
    mailer,
    tokens,
    origin,
    log: createLog('silent'),
    renderers: EMAIL_RENDERERS,
  })
  return { sent, tokens, depsAt }
}
